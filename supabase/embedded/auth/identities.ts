import type { Queryable, Transaction } from '../database.ts';
import { ApiError, errorCodeOf, uniqueViolation } from '../errors.ts';
import {
  emailExists,
  type IdentityRow,
  type Metadata,
  toJson,
  type UserRow,
  updateProviders,
} from './users.ts';
import { claimAddress } from './waiting.ts';

/** Ways into an account: an address, a number, or an account with somebody else. */

export interface NewIdentity {
  userId: string;
  provider: string;
  /** Who that is with the provider; for e-mail and phone the account itself. */
  providerId: string;
  data: Metadata;
}

export async function addIdentity(
  tx: Transaction,
  { userId, provider, providerId, data }: NewIdentity,
): Promise<IdentityRow> {
  const [identity] = await tx<IdentityRow[]>`insert into auth.identities ${tx({
    provider_id: providerId,
    user_id: userId,
    provider,
    identity_data: tx.json(toJson(data)),
    last_sign_in_at: new Date(),
  })} returning *`;
  if (!identity) throw new Error('an identity was not stored');
  return identity;
}

export async function findIdentity(
  q: Queryable,
  provider: string,
  providerId: string,
): Promise<IdentityRow | null> {
  const [identity] = await q<IdentityRow[]>`
    select * from auth.identities where provider = ${provider} and provider_id = ${providerId}`;
  return identity ?? null;
}

/** Sets or changes the e-mail or phone identity of an account. */
export async function putOwnIdentity(
  tx: Transaction,
  user: UserRow,
  provider: 'email' | 'phone',
  data: Metadata,
): Promise<void> {
  await tx`insert into auth.identities ${tx({
    provider_id: user.id,
    user_id: user.id,
    provider,
    identity_data: tx.json(toJson({ sub: user.id, ...data })),
  })} on conflict (provider_id, provider) do update
    set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`;
}

export const phoneExists = () =>
  new ApiError(422, 'phone_exists', 'A user with this phone number has already been registered');

/** Makes the new number the account's; 422 when somebody took it meanwhile. */
export async function completePhoneChange(tx: Transaction, user: UserRow): Promise<void> {
  const phone = user.phone_change;
  if (await claimAddress(tx, { phone })) throw phoneExists();
  try {
    await tx.savepoint(async (nested) => {
      await nested`update auth.users set phone = ${phone}, phone_change = '', phone_confirmed_at = now(),
          raw_user_meta_data = raw_user_meta_data || '{"phone_verified": true}', is_anonymous = false,
          updated_at = now()
        where id = ${user.id}`;
    });
  } catch (error) {
    if (errorCodeOf(error) === uniqueViolation) throw phoneExists();
    throw error;
  }
  await putOwnIdentity(tx, user, 'phone', { phone, phone_verified: true });
  await updateProviders(tx, user.id);
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
}

/** Makes the new address the account's; 422 when somebody took it meanwhile. */
export async function completeEmailChange(tx: Transaction, user: UserRow): Promise<void> {
  if (await claimAddress(tx, { email: user.email_change })) throw emailExists();
  try {
    await tx.savepoint(async (nested) => {
      await nested`update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
          raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', email_change, 'email_verified', true),
          email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false, updated_at = now()
        where id = ${user.id}`;
    });
  } catch (error) {
    if (errorCodeOf(error) === uniqueViolation) throw emailExists();
    throw error;
  }
  await putOwnIdentity(tx, user, 'email', { email: user.email_change, email_verified: true });
  await updateProviders(tx, user.id);
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
}
