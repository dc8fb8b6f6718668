import {
  createSigningKey,
  type KeyFile,
  readOrCreateKeyFile,
  type StoredKey,
  writeKeyFile,
} from './key-file.ts';

/**
 * A signing key stands by, is in use, was used, and is revoked. Whoever verifies tokens keeps the list of
 * keys for some minutes: a key must be in it before it signs, and stay until its last token has expired.
 */

/** How long others may keep the list: ten minutes in clients, as much on the way there. */
const listLifeMs = 20 * 60_000;

export interface KeySummary {
  kid: string;
  alg: string;
  state: StoredKey['state'];
  since: string | undefined;
}

const summaryOf = ({ kid, alg, state, since }: StoredKey): KeySummary => ({ kid, alg, state, since });

async function change(
  dataDir: string,
  edit: (file: KeyFile) => StoredKey[] | Promise<StoredKey[]>,
): Promise<KeySummary[]> {
  const file = await readOrCreateKeyFile(dataDir);
  const signingKeys = await edit(file);
  writeKeyFile(dataDir, { ...file, signingKeys });
  return signingKeys.map(summaryOf);
}

export async function listKeys(dataDir: string): Promise<KeySummary[]> {
  return (await readOrCreateKeyFile(dataDir)).signingKeys.map(summaryOf);
}

const ageMs = (key: StoredKey, now: Date) =>
  key.since === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(key.since);

const inMinutes = (ms: number) => `${Math.ceil(ms / 60_000)} minutes`;

/** Publishes a key that signs nothing yet. */
export function addStandbyKey(dataDir: string, now: Date = new Date()): Promise<KeySummary[]> {
  return change(dataDir, async ({ signingKeys }) => {
    if (signingKeys.some((key) => key.state === 'standby')) throw new Error('A key is standing by already.');
    return [...signingKeys, await createSigningKey('standby', now)];
  });
}

/** Lets the key that stands by sign from now on. In a hurry it does not wait until others know it. */
export function rotateKeys(dataDir: string, hurry: boolean, now: Date = new Date()): Promise<KeySummary[]> {
  return change(dataDir, ({ signingKeys }) => {
    const next = signingKeys.find((key) => key.state === 'standby');
    if (!next) throw new Error('No key is standing by. First: npm run -s supabase -- keys add');
    const wait = listLifeMs - ageMs(next, now);
    if (wait > 0 && !hurry) {
      throw new Error(
        `Others may not know the new key yet: wait ${inMinutes(wait)}, or add --now and let some be refused.`,
      );
    }
    const since = now.toISOString();
    return signingKeys.map((key) => {
      if (key === next) return { ...key, state: 'in_use' as const, since };
      return key.state === 'in_use' ? { ...key, state: 'previously_used' as const, since } : key;
    });
  });
}

/** Removes a key that no longer signs; what it signed is worth nothing from then on. */
export function revokeKey(
  dataDir: string,
  options: { kid: string; tokenLifeMs: number; hurry: boolean; now?: Date },
): Promise<KeySummary[]> {
  const { kid, tokenLifeMs, hurry, now = new Date() } = options;
  return change(dataDir, ({ signingKeys }) => {
    const key = signingKeys.find((candidate) => candidate.kid === kid);
    if (!key) throw new Error(`There is no key ${kid}.`);
    if (key.state === 'in_use')
      throw new Error('This key is in use. First: npm run -s supabase -- keys rotate');
    const wait = tokenLifeMs + listLifeMs - ageMs(key, now);
    if (key.state === 'previously_used' && wait > 0 && !hurry) {
      throw new Error(
        `Tokens of this key are still valid: wait ${inMinutes(wait)}, or add --now and sign those users out.`,
      );
    }
    return signingKeys.filter((candidate) => candidate !== key);
  });
}
