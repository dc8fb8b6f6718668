import type { Queryable, Transaction } from '../database.ts';
import { ApiError, errorCodeOf, uniqueViolation, validationFailed } from '../errors.ts';
import { requireSmall, requireStorable } from './metadata.ts';

export const audience = 'authenticated';
export const defaultRole = 'authenticated';

export type Metadata = Record<string, unknown>;

export interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface FactorRow {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: 'unverified' | 'verified';
  phone: string | null;
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
}

export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  phone_change: string;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata;
  raw_user_meta_data: Metadata;
  created_at: Date;
  updated_at: Date;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  is_sso_user: boolean;
  /** Made by a sign-up that nobody has proven to be theirs. */
  self_made: boolean;
  identities: IdentityRow[];
  factors: FactorRow[];
}

function toIdentity(row: IdentityRow) {
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: row.identity_data,
    provider: row.provider,
    last_sign_in_at: row.last_sign_in_at ?? undefined,
    created_at: row.created_at,
    updated_at: row.updated_at,
    email: row.email ?? undefined,
  };
}

export function toFactor(row: FactorRow) {
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    status: row.status,
    friendly_name: row.friendly_name ?? undefined,
    factor_type: row.factor_type,
    phone: row.phone ?? undefined,
    last_challenged_at: row.last_challenged_at ?? undefined,
  };
}

/** The user as clients see one: no hash, no token. */
export function toUser(row: UserRow) {
  const at = (instant: Date | null) => instant?.toISOString();
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    email_confirmed_at: at(row.email_confirmed_at),
    invited_at: at(row.invited_at),
    phone: row.phone ?? '',
    phone_confirmed_at: at(row.phone_confirmed_at),
    confirmation_sent_at: at(row.confirmation_sent_at),
    confirmed_at: at(row.confirmed_at),
    recovery_sent_at: at(row.recovery_sent_at),
    new_email: row.email_change || undefined,
    email_change_sent_at: at(row.email_change_sent_at),
    new_phone: row.phone_change || undefined,
    phone_change_sent_at: at(row.phone_change_sent_at),
    reauthentication_sent_at: at(row.reauthentication_sent_at),
    last_sign_in_at: at(row.last_sign_in_at),
    app_metadata: row.raw_app_meta_data,
    user_metadata: row.raw_user_meta_data,
    factors: row.factors.length > 0 ? row.factors.map(toFactor) : undefined,
    identities: row.identities.map(toIdentity),
    created_at: at(row.created_at),
    updated_at: at(row.updated_at),
    banned_until: at(row.banned_until),
    deleted_at: at(row.deleted_at),
    is_anonymous: row.is_anonymous,
  };
}

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

export const longestAddress = 255;

/** In lower case, or a refusal. */
export function parseEmail(text: string): string {
  if (text === '') throw validationFailed('An email address is required');
  if (text.length > longestAddress) throw validationFailed('An email address is too long');
  const email = text.toLowerCase();
  if (!emailPattern.test(email)) throw validationFailed('Unable to validate email address: invalid format');
  return email;
}

const withRelations = (q: Queryable) => q`
  u.*, coalesce(u.email_change, '') as email_change, coalesce(u.phone_change, '') as phone_change,
  exists (select 1 from supabase_embedded.waiting_account w where w.user_id = u.id) as self_made,
  coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at) from auth.identities i
    where i.user_id = u.id), '[]') as identities,
  coalesce((select jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at) from auth.mfa_factors f
    where f.user_id = u.id), '[]') as factors`;

/** The account lives, whatever it has proven: an address it has not is none of its own. */
export const isAlive = (user: UserRow) =>
  Boolean(user.confirmed_at || user.email_confirmed_at || user.phone_confirmed_at || user.last_sign_in_at) ||
  user.is_anonymous;

