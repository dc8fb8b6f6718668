import { describe, expect, it } from 'vitest';
import { documentQuotaBytes, parseEnv } from './env';

const complete = {
  SUPABASE_URL: 'https://abc.supabase.co/',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
  DATABASE_URL: 'postgres://u:p@localhost:5432/hausbuch',
};

describe('parseEnv', () => {
  it('fills in what follows from the rest', () => {
    expect(parseEnv(complete)).toMatchObject({
      supabaseUrl: 'https://abc.supabase.co',
      supabasePublicUrl: 'https://abc.supabase.co',
      databaseDirectUrl: complete.DATABASE_URL,
      appUrl: undefined,
      runsJobs: true,
    });
  });

  it('takes a blank line for a setting that is not there', () => {
    expect(parseEnv({ ...complete, SUPABASE_PUBLIC_URL: ' ', JOBS_SECRET: '' })).toMatchObject({
      supabasePublicUrl: 'https://abc.supabase.co',
      jobsSecret: undefined,
    });
  });

  it('names everything that is missing at once, and what to do', () => {
    expect(() => parseEnv({ SUPABASE_URL: complete.SUPABASE_URL })).toThrow(
      /SUPABASE_PUBLISHABLE_KEY is missing\n {2}SUPABASE_SECRET_KEY is missing\n {2}DATABASE_URL is missing\nSet them/,
    );
  });

  it('says what is wrong without repeating the value', () => {
    const wrong = { ...complete, DATABASE_URL: 'mysql://u:geheim@localhost/db', JOBS_SECRET: 'geheim' };
    expect(() => parseEnv(wrong)).toThrow(/DATABASE_URL must begin with postgres:\/\//);
    expect(() => parseEnv(wrong)).toThrow(/JOBS_SECRET must have at least 16 characters/);
    expect(() => parseEnv(wrong)).not.toThrow(/geheim/);
  });

  it('refuses an address that is no web address', () => {
    expect(() => parseEnv({ ...complete, SUPABASE_URL: 'javascript:alert(1)' })).toThrow(
      /SUPABASE_URL must be/,
    );
  });
});

describe('documentQuotaBytes', () => {
  it.each([
    [undefined, 5_000_000_000],
    ['200', 200_000_000],
    ['much', 5_000_000_000],
  ])('%s is %d bytes', (setting, bytes) => {
    expect(documentQuotaBytes({ DOCUMENT_QUOTA_MB: setting })).toBe(bytes);
  });
});
