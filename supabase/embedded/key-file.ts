import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';

/** `<data>/supabase/keys.json`: every secret of an installation, mode 0600. */

const keyState = z.enum(['standby', 'in_use', 'previously_used']);

export const privateJwk = z.looseObject({
  kty: z.enum(['EC', 'RSA']),
  kid: z.string().min(1),
  alg: z.enum(['ES256', 'RS256']),
  key_ops: z.array(z.string()).default(['sign', 'verify']),
});

const storedKey = privateJwk.extend({
  state: keyState.default('in_use'),
  /** When it came into this state. */
  since: z.iso.datetime().optional(),
});

export type StoredKey = z.infer<typeof storedKey>;

const fileSchema = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  signingKeys: z.array(storedKey).min(1),
  urlSigningKey: z.string(),
  refreshTokenKey: z.string(),
  oneTimeCodeKey: z.string(),
});

export type KeyFile = z.infer<typeof fileSchema>;

const secret = (bytes: number) => randomBytes(bytes).toString('base64url');

export const keyFilePath = (dataDir: string) => join(dataDir, 'supabase', 'keys.json');

export async function createSigningKey(state: StoredKey['state'], now: Date): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return storedKey.parse({
    ...(await exportJWK(privateKey)),
    kid: crypto.randomUUID(),
    alg: 'ES256',
    use: 'sig',
    key_ops: ['sign', 'verify'],
    state,
    since: now.toISOString(),
  });
}

/** Written aside and renamed: a crash in between must not leave half a key file. */
export function writeKeyFile(dataDir: string, content: KeyFile): void {
  const path = keyFilePath(dataDir);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

export async function readOrCreateKeyFile(dataDir: string): Promise<KeyFile> {
  const path = keyFilePath(dataDir);
  if (!existsSync(path)) {
    // Only this folder is closed: the account that runs Postgres must pass through the one above.
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(join(dataDir, 'supabase'), { recursive: true, mode: 0o700 });
    writeKeyFile(dataDir, {
      publishableKey: `sb_publishable_${secret(24)}`,
      secretKey: `sb_secret_${secret(24)}`,
      signingKeys: [await createSigningKey('in_use', new Date())],
      urlSigningKey: secret(32),
      refreshTokenKey: secret(32),
      oneTimeCodeKey: secret(32),
    });
  }
  const result = fileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path} is damaged: ${z.prettifyError(result.error)}`);
  return result.data;
}
