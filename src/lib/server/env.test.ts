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

  it('reads icon services in their order, usually none', () => {
    expect(parseEnv(complete).iconHosts).toEqual([]);
    const given = { ...complete, ICON_HOSTS: 'https://one.example/, https://two.example' };
    expect(parseEnv(given).iconHosts).toEqual(['https://one.example', 'https://two.example']);
    expect(() => parseEnv({ ...complete, ICON_HOSTS: 'icons' })).toThrow(/ICON_HOSTS/);
  });

  it('asks the Bundesbank when a person does, and by itself only where that is switched on', () => {
    expect(parseEnv(complete).legalFigures).toEqual({
      mode: 'asked',
      url: 'https://api.statistiken.bundesbank.de/rest',
    });
    const given = { ...complete, LEGAL_FIGURES: 'auto', LEGAL_FIGURES_URL: 'http://localhost:9/rest/' };
    expect(parseEnv(given).legalFigures).toEqual({ mode: 'auto', url: 'http://localhost:9/rest' });
    expect(() => parseEnv({ ...complete, LEGAL_FIGURES: 'of' })).toThrow(/LEGAL_FIGURES/);
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

const legacyKey = (claims: object) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(claims)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .concat('c2lnbmF0dXJl')
    .join('.');

describe('keys that must not be used', () => {
  const demo = {
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
    SUPABASE_SECRET_KEY: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  };
  const oldDemo = {
    SUPABASE_PUBLISHABLE_KEY: legacyKey({ iss: 'supabase-demo', role: 'anon' }),
    SUPABASE_SECRET_KEY: legacyKey({ iss: 'supabase-demo', role: 'service_role' }),
  };
  const production = { ...complete, NODE_ENV: 'production' };

  it.each([
    ['the opaque ones of supabase start', demo],
    ['its legacy ones', oldDemo],
  ])('well-known, in production: %s', (_name, keys) => {
    expect(() => parseEnv({ ...production, ...keys })).toThrow(
      /SUPABASE_PUBLISHABLE_KEY is the one every .*\n {2}SUPABASE_SECRET_KEY is the one every local Supabase/,
    );
    expect(() => parseEnv({ ...complete, ...keys, NODE_ENV: 'development' })).not.toThrow();
  });

  it.each([
    'sb_secret_abcdefghijklmnopqrstuvwx',
    legacyKey({ iss: 'supabase', role: 'service_role' }),
    complete.SUPABASE_SECRET_KEY,
  ])('a secret key where browsers get it: %.12s', (key) => {
    expect(() => parseEnv({ ...complete, SUPABASE_PUBLISHABLE_KEY: key })).toThrow(
      /would be sent to every browser/,
    );
  });

  it.each(['sb_publishable_abc', legacyKey({ iss: 'supabase', role: 'anon' })])(
    'a publishable key as the secret one: %.16s',
    (key) => {
      expect(() => parseEnv({ ...complete, SUPABASE_SECRET_KEY: key })).toThrow(/may do too little/);
    },
  );

  it('a secret key in a setting that is built into pages, whose value is not repeated', () => {
    const leak = { NEXT_PUBLIC_KEY: `x-${complete.SUPABASE_SECRET_KEY}` };
    expect(() => parseEnv({ ...complete, ...leak })).toThrow(/NEXT_PUBLIC_KEY holds the secret key/);
    expect(() => parseEnv({ ...complete, ...leak })).not.toThrow(/sb_secret_x/);
  });

  it('takes a project’s own keys of either kind', () => {
    expect(parseEnv(production).isProduction).toBe(true);
    const legacy = {
      SUPABASE_PUBLISHABLE_KEY: legacyKey({ iss: 'supabase', role: 'anon' }),
      SUPABASE_SECRET_KEY: legacyKey({ iss: 'supabase', role: 'service_role' }),
    };
    expect(() => parseEnv({ ...production, ...legacy })).not.toThrow();
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
