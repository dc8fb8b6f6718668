import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/**
 * Secrets of authenticator apps, unreadable to whoever only has the database. The form is the one of
 * Supabase Auth (`GOTRUE_SECURITY_DB_ENCRYPTION_*`, key id below): accounts can be moved with their factors.
 */
const keyId = 'embedded';
const tagBytes = 16;

const envelope = z.object({
  key_id: z.literal(keyId),
  alg: z.literal('aes-gcm-hkdf'),
  data: z.base64(),
  nonce: z.base64(),
});

const keyFor = (key: Uint8Array, factorId: string) =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), factorId, 32));

export function sealSecret(key: Uint8Array, factorId: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, factorId), nonce);
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({
    key_id: keyId,
    alg: 'aes-gcm-hkdf',
    data: data.toString('base64'),
    nonce: nonce.toString('base64'),
  });
}

/** Takes an unsealed secret as it is: factors moved here from elsewhere keep working. */
export function openSecret(key: Uint8Array, factorId: string, stored: string): string {
  if (!stored.startsWith('{')) return stored;
  const sealed = envelope.parse(JSON.parse(stored));
  const data = Buffer.from(sealed.data, 'base64');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFor(key, factorId),
    Buffer.from(sealed.nonce, 'base64'),
  );
  decipher.setAuthTag(data.subarray(-tagBytes));
  return Buffer.concat([decipher.update(data.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
}
