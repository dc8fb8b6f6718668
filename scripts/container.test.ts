import fs, { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '@hausbuch/supabase-embedded/config';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { listSettings } from '../src/lib/server/env.ts';
import { isSecretKey, keyProblems } from '../src/lib/server/key-guard.ts';
import { completeKeys, envLines, makeContainerKeys } from './container-keys.ts';
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

describe('keys <file>', () => {
  const inFolder = async (work: (file: string) => Promise<void>) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-keys-'));
    await work(path.join(folder, '.env')).finally(() => fs.rmSync(folder, { recursive: true }));
  };
  const valuesOf = (file: string) =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [, name = '', value = ''] = /^([A-Z_]+)='?(.*?)'?$/.exec(line) ?? [];
          return name === '' ? [] : [[name, value]];
        }),
    );

  test('makes what is missing, for its owner alone, and again nothing', () =>
    inFolder(async (file) => {
      fs.writeFileSync(file, 'APP_URL=https://hausbuch.example\nPOSTGRES_PASSWORD=\n# mine', { mode: 0o644 });
      expect((await completeKeys(file)).sort()).toEqual(Object.keys(await makeContainerKeys()).sort());
      expect(fs.statSync(file).mode & 0o777).toBe(0o600);
      const first = readFileSync(file, 'utf8');
      expect(first).toMatch(/^APP_URL=https:\/\/hausbuch\.example\n# mine\n/);
      expect(first.match(/^POSTGRES_PASSWORD=/gm)).toHaveLength(1);
      expect(await completeKeys(file)).toEqual([]);
      expect(readFileSync(file, 'utf8')).toBe(first);
      expect(fs.readdirSync(path.dirname(file))).toEqual(['.env']);
    }));

  test('renewed, all that are signed by one another are new, and the database keeps its password', () =>
    inFolder(async (file) => {
      await completeKeys(file);
      const before = valuesOf(file);
      await completeKeys(file, { renews: true });
      const after = valuesOf(file);
      expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
      expect(Object.keys(after).filter((name) => after[name] === before[name])).toEqual([
        'POSTGRES_PASSWORD',
        'JWT_SECRET',
      ]);
      const known = createLocalJWKSet(JSON.parse(after.JWT_JWKS ?? ''));
      await jwtVerify(after.SUPABASE_SECRET_KEY ?? '', known);
    }));

  test('refuses what would break: a part of the keys, and a name that stands twice', () =>
    inFolder(async (file) => {
      await completeKeys(file);
      const whole = readFileSync(file, 'utf8');
      fs.writeFileSync(file, whole.replace(/^JWT_KEYS=.*\n/m, ''));
      await expect(completeKeys(file)).rejects.toThrow('--renew');
      fs.writeFileSync(file, `${whole}POSTGRES_PASSWORD='another'\n`);
      await expect(completeKeys(file)).rejects.toThrow('POSTGRES_PASSWORD stands twice');
      expect(readFileSync(file, 'utf8')).toBe(`${whole}POSTGRES_PASSWORD='another'\n`);
    }));
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

  /** The lines of each service, by its name. */
  const services = Object.fromEntries(
    (/^services:\n([\s\S]*?)^volumes:/m.exec(compose)?.[1] ?? '').split(/^ {2}(?=\w+:$)/m).flatMap((part) => {
      const [, name, body] = /^(\w+):\n([\s\S]*)$/.exec(part) ?? [];
      return name ? [[name, body ?? ''] as const] : [];
    }),
  );

  test('hands the app every setting it knows', () => {
    // Said by the image, by `npm start`, or nothing to set here.
    const elsewhere = ['PORT', 'MAILBOX_URL', 'DATA_DISK'];
    const missing = listSettings()
      .map(({ name }) => name)
      .filter(
        (name) => !elsewhere.includes(name) && !new RegExp(`^ {6}${name}: `, 'm').test(services.app ?? ''),
      );
    expect(missing).toEqual([]);
  });

  test('gives each service limits, no rights it does not need, a log that ends, and a sign of health', () => {
    expect(Object.keys(services)).toEqual(['gateway', 'app', 'auth', 'storage', 'db']);
    const shared = /^x-service: &service\n((?: {2}.*\n)+)/m.exec(compose)?.[1];
    expect(
      shared
        ?.trimEnd()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'restart: unless-stopped',
      'security_opt: ["no-new-privileges:true"]',
      'cap_drop: [ALL]',
      'pids_limit: 256',
      'logging: { driver: local, options: { max-size: 10m, max-file: "5" } }',
    ]);
    const given = { gateway: 'CHOWN, SETGID, SETUID', db: 'CHOWN, DAC_OVERRIDE, FOWNER, SETGID, SETUID' };
    for (const [name, body] of Object.entries(services)) {
      expect([name, body]).toEqual([name, expect.stringMatching(/^ {4}<<: \*service$/m)]);
      expect([name, body]).toEqual([name, expect.stringMatching(/^ {4}mem_limit: /m)]);
      // That of the app stands in its image.
      if (name !== 'app') expect([name, body]).toEqual([name, expect.stringMatching(/^ {4}healthcheck:$/m)]);
      const rights = /^ {4}cap_add: \[(.*)\]$/m.exec(body)?.[1];
      expect([name, rights]).toEqual([name, Object.entries(given).find(([one]) => one === name)?.[1]]);
    }
    expect(compose).not.toContain('service_started');
    expect(read('Dockerfile').match(/^HEALTHCHECK/gm)).toHaveLength(2);
  });

  test('lets nobody link identities by hand unless the operator says so: that server binds it to no browser', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in compose.yaml
    expect(setting('GOTRUE_SECURITY_MANUAL_LINKING_ENABLED')).toBe('${MANUAL_LINKING:-false}');
  });

  test('takes providers and text messages from a file of the operator', () => {
    expect(services.auth).toContain('env_file: [{ path: .env.auth, required: false }]');
    expect(read('.gitignore').split('\n')).toContain('.env.*');
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

test('the images say what they are, and run as nobody special', () => {
  const [, alone = '', app = ''] = read('Dockerfile').split(/^FROM (?!.* AS (?:packages|build.*)$).*$/m);
  for (const image of [app, alone]) {
    expect(image).toMatch(/^USER node$/m);
    for (const name of ['title', 'version', 'revision', 'licenses', 'description']) {
      expect(image).toContain(`org.opencontainers.image.${name}=`);
    }
  }
  const { version, scripts } = JSON.parse(read('package.json'));
  const versions = [...read('Dockerfile').matchAll(/^ARG VERSION=(.*)$/gm)].map(([, said]) => said);
  expect(versions).toEqual([version, version]);
  expect(scripts.sbom).toContain('npm sbom');
});

test('the image leaves secrets and data of the machine outside', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.env', '.env.*', '.data', '.git', 'node_modules', 'supabase/signing_keys.json']) {
    expect(ignored).toContain(name);
  }
});
