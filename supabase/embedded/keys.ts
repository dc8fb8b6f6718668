import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { Config } from './config.ts';

const privateJwk = z.looseObject({
  kty: z.enum(['EC', 'RSA']),
  kid: z.string().min(1),
  alg: z.enum(['ES256', 'RS256']),
  key_ops: z.array(z.string()).default(['sign', 'verify']),
});

const fileSchema = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  signingKeys: z.array(privateJwk).min(1),
  urlSigningKey: z.string(),
  refreshTokenKey: z.string(),
  oneTimeCodeKey: z.string(),
  mailboxToken: z.string(),
});

export interface Keys {
  publishableKey: string;
  secretKey: string;
  signing: { kid: string; alg: string; key: CryptoKey };
  /** Public halves of every key a token may be signed with: in use, standby and previously used. */
  jwks: { keys: JWK[] };
  urlSigningKey: Uint8Array;
  refreshTokenKey: Uint8Array;
  oneTimeCodeKey: Uint8Array;
  mailboxToken: string;
}

const secret = (bytes: number) => randomBytes(bytes).toString('base64url');

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    kid: crypto.randomUUID(),
    alg: 'ES256',
    use: 'sig',
    key_ops: ['sign', 'verify'],
  };
}

async function readOrCreateFile(dataDir: string): Promise<z.infer<typeof fileSchema>> {
  const folder = join(dataDir, 'supabase');
  const path = join(folder, 'keys.json');
  if (!existsSync(path)) {
    // Only this folder is closed: the account that runs Postgres must pass through the one above.
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const content = {
      publishableKey: `sb_publishable_${secret(24)}`,
      secretKey: `sb_secret_${secret(24)}`,
      signingKeys: [await createSigningKey()],
      urlSigningKey: secret(32),
      refreshTokenKey: secret(32),
      oneTimeCodeKey: secret(32),
      mailboxToken: secret(18),
    };
    // Written aside and renamed: a crash in between must not leave half a key file.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  }
  const result = fileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path} is damaged: ${z.prettifyError(result.error)}`);
  return result.data;
}

/** Keys written by `supabase gen signing-key` win, so that the same tokens hold under `supabase start`. */
function readConfiguredSigningKeys(config: Config): z.infer<typeof privateJwk>[] | undefined {
  if (!config.auth.signing_keys_path) return undefined;
  const path = resolve(config.folder, config.auth.signing_keys_path);
  if (!existsSync(path)) return undefined;
  const result = z
    .array(privateJwk)
    .min(1)
    .safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path}: ${z.prettifyError(result.error)}`);
  return result.data;
}

const privateMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth']);

function publicHalf(key: JWK): JWK {
  const shown = Object.entries(key).filter(([name]) => !privateMembers.has(name));
  return { ...Object.fromEntries(shown), use: 'sig', key_ops: ['verify'], ext: true };
}

async function importKey(key: JWK): Promise<CryptoKey> {
  const imported = await importJWK(key, key.alg);
  if (imported instanceof Uint8Array) throw new Error('a signing key must be asymmetric');
  return imported;
}

/** Reads `<dataDir>/supabase/keys.json`, making it (mode 0600) at the first start. */
export async function loadKeys(dataDir: string, config: Config): Promise<Keys> {
  const file = await readOrCreateFile(dataDir);
  const signingKeys: JWK[] = readConfiguredSigningKeys(config) ?? file.signingKeys;
  const inUse = signingKeys.find((key) => key.key_ops?.includes('sign') && key.d !== undefined);
  if (!inUse?.kid || !inUse.alg) throw new Error('no signing key has "sign" among its key_ops');
  return {
    publishableKey: file.publishableKey,
    secretKey: file.secretKey,
    signing: {
      kid: inUse.kid,
      alg: inUse.alg,
      key: await importKey({ ...inUse, key_ops: ['sign'] }),
    },
    jwks: { keys: signingKeys.map(publicHalf) },
    urlSigningKey: Buffer.from(file.urlSigningKey, 'base64url'),
    refreshTokenKey: Buffer.from(file.refreshTokenKey, 'base64url'),
    oneTimeCodeKey: Buffer.from(file.oneTimeCodeKey, 'base64url'),
    mailboxToken: file.mailboxToken,
  };
}

/** Compares without telling by time how much was right. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

export type ApiKeyRole = 'anon' | 'service_role';

export function roleOfApiKey(keys: Keys, apiKey: string | undefined): ApiKeyRole | undefined {
  if (apiKey === undefined) return undefined;
  if (sameSecret(apiKey, keys.publishableKey)) return 'anon';
  if (sameSecret(apiKey, keys.secretKey)) return 'service_role';
  return undefined;
}
