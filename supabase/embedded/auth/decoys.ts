import { createHmac } from 'node:crypto';
import type { Queryable } from '../database.ts';
import type { AuthServer } from './context.ts';
import type { Own } from './users.ts';
import { hoursToProve } from './waiting.ts';

/**
 * Whoever signs up with an address nobody has is told at the sign-in that it is not confirmed. With one that somebody has
 * there is no account of theirs, and “wrong password” would tell them so: what they signed up with is remembered for as
 * long as an account would wait, and answered the same. With an account an operator has made it ends when that is proven.
 */

const subjectOf = ({ keys }: AuthServer, own: Own) =>
  createHmac('sha256', keys.oneTimeCodeKey)
    .update('email' in own ? `decoy\0email\0${own.email.toLowerCase()}` : `decoy\0phone\0${own.phone}`)
    .digest('hex');

/** In the place of the one before; a sign-up without a password leaves none. */
export async function keepDecoy(
  q: Queryable,
  server: AuthServer,
  own: Own,
  passwordHash: string | null,
): Promise<void> {
  const subject = subjectOf(server, own);
  if (passwordHash === null) await q`delete from supabase_embedded.decoy where subject = ${subject}`;
  else
    await q`insert into supabase_embedded.decoy (subject, password_hash) values (${subject}, ${passwordHash})
      on conflict (subject) do update set password_hash = excluded.password_hash, created_at = now()`;
}

export const dropDecoy = (q: Queryable, server: AuthServer, own: Own) => keepDecoy(q, server, own, null);

/** The hash of what was signed up with in vain; null where there is none. */
export async function findDecoy(q: Queryable, server: AuthServer, own: Own): Promise<string | null> {
  const [decoy] = await q<{ password_hash: string }[]>`
    select password_hash from supabase_embedded.decoy where subject = ${subjectOf(server, own)}
      and created_at > now() - make_interval(hours => ${hoursToProve})`;
  return decoy?.password_hash ?? null;
}

export const forgetDecoys = (q: Queryable) =>
  q`delete from supabase_embedded.decoy where created_at < now() - make_interval(hours => ${hoursToProve})`;
