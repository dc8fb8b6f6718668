import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Of the two keys; whoever runs the containers makes new ones before. */
const lifetime = '10 years';

/**
 * The secrets of an installation in containers, as lines of `.env`. Supabase's images know no `sb_…` keys without
 * its gateway; signed by the same ES256 key as sessions are, ours are tokens that they accept themselves.
 */
export async function makeContainerKeys(): Promise<Record<string, string>> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const shared = { kid: crypto.randomUUID(), alg: 'ES256', use: 'sig' };
  const [secret, open] = await Promise.all([exportJWK(privateKey), exportJWK(publicKey)]);
  const keyOf = (role: 'anon' | 'service_role') =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: 'ES256', kid: shared.kid, typ: 'JWT' })
      .setIssuer('hausbuch')
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(privateKey);
  const password = () => randomBytes(32).toString('hex');
  return {
    POSTGRES_PASSWORD: password(),
    // Demanded by both images, and used by neither as long as there are keys below.
    JWT_SECRET: password(),
    JWT_KEYS: JSON.stringify([{ ...secret, ...shared, key_ops: ['sign', 'verify'] }]),
    JWT_JWKS: JSON.stringify({ keys: [{ ...open, ...shared, key_ops: ['verify'] }] }),
    SUPABASE_PUBLISHABLE_KEY: await keyOf('anon'),
    SUPABASE_SECRET_KEY: await keyOf('service_role'),
  };
}

/** In single quotes, since Compose would look for variables and comments in anything else. */
export const envLines = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
