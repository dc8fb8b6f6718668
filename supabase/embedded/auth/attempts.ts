import type { Sql } from '../database.ts';
import { ApiError } from '../errors.ts';

/** How often an account may be guessed at. */
const kinds = {
  password: { limit: 10, minutes: 15 },
  code: { limit: 10, minutes: 60 },
  factor: { limit: 10, minutes: 15 },
} as const;

type Kind = keyof typeof kinds;

const subjectOf = (kind: Kind, account: string) => `${kind}:${account.toLowerCase()}`;

const tooMany = () =>
  new ApiError(429, 'over_request_rate_limit', 'Too many failed attempts. Please try again later.');

/** Refuses when the account, existing or not, has seen too many failures of this kind. */
export async function refuseIfLocked(sql: Sql, kind: Kind, account: string): Promise<void> {
  const { limit, minutes } = kinds[kind];
  const [row] = await sql`select 1 from supabase_embedded.failed_attempt
    where subject = ${subjectOf(kind, account)} and failures >= ${limit}
      and since > now() - make_interval(mins => ${minutes})`;
  if (row) throw tooMany();
}

/**
 * Counts a failure before it is known to be one, in a transaction of its own: of many guesses sent at
 * once no more than the limit are looked at. Success clears the count.
 */
export async function countAttempt(sql: Sql, kind: Kind, account: string): Promise<void> {
  const { limit, minutes } = kinds[kind];
  const [row] = await sql<{ failures: number }[]>`
    insert into supabase_embedded.failed_attempt as a (subject) values (${subjectOf(kind, account)})
    on conflict (subject) do update set
      failures = case when a.since > now() - make_interval(mins => ${minutes}) then a.failures + 1 else 1 end,
      since = case when a.since > now() - make_interval(mins => ${minutes}) then a.since else now() end
    returning failures`;
  if ((row?.failures ?? 0) > limit) throw tooMany();
}

export async function clearAttempts(sql: Sql, kind: Kind, account: string): Promise<void> {
  await sql`delete from supabase_embedded.failed_attempt where subject = ${subjectOf(kind, account)}`;
}
