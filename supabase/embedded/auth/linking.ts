import type { Transaction } from '../database.ts';
import { ApiError } from '../errors.ts';
import { recordAudit } from './audit.ts';
import { addIdentity, findIdentity } from './identities.ts';
import { sendLetter, type Work } from './mails.ts';
import { notifyOwner } from './notifications.ts';
import type { ExternalAccount } from './providers.ts';
import { signupDisabled } from './signup.ts';
import {
  addUser,
  confirmEmail,
  findUserByEmail,
  getUserById,
  isAlive,
  isBanned,
  lockUser,
  mergeToldMetadata,
  type UserRow,
  updateProviders,
} from './users.ts';
import { claimAddress, dropUnproven, endWaiting, markWaiting } from './waiting.ts';

/** Which account somebody from a provider belongs to. */

/** A refusal is an answer, not an exception: the account and the mail that go with it must be committed. */
export type Recognised = { user: UserRow } | { refusal: ApiError };

async function store(tx: Transaction, account: ExternalAccount, userId: string): Promise<void> {
  const known = await findIdentity(tx, account.provider, account.subject);
  if (known) {
    await tx`update auth.identities set identity_data = ${tx.json(JSON.parse(JSON.stringify(account.data)))},
      last_sign_in_at = now(), updated_at = now() where id = ${known.id}`;
  } else {
    await addIdentity(tx, {
      userId,
      provider: account.provider,
      providerId: account.subject,
      data: account.data,
    });
  }
}

/**
 * After an identity went or came: an address the account has not proven, or holds no more, gives way to one that
 * a provider has proven, else to none; 422 when all ways that are left carry addresses of other accounts.
 */
