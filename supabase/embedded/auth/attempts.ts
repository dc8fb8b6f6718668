import type { ClientAddress } from '../client-address.ts';
import type { Sql } from '../database.ts';
import { ApiError } from '../errors.ts';

/**
 * How often an account may be guessed at: `limit` tries, then one whenever another has run off, so that nobody
 * who knows the secret is kept out for good. Every try counts before it is looked at: of many sent at once no
 * more than the limit are.
 */
const kinds = {
  password: { limit: 10, minutes: 15 },
  code: { limit: 10, minutes: 60 },
  /** A code only the account's own owner may bring: a stranger, who has no session, spends none of these tries. */
  ownCode: { limit: 10, minutes: 60 },
  factor: { limit: 5, minutes: 15 },
} as const;

type Kind = keyof typeof kinds;

interface Bucket {
  subject: string;
  limit: number;
  /** Until one try has run off. */
  seconds: number;
}

function bucketOf(kind: Kind, account: string, times = 1): Bucket {
  const { limit, minutes } = kinds[kind];
  const allowed = limit * times;
  return {
    subject: `${kind}:${account.toLowerCase()}`,
    limit: allowed,
    seconds: (minutes * 60) / allowed,
  };
}

const tooMany = (seconds: number) =>
  new ApiError(
    429,
    'over_request_rate_limit',
    'Too many failed attempts. Please try again later.',
    undefined,
    Math.max(1, Math.ceil(seconds)),
  );

/** Counts a try; seconds to wait where there was none left. */
async function take(sql: Sql, { subject, limit, seconds }: Bucket): Promise<number> {
  // As far ahead as behind: what was counted while the clock stood in 2037 keeps nobody out for eleven years.
  const left = sql`greatest(0, a.failures - abs(extract(epoch from clock_timestamp() - a.since)) / ${seconds}::float8)`;
  const [taken] = await sql`
    insert into supabase_embedded.failed_attempt as a (subject, failures, since)
    values (${subject}, 1, clock_timestamp())
    on conflict (subject) do update set failures = ${left} + 1, since = clock_timestamp()
      where ${left} + 1 <= ${limit}::float8
    returning 1`;
  if (taken) return 0;
  const [row] = await sql<{ level: number }[]>`
    select ${left}::float8 as level from supabase_embedded.failed_attempt a where subject = ${subject}`;
  return Math.max(1, ((row?.level ?? 0) + 1 - limit) * seconds);
}

const giveBack = (sql: Sql, { subject }: Bucket) =>
  sql`update supabase_embedded.failed_attempt set failures = greatest(0, failures - 1) where subject = ${subject}`;

/** Tries from everywhere at one account; many addresses of one attacker must not multiply the guesses freely. */
const timesFromEverywhere = { password: 10, code: 5, ownCode: 5, factor: 2 } as const;

const bucketsOf = (kind: Kind, account: string, client: ClientAddress) => ({
  here: bucketOf(kind, `${account}@${client.network}`),
  everywhere: bucketOf(kind, account, timesFromEverywhere[kind]),
});

/**
 * Whether somebody is signed in to the account from that network; with its second factor, where that is what is guessed.
 * @param account the address or number that was given, or of a factor and one's own code the account itself
 */
export async function isKnownNetwork(
  sql: Sql,
  kind: Kind,
  account: string,
  network: string,
): Promise<boolean> {
  const isThere = sql`s.ip <<= ${network}::inet`;
  const [known] =
    kind === 'factor' || kind === 'ownCode'
      ? await sql`select 1 from auth.sessions s where s.user_id = ${account} and ${isThere}
          ${kind === 'factor' ? sql`and s.aal = 'aal2'` : sql``} limit 1`
      : await sql`
          select 1 from auth.sessions s join auth.users u on u.id = s.user_id
          where ${isThere} and (u.email = ${account.toLowerCase()} or u.phone = ${account}) limit 1`;
  return known !== undefined;
}

/**
 * A guess is counted per account and network, so that a stranger elsewhere does not lock an owner out; and per
 * account from everywhere, but for networks that are known.
 */
async function countGuess(sql: Sql, kind: Kind, account: string, client: ClientAddress): Promise<void> {
  const { here, everywhere } = bucketsOf(kind, account, client);
  const wait = await take(sql, here);
  if (wait > 0) throw tooMany(wait);
  const crowded = await take(sql, everywhere);
  if (crowded === 0) return;
  if (await isKnownNetwork(sql, kind, account, client.network)) return;
  await giveBack(sql, here);
  throw tooMany(crowded);
}

async function guessWasRight(sql: Sql, kind: Kind, account: string, client: ClientAddress): Promise<void> {
  const { here, everywhere } = bucketsOf(kind, account, client);
  await sql`delete from supabase_embedded.failed_attempt where subject = ${here.subject}`;
  await giveBack(sql, everywhere);
}

export const countPassword = (sql: Sql, account: string, client: ClientAddress) =>
  countGuess(sql, 'password', account, client);
export const passwordWasRight = (sql: Sql, account: string, client: ClientAddress) =>
  guessWasRight(sql, 'password', account, client);
/** @param account the address or number the code went to */
export const countCode = (sql: Sql, account: string, client: ClientAddress) =>
  countGuess(sql, 'code', account, client);
export const codeWasRight = (sql: Sql, account: string, client: ClientAddress) =>
  guessWasRight(sql, 'code', account, client);
export const countOwnCode = (sql: Sql, userId: string, client: ClientAddress) =>
  countGuess(sql, 'ownCode', userId, client);
export const ownCodeWasRight = (sql: Sql, userId: string, client: ClientAddress) =>
  guessWasRight(sql, 'ownCode', userId, client);
export const countFactor = (sql: Sql, userId: string, client: ClientAddress) =>
  countGuess(sql, 'factor', userId, client);
export const factorWasRight = (sql: Sql, userId: string, client: ClientAddress) =>
  guessWasRight(sql, 'factor', userId, client);
