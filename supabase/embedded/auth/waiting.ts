import type { Queryable, Transaction } from '../database.ts';
import { isAlive, lockUser, type Own, type UserRow, updateProviders } from './users.ts';

/**
 * Accounts that wait for their owner. Whoever signs up with an address may not be whose it is: what they left
 * there gives way to the next who signs up, and ends by itself after a day.
 */

export const hoursToProve = 24;

/** Accounts of sign-ups nobody has proven in time are gone. */
export async function endWaiting(q: Queryable): Promise<void> {
  await q`delete from auth.users where id in (
    select u.id from auth.users u join supabase_embedded.waiting_account w on w.user_id = u.id
    where u.created_at < now() - make_interval(hours => ${hoursToProve})
      and u.email_confirmed_at is null and u.phone_confirmed_at is null
    for update of u skip locked)`;
}

export async function markWaiting(tx: Transaction, userId: string): Promise<void> {
  await tx`insert into supabase_embedded.waiting_account (user_id) values (${userId}) on conflict do nothing`;
}

/**
 * Whose the address or number is: an account that has proven it, or one an operator has made. What a sign-up
 * left there is removed; an account that lives by other means and never proved it lets go of it. Sign-ups with
 * one address happen one after the other.
 */
export async function claimAddress(tx: Transaction, address: Own): Promise<UserRow | null> {
  const [kind, value] = 'email' in address ? ['email', address.email] : ['phone', address.phone];
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${value}`}, 4711))`;
  await endWaiting(tx);
  const column = tx(kind);
  const [found] = await tx<{ id: string }[]>`
    select id from auth.users where ${column} = ${value} and not is_sso_user`;
  if (!found) return null;
  const user = await lockUser(tx, found.id);
  if (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) return user;
  if (isAlive(user)) {
    await tx`update auth.users set ${column} = null, updated_at = now() where id = ${user.id}`;
    await tx`delete from auth.identities where user_id = ${user.id} and provider = ${kind}`;
    await tx`delete from auth.one_time_tokens where user_id = ${user.id} and relates_to = ${value}`;
    await updateProviders(tx, user.id);
    return null;
  }
  if (!user.self_made) return user;
  await tx`delete from auth.users where id = ${user.id}`;
  return null;
}

/**
 * The address is proven by something other than the sign-up itself: whatever that left, a password, a name or
 * another way in, was somebody else's for all we know.
 */
export async function dropUnproven(
  tx: Transaction,
  user: UserRow,
  keep: { provider: string; providerId: string; metadata: UserRow['raw_user_meta_data'] },
): Promise<void> {
  await tx`delete from auth.identities where user_id = ${user.id}
    and not (provider = ${keep.provider} and provider_id = ${keep.providerId})`;
  const metadata = tx.json(JSON.parse(JSON.stringify(keep.metadata)));
  await tx`update auth.identities set identity_data = ${metadata} where user_id = ${user.id}`;
  await tx`update auth.users set encrypted_password = null,
      phone = case when phone_confirmed_at is null and ${keep.provider} <> 'phone' then null else phone end,
      raw_user_meta_data = ${metadata}, updated_at = now()
    where id = ${user.id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await tx`delete from auth.sessions where user_id = ${user.id}`;
  await tx`delete from auth.mfa_factors where user_id = ${user.id}`;
}