/** The account whose address it is, or one that waits for its owner. */
export async function findUserByEmail(q: Queryable, email: string): Promise<UserRow | null> {
  const [user] = await q<UserRow[]>`
    select ${withRelations(q)} from auth.users u
    where u.email = ${email.toLowerCase()} and not u.is_sso_user and u.aud = ${audience}
      and (u.email_confirmed_at is not null or (u.phone_confirmed_at is null and u.last_sign_in_at is null))`;
  return user ?? null;
}

/** The same for a number. @param phone digits only */
export async function findUserByPhone(q: Queryable, phone: string): Promise<UserRow | null> {
  const [user] = await q<UserRow[]>`
    select ${withRelations(q)} from auth.users u
    where u.phone = ${phone} and not u.is_sso_user and u.aud = ${audience}
      and (u.phone_confirmed_at is not null or (u.email_confirmed_at is null and u.last_sign_in_at is null))`;
  return user ?? null;
}

/** Accounts that have asked for this number, the latest: each more is one more code that a guess may hit. */
export async function findUsersByNewPhone(q: Queryable, phone: string): Promise<UserRow[]> {
  return q<UserRow[]>`
    select ${withRelations(q)} from auth.users u
    where u.phone_change = ${phone} and u.aud = ${audience}
    order by u.phone_change_sent_at desc nulls last limit 5`;
}

export async function findUserById(q: Queryable, id: string): Promise<UserRow | null> {
  const [user] = await q<UserRow[]>`select ${withRelations(q)} from auth.users u where u.id = ${id}`;
  return user ?? null;
}

export async function getUserById(q: Queryable, id: string): Promise<UserRow> {
  const user = await findUserById(q, id);
  if (!user) throw new ApiError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return user;
}

/** Locks the account, so that its steps happen one after the other. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  await tx`select 1 from auth.users where id = ${id} for no key update`;
  return getUserById(tx, id);
}

/** Accounts that have asked for this address, the latest, as with numbers. */
export async function findUserByNewEmail(q: Queryable, email: string): Promise<UserRow[]> {
  return q<UserRow[]>`
    select ${withRelations(q)} from auth.users u
    where u.email_change = ${email.toLowerCase()} and u.aud = ${audience}
    order by u.email_change_sent_at desc nulls last limit 5`;
}

export const isBanned = (user: UserRow) => user.banned_until !== null && user.banned_until > new Date();
export const hasVerifiedFactor = (user: UserRow) =>
  user.factors.some((factor) => factor.status === 'verified');

export interface NewAccount {
  id: string;
  email: string | null;
  phone: string | null;
  passwordHash: string | null;
  appMetadata: Metadata;
  userMetadata: Metadata;
  isAnonymous?: boolean;
  role?: string;
}

/** Adds an account without identities; false when its address or number has just been taken. */
export async function addUser(tx: Transaction, account: NewAccount): Promise<boolean> {
  try {
    await tx.savepoint(async (nested) => {
      await nested`insert into auth.users ${nested({
        id: account.id,
        aud: audience,
        role: account.role ?? defaultRole,
        email: account.email,
        phone: account.phone,
        encrypted_password: account.passwordHash,
        raw_app_meta_data: nested.json(toJson(account.appMetadata)),
        raw_user_meta_data: nested.json(toJson(requireStorable(account.userMetadata))),
        is_anonymous: account.isAnonymous ?? false,
      })}`;
    });
    return true;
  } catch (error) {
    if (errorCodeOf(error) === uniqueViolation) return false;
    throw error;
  }
}

export interface NewUser {
  own: Own;
  passwordHash: string | null;
  data: Metadata;
}

export type Own = { email: string } | { phone: string };

/** What an account says of itself from the start; addresses and what is proven are never taken from a client's words. */
export function ownMetadata(id: string, own: Own, data: Metadata): Metadata {
  const { sub: _sub, email: _email, phone: _phone, ...rest } = data;
  return { ...rest, sub: id, ...own, email_verified: false, phone_verified: false };
}