export async function takeEmailFromIdentities(tx: Transaction, userId: string): Promise<void> {
  const user = await getUserById(tx, userId);
  const held = user.identities.filter(({ provider, email }) => provider !== 'phone' && email);
  if (user.email_confirmed_at && held.some(({ email }) => email === user.email)) return;
  const proven = held.filter((identity) => identity.identity_data.email_verified === true);
  let free: string | null = null;
  for (const { email } of proven) {
    if (!email || (await claimAddress(tx, { email }))) continue;
    free = email;
    break;
  }
  if (free === null && proven.length > 0 && proven.length === user.identities.length) {
    throw new ApiError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  }
  const isProven = free !== null;
  await tx`update auth.users set email = ${free},
      email_confirmed_at = ${isProven ? tx`coalesce(email_confirmed_at, now())` : null},
      raw_user_meta_data = raw_user_meta_data || ${tx.json({ email_verified: isProven })},
      email_change = '', email_change_confirm_status = 0, phone_change = '', updated_at = now()
    where id = ${userId}`;
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`;
}

async function createFrom(tx: Transaction, account: ExternalAccount): Promise<string> {
  const id = crypto.randomUUID();
  const isNew = await addUser(tx, {
    id,
    email: account.email || null,
    phone: null,
    passwordHash: null,
    appMetadata: { provider: account.provider, providers: [account.provider] },
    userMetadata: account.data,
  });
  if (isNew) return id;
  throw new ApiError(409, 'conflict', 'The account was created by another request');
}

const needsVerification = (provider: string, sent: boolean) =>
  new ApiError(
    422,
    'provider_email_needs_verification',
    sent
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );

/** Whoever has proven the address puts aside what mere sign-ups left at it. */
async function findOwner(tx: Transaction, email: string, isProven: boolean): Promise<UserRow | null> {
  if (email === '') return null;
  return isProven ? claimAddress(tx, { email }) : findUserByEmail(tx, email);
}

/** The identity, unless its account only ever waited for the proof that is now here. */
async function findHolder(tx: Transaction, account: ExternalAccount, isProven: boolean) {
  const identity = await findIdentity(tx, account.provider, account.subject);
  if (!identity || !isProven) return identity;
  const holder = await lockUser(tx, identity.user_id);
  if (!holder.self_made || isAlive(holder)) return identity;
  await tx`delete from auth.users where id = ${holder.id}`;
  return null;
}

/** Finds the account, adds the identity to the one whose proven address it shares, or makes a new one. */
export async function recognise(work: Work, account: ExternalAccount): Promise<Recognised> {
  const { tx, request } = work;
  const { auth } = request.server.config;
  const isProven = account.emailVerified || (account.email !== '' && !auth.email.enable_confirmations);
  await endWaiting(tx);
  const identity = await findHolder(tx, account, isProven);
  const sameEmail = await findOwner(tx, account.email, isProven && identity === null);
  let userId = identity?.user_id ?? (isProven ? sameEmail?.id : undefined);
  const isLinked = identity === null && userId !== undefined;
  if (userId === undefined) {
    if (!auth.enable_signup) return { refusal: signupDisabled() };
    // The address is somebody's who has proven it, or may yet do so; whoever this is has not.
    if (sameEmail) return { refusal: needsVerification(account.provider, false) };
    userId = await createFrom(tx, account);
    if (!isProven) await markWaiting(tx, userId);
  }
  const user = await lockUser(tx, userId);
  if (isBanned(user)) return { refusal: new ApiError(403, 'user_banned', 'User is banned') };
  await store(tx, account, userId);
  const isWaiting = !user.email_confirmed_at && !user.phone_confirmed_at && !user.is_anonymous;
  if (isWaiting && account.email !== '') {
    await dropUnproven(tx, user, {
      provider: account.provider,
      providerId: account.subject,
      metadata: account.data,
    });
    await updateProviders(tx, userId);
    if (!isProven) {
      if (!user.email) return { refusal: needsVerification(account.provider, false) };
      await recordAudit(tx, request, user, 'user_confirmation_requested');
      await sendLetter(work, await getUserById(tx, userId), 'confirmation', { to: user.email });
      return { refusal: needsVerification(account.provider, true) };
    }
    await confirmEmail(tx, userId);
    await recordAudit(tx, request, user, 'user_signedup', { provider: account.provider });
    return { user: await getUserById(tx, userId) };
  }
  await mergeToldMetadata(tx, userId, account.data);
  await updateProviders(tx, userId);
  if (isProven && !user.email_confirmed_at && user.email === account.email) await confirmEmail(tx, userId);
  if (isLinked) {
    await recordAudit(tx, request, user, 'identity_linked', { provider: account.provider });
    await notifyOwner(work, user, 'identity_linked', { Provider: account.provider });
  }
  await recordAudit(tx, request, user, 'login', { provider: account.provider });
  return { user: await getUserById(tx, userId) };
}

/** Why the identity cannot be added to the account, or null. */
export async function findObstacle(
  tx: Transaction,
  userId: string,
  account: ExternalAccount,
): Promise<ApiError | null> {
  if (isBanned(await lockUser(tx, userId))) return new ApiError(403, 'user_banned', 'User is banned');
  const known = await findIdentity(tx, account.provider, account.subject);
  if (!known) return null;
  const whose = known.user_id === userId ? '' : ' to another user';
  return new ApiError(422, 'identity_already_exists', `Identity is already linked${whose}`);
}

/** Adds the identity to the account of somebody who is signed in. */
export async function linkTo(work: Work, userId: string, account: ExternalAccount): Promise<Recognised> {
  const { tx, request } = work;
  const refusal = await findObstacle(tx, userId, account);
  if (refusal) return { refusal };
  const target = await getUserById(tx, userId);
  await store(tx, account, userId);
  await recordAudit(tx, request, target, 'identity_linked', { provider: account.provider });
  // An address nobody has proven stays with the identity: on the account it could be its owner's trap.
  if (!target.email && account.emailVerified) {
    await takeEmailFromIdentities(tx, userId);
    await confirmEmail(tx, userId);
    await tx`update auth.users set is_anonymous = false where id = ${userId}`;
  }
  await updateProviders(tx, userId);
  await notifyOwner(work, target, 'identity_linked', { Provider: account.provider });
  return { user: await getUserById(tx, userId) };
}
