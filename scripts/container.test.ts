import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '@hausbuch/supabase-embedded/config';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { isSecretKey, keyProblems } from '../src/lib/server/key-guard.ts';
import { envLines, makeContainerKeys } from './container-keys.ts';
import { root } from './surroundings.ts';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

describe('the secrets of an installation in containers', () => {
  test('are keys the images accept: signed by the key that signs sessions, for the right role', async () => {
    const keys = await makeContainerKeys();
    const known = createLocalJWKSet(JSON.parse(keys.JWT_JWKS ?? ''));
    const claims = async (name: string) =>
      (await jwtVerify(keys[name] ?? '', known, { algorithms: ['ES256'] })).payload;
    expect(await claims('SUPABASE_PUBLISHABLE_KEY')).toMatchObject({ role: 'anon' });
    expect(await claims('SUPABASE_SECRET_KEY')).toMatchObject({ role: 'service_role' });
    const [signing] = JSON.parse(keys.JWT_KEYS ?? '');
    expect(signing).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', key_ops: ['sign', 'verify'] });
    expect(keys.JWT_JWKS).not.toContain(signing.d);
    expect(isSecretKey(keys.SUPABASE_SECRET_KEY ?? '')).toBe(true);
  });

  test('are keys a server in production starts with', async () => {
    const keys = await makeContainerKeys();
    const given = {
      publishableKey: keys.SUPABASE_PUBLISHABLE_KEY ?? '',
      secretKey: keys.SUPABASE_SECRET_KEY ?? '',
      isProduction: true,
    };
    expect(keyProblems(given)).toEqual([]);
  });

  test('are new each time, and stand in .env as they are', async () => {
    const [one, other] = await Promise.all([makeContainerKeys(), makeContainerKeys()]);
    expect(Object.keys(one).filter((name) => one[name] === other[name])).toEqual([]);
    // Single quotes end at the next one; nothing inside is looked at.
    for (const line of envLines(one).trimEnd().split('\n')) expect(line).toMatch(/^[A-Z_]+='[^']+'$/);
  });
});

describe('compose.yaml', () => {
  const compose = read('compose.yaml');
  const config = readConfig(path.join(root, 'supabase', 'config.toml'));
  const setting = (name: string) =>
    new RegExp(`^ +${name}: (.*?)(?: #.*)?$`, 'm')
      .exec(compose)?.[1]
      ?.replace(/^"(.*)"$/, (quoted) => String(JSON.parse(quoted)))
      .replace(/^'(.*)'$/, (_, text: string) => text.replaceAll("''", "'"));

  test('asks for every secret that is made', async () => {
    for (const name of Object.keys(await makeContainerKeys())) expect(compose).toContain(`\${${name}:?`);
  });

  test('sends the mails of config.toml', () => {
    const { template, notification } = config.auth.email;
    const mails = [
      ...Object.entries(template).map(([kind, mail]) => [kind.toUpperCase(), mail] as const),
      ...Object.entries(notification).map(
        ([kind, mail]) => [`${kind.toUpperCase()}_NOTIFICATION`, mail] as const,
      ),
    ];
    expect(mails.length).toBeGreaterThan(10);
    for (const [name, mail] of mails) {
      const file = mail?.content_path?.split('templates/')[1];
      expect([name, setting(`GOTRUE_MAILER_SUBJECTS_${name}`)]).toEqual([name, mail?.subject]);
      expect(setting(`GOTRUE_MAILER_TEMPLATES_${name}`)).toBe(`http://gateway:8001/mail/${file}`);
    }
  });

  test('keeps the rules of config.toml', () => {
    const { auth, storage } = config;
    expect({
      length: Number(setting('GOTRUE_PASSWORD_MIN_LENGTH')),
      life: Number(setting('GOTRUE_JWT_EXP')),
      reuse: Number(setting('GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL')),
      mails: Number(setting('GOTRUE_RATE_LIMIT_EMAIL_SENT')),
      code: Number(setting('GOTRUE_MAILER_OTP_LENGTH')),
      upload: Number(setting('UPLOAD_FILE_SIZE_LIMIT')),
    }).toEqual({
      length: auth.minimum_password_length,
      life: auth.jwt_expiry,
      reuse: auth.refresh_token_reuse_interval,
      mails: auth.rate_limit.email_sent,
      code: auth.email.otp_length,
      upload: storage.file_size_limit,
    });
  });
});

test('the image leaves secrets and data of the machine outside', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.env', '.env.*', '.data', '.git', 'node_modules', 'supabase/signing_keys.json']) {
    expect(ignored).toContain(name);
  }
});