/** Adds the account with its identity, or returns null when the address or number has just been taken. */
export async function createUser(tx: Transaction, { own, passwordHash, data }: NewUser) {
  const id = crypto.randomUUID();
  const provider = 'email' in own ? 'email' : 'phone';
  const identityData = ownMetadata(id, own, data);
  const isNew = await addUser(tx, {
    id,
    email: 'email' in own ? own.email : null,
    phone: 'phone' in own ? own.phone : null,
    passwordHash,
    appMetadata: { provider, providers: [provider] },
    userMetadata: identityData,
  });
  if (!isNew) return null;
  await tx`insert into auth.identities ${tx({
    provider_id: id,
    user_id: id,
    provider,
    identity_data: tx.json(toJson(identityData)),
    last_sign_in_at: new Date(),
  })}`;
  return getUserById(tx, id);
}

type Json = Parameters<Transaction['json']>[0];

/** Metadata came in as JSON; the round trip says so to the type checker. */
export const toJson = (data: Metadata): Json => JSON.parse(JSON.stringify(data));

type MetadataColumn = 'raw_user_meta_data' | 'raw_app_meta_data';

async function mergeMetadata(
  tx: Transaction,
  column: MetadataColumn,
  userId: string,
  data: Metadata,
): Promise<Metadata> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  const [row] = await tx<{ data: Metadata }[]>`update auth.users
    set ${tx(column)} = (${tx(column)} || ${tx.json(toJson(kept))}) - ${removed}::text[], updated_at = now()
    where id = ${userId} returning ${tx(column)} as data`;
  return row?.data ?? {};
}

/** Adds the keys of what a client says, removing those that are null. */
export async function mergeUserMetadata(tx: Transaction, userId: string, said: Metadata): Promise<void> {
  requireStorable(await mergeMetadata(tx, 'raw_user_meta_data', userId, requireSmall(said)));
}

/** Adds what a provider tells, which is small. */
export const mergeToldMetadata = (tx: Transaction, userId: string, told: Metadata) =>
  mergeMetadata(tx, 'raw_user_meta_data', userId, told);

/** The same for what only operators may write. */
export const mergeAppMetadata = (tx: Transaction, userId: string, data: Metadata) =>
  mergeMetadata(tx, 'raw_app_meta_data', userId, data);

/** Keeps the list of providers in `app_metadata` in step with the identities, the oldest first. */
export async function updateProviders(tx: Transaction, userId: string): Promise<void> {
  await tx`update auth.users u set raw_app_meta_data = raw_app_meta_data
      || jsonb_build_object('providers', p.names)
      || case when p.names = '[]' then '{}' else jsonb_build_object('provider', p.names -> 0) end
    from (select coalesce(jsonb_agg(provider order by since), '[]') as names
      from (select provider, min(created_at) as since from auth.identities
        where user_id = ${userId} group by provider) as list) as p
    where u.id = ${userId}`;
}

/** The newest first. */
export async function listUsers(
  q: Queryable,
  options: { limit: number; offset: number; filter: string },
): Promise<{ users: UserRow[]; total: number }> {
  const like = `%${options.filter}%`;
  const where = q`u.aud = ${audience} and (${options.filter} = ''
    or u.email like ${like} or u.raw_user_meta_data ->> 'full_name' ilike ${like})`;
  const [count] = await q<
    { total: number }[]
  >`select count(*)::int as total from auth.users u where ${where}`;
  const users = await q<UserRow[]>`select ${withRelations(q)} from auth.users u where ${where}
    order by u.created_at desc, u.id limit ${options.limit} offset ${options.offset}`;
  return { users, total: count?.total ?? 0 };
}

/** The address is proven: marks it on the account and on its e-mail identity. */
export async function confirmEmail(tx: Transaction, userId: string): Promise<void> {
  await tx`update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}', updated_at = now()
    where id = ${userId}`;
  await tx`update auth.identities i
    set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    from auth.users u where u.id = i.user_id and i.user_id = ${userId} and i.email = u.email`;
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`;
  await tx`delete from supabase_embedded.waiting_account where user_id = ${userId}`;
}

export const emailExists = () =>
  new ApiError(422, 'email_exists', 'A user with this email address has already been registered');
