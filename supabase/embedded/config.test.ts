import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig, readConfig } from './config.ts';

describe('config.toml', () => {
  test('the project’s own asks for confirmation, strong passwords and a private bucket', () => {
    const { auth, storage } = readConfig(join(import.meta.dirname, '../config.toml'));
    expect(auth.email).toMatchObject({
      enable_confirmations: true,
      secure_password_change: true,
      double_confirm_changes: true,
      max_frequency: 10_000,
    });
    expect(auth).toMatchObject({
      minimum_password_length: 10,
      password_requirements: 'lower_upper_letters_digits',
      enable_refresh_token_rotation: true,
    });
    expect(auth.mfa.totp).toEqual({ enroll_enabled: true, verify_enabled: true });
    expect(storage.buckets.documents).toMatchObject({ public: false, file_size_limit: 50 * 1024 * 1024 });
    expect(storage.buckets.documents?.allowed_mime_types).toContain('image/heic');
  });

  test('an empty one has the defaults of the Supabase CLI', () => {
    const { auth, storage } = parseConfig('', '/');
    expect(auth).toMatchObject({
      site_url: 'http://127.0.0.1:3000',
      jwt_expiry: 3600,
      minimum_password_length: 6,
      refresh_token_reuse_interval: 10,
      rate_limit: { sign_in_sign_ups: 30, token_refresh: 150 },
      email: { enable_confirmations: false, max_frequency: 1000, otp_length: 6, otp_expiry: 3600 },
    });
    expect(storage).toEqual({ file_size_limit: 52_428_800, buckets: {} });
  });

  test.each([
    ['"10s"', 10_000],
    ['"1m30s"', 90_000],
    ['"24h"', 86_400_000],
    ['"500ms"', 500],
  ])('the duration %s is %d ms', (text, expected) => {
    expect(parseConfig(`[auth.email]\nmax_frequency = ${text}`, '/').auth.email.max_frequency).toBe(expected);
  });

  test.each([
    ['"50MiB"', 52_428_800],
    ['"20mb"', 20_000_000],
    ['1234', 1234],
    ['"1.5KB"', 1500],
  ])('the size %s is %d bytes', (text, expected) => {
    expect(parseConfig(`[storage]\nfile_size_limit = ${text}`, '/').storage.file_size_limit).toBe(expected);
  });

  test('env(NAME) is taken from the environment, absent ones are empty', () => {
    const text =
      '[auth]\nsite_url = "env(SITE)"\n[auth.email.smtp]\nhost = "h"\nport = 25\nadmin_email = "a@b.c"\npass = "env(NONE)"';
    const { auth } = parseConfig(text, '/', { SITE: 'https://haus.test', NODE_ENV: 'test' });
    expect(auth.site_url).toBe('https://haus.test');
    expect(auth.email.smtp?.pass).toBe('');
  });

  test.each([
    ['[auth]\nminimum_password_length = 3', 'minimum_password_length'],
    ['[auth]\npassword_requirements = "strong"', 'password_requirements'],
    ['[auth.email]\nmax_frequency = "soon"', 'max_frequency'],
    ['[storage]\nfile_size_limit = "big"', 'file_size_limit'],
  ])('%j is refused, naming the setting', (text, name) => {
    expect(() => parseConfig(text, '/')).toThrow(name);
  });

  test('keys this server does not know are no obstacle', () => {
    expect(() =>
      parseConfig('[edge_runtime]\nenabled = true\n[auth.web3.solana]\nenabled = false', '/'),
    ).not.toThrow();
  });
});
