import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CryptoKey, createLocalJWKSet, importJWK, type JWK, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Config } from './config.ts';
import { keyFilePath, privateJwk, readOrCreateKeyFile } from './key-file.ts';
import type { Log } from './log.ts';

export interface SigningKeys {
  signing: { kid: string; alg: string; key: CryptoKey };
  /** Public halves of every key a token may be signed with: in use, standby and previously used. */
  jwks: { keys: JWK[] };
}

/** `signing` and `jwks` change while the server runs when the key file does. */
export interface Keys extends SigningKeys {
  publishableKey: string;
  secretKey: string;
  urlSigningKey: Uint8Array;
  refreshTokenKey: Uint8Array;
  oneTimeCodeKey: Uint8Array;
}

const configuredPath = (config: Config) =>
  config.auth.signing_keys_path ? resolve(config.folder, config.auth.signing_keys_path) : '';

export const hasConfiguredSigningKeys = (config: Config) => existsSync(configuredPath(config));

/** Keys written by `supabase gen signing-key` win, so that the same tokens hold under `supabase start`. */
function readConfiguredSigningKeys(config: Config): z.infer<typeof privateJwk>[] | undefined {
  if (!hasConfiguredSigningKeys(config)) return undefined;
  const path = configuredPath(config);
  const result = z
    .array(privateJwk)
    .min(1)
    .safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path}: ${z.prettifyError(result.error)}`);
  return result.data;
}

/** What is published of a key; anything else on it stays here. */
const publicMembers = new Set(['kty', 'kid', 'alg', 'crv', 'x', 'y', 'n', 'e']);

function publicHalf(key: JWK): JWK {
  const shown = Object.entries(key).filter(([name]) => publicMembers.has(name));
  return { ...Object.fromEntries(shown), use: 'sig', key_ops: ['verify'], ext: true };
}

async function importKey(key: JWK): Promise<CryptoKey> {
  const { kty, crv, x, y, d, n, e, p, q, dp, dq, qi } = key;
  const bare = Object.fromEntries(
    Object.entries({ kty, crv, x, y, d, n, e, p, q, dp, dq, qi }).filter(([, value]) => value !== undefined),
  );
  const imported = await importJWK({ ...bare, kty: kty ?? '', key_ops: ['sign'] }, key.alg);
  if (imported instanceof Uint8Array) throw new Error('a signing key must be asymmetric');
  return imported;
}

async function loadSigningKeys(dataDir: string, config: Config): Promise<SigningKeys> {
  const configured = readConfiguredSigningKeys(config);
  const stored = configured ? [] : (await readOrCreateKeyFile(dataDir)).signingKeys;
  const all: JWK[] = configured ?? stored;
  const inUse: JWK | undefined = configured
    ? configured.find((key) => key.key_ops.includes('sign') && key.d !== undefined)
    : stored.find((key) => key.state === 'in_use');
  if (!inUse?.kid || !inUse.alg) throw new Error('no signing key is in use');
  return {
    signing: { kid: inUse.kid, alg: inUse.alg, key: await importKey(inUse) },
    jwks: { keys: all.map(publicHalf) },
  };
}

/** Reads `<dataDir>/supabase/keys.json`, making it (mode 0600) at the first start. */
export async function loadKeys(dataDir: string, config: Config): Promise<Keys> {
  const file = await readOrCreateKeyFile(dataDir);
  return {
    ...(await loadSigningKeys(dataDir, config)),
    publishableKey: file.publishableKey,
    secretKey: file.secretKey,
    urlSigningKey: Buffer.from(file.urlSigningKey, 'base64url'),
    refreshTokenKey: Buffer.from(file.refreshTokenKey, 'base64url'),
    oneTimeCodeKey: Buffer.from(file.oneTimeCodeKey, 'base64url'),
  };
}

const lookEveryMs = 2_000;

/** Takes over what `keys rotate` and the like write, without a restart. */
export function followKeys(keys: Keys, dataDir: string, config: Config, log: Log): { stop(): void } {
  const path = keyFilePath(dataDir);
  const stamp = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  let known = stamp();
  const timer = setInterval(() => {
    const current = stamp();
    if (current === undefined || current === known) return;
    known = current;
    loadSigningKeys(dataDir, config)
      .then((loaded) => {
        keys.signing = loaded.signing;
        keys.jwks = loaded.jwks;
        log.info({ kid: loaded.signing.kid, keys: loaded.jwks.keys.length }, 'signing keys read again');
      })
      .catch((error: unknown) => log.error({ err: error }, 'signing keys could not be read again'));
  }, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
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

const apiKeyRole = z.enum(['anon', 'service_role']);

/** Also takes API keys of the older kind: tokens of these roles, signed with a key of ours. */
export async function roleOfAnyApiKey(keys: Keys, apiKey: string): Promise<ApiKeyRole | undefined> {
  const role = roleOfApiKey(keys, apiKey);
  if (role || apiKey.split('.').length !== 3) return role;
  const verified = await jwtVerify(apiKey, createLocalJWKSet(keys.jwks), {
    algorithms: ['ES256', 'RS256'],
  }).catch(() => null);
  return apiKeyRole.safeParse(verified?.payload.role).data;
}
