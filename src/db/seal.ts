import { createHmac, hkdfSync } from 'node:crypto';

/** As what a transaction is entered: for a person, for somebody without a session, or for the program itself. */
export type Acting = 'user' | 'visitor' | 'system';

/** Everything that policies and functions of the database go by. */
export type Entry = {
  role: 'hausbuch_app' | 'hausbuch_erase';
  userId: string | null;
  portfolioId: string | null;
  as: Acting;
};

/** Which transaction: the server's process that runs it and, in sixteen hex digits as Postgres sends it, its begin. */
export type Moment = { pid: number; beganAt: string };

/** What Postgres is asked for a `Moment`. */
export const momentColumns =
  'pg_catalog.pg_backend_pid() as pid, pg_catalog.encode(pg_catalog.timestamptz_send(pg_catalog.now()), \'hex\') as "beganAt"';

type SealKey = { name: string; key: Buffer };

const known = new Map<string, SealKey>();

/** The key an installation seals with: the same in every process that was given the same secret, and telling nothing of it. */
export function sealKey(secret: string): SealKey {
  const made = known.get(secret);
  if (made) return made;
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'hausbuch', label, bytes));
  const key = { name: derive('name of the seal', 8).toString('hex'), key: derive('seal of entries', 32) };
  known.set(secret, key);
  return key;
}

/** Bytes in a block of SHA-256, which RFC 2104 pads the key to. */
const blockBytes = 64;

/** The key as the database keeps it: both padded keys of RFC 2104, so that two SHA-256 are the HMAC there. */
export function paddedKeys(secret: string): { name: string; inner: Buffer; outer: Buffer } {
  const { name, key } = sealKey(secret);
  const padded = Buffer.concat([key, Buffer.alloc(blockBytes - key.length)]);
  const mixed = (mask: number) => Buffer.from(padded.map((byte) => byte ^ mask));
  return { name, inner: mixed(0x36), outer: mixed(0x5c) };
}

/**
 * Says to the database that this entry is the app's, for this transaction and no other; `hausbuch.entered()` compares it.
 * Always a parameter of a statement: its text is there to be read by others.
 */
export function seal(secret: string, entry: Entry, { pid, beganAt }: Moment): string {
  const { name, key } = sealKey(secret);
  const moment = `${pid}.${beganAt}`;
  const [user, portfolio] = [entry.userId, entry.portfolioId].map((one) => one?.toLowerCase() ?? '');
  const message = [entry.role, user, portfolio, entry.as, moment].join('|');
  const mac = createHmac('sha256', key).update(message).digest('hex');
  return [name, entry.as, moment, mac].join('.');
}

const shape = /^[0-9a-f]{16}\.(?:user|visitor|system)\.\d+\.[0-9a-f]{16}\.[0-9a-f]{64}$/;

/** Whether a value of a statement is a seal, which nothing prints. */
export const isSeal = (value: unknown): boolean => typeof value === 'string' && shape.test(value);
