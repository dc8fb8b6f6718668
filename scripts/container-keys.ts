import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
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

/** Signed by one another: they are made, and renewed, together. */
const signing = ['JWT_KEYS', 'JWT_JWKS', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];

/**
 * Writes into a settings file which secrets of `makeContainerKeys` it lacks, and closes it to others; what stands there
 * stays. `renews`: the keys are made anew, the passwords stay. Returns the names that were written.
 * @throws Error where a secret stands there twice, or only some of the keys that belong together do
 */
export async function completeKeys(file: string, { renews = false } = {}): Promise<string[]> {
  const made = await makeContainerKeys();
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const lines = text.split('\n').map((line) => {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return { line, name: name in made ? name : '', isBlank: /^(''|"")?$/.test(value) };
  });
  const set = lines.filter(({ name, isBlank }) => name !== '' && !isBlank).map(({ name }) => name);
  const twice = set.find((name, index) => set.indexOf(name) !== index);
  if (twice) throw new Error(`${twice} stands twice in ${file}. Remove the line that is not in use.`);
  const present = signing.filter((name) => set.includes(name));
  if (!renews && present.length > 0 && present.length < signing.length) {
    throw new Error(
      `Of ${signing.join(', ')} ${file} has only ${present.join(', ')}. They belong together: --renew makes all four.`,
    );
  }
  const isWanted = (name: string) => !set.includes(name) || (renews && signing.includes(name));
  const wanted = Object.fromEntries(Object.entries(made).filter(([name]) => isWanted(name)));
  const kept = lines.filter(({ name }) => !(name in wanted)).map(({ line }) => line);
  const before = kept.join('\n').replace(/\n*$/, '\n').replace(/^\n$/, '');
  // Whole or not at all, and never open to others, not for a moment.
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, before + envLines(wanted), { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
  return Object.keys(wanted);
}
