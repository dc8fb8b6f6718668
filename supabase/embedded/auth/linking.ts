import type { Transaction } from '../database.ts';
import { ApiError } from '../errors.ts';
import { recordAudit } from './audit.ts';
import { addIdentity, findIdentity, takeEmailFromIdentities, updateProviders } from './identities.ts';
import { sendLetter, type Work } from './mails.ts';
import { notifyOwner } from './notifications.ts';
import type { ExternalAccount } from './providers.ts';
import { signupDisabled } from './signup.ts';
import {
  addUser,
  confirmEmail,
  findUserByEmail,
  getUserById,
  isBanned,
  lockUser,
  mergeUserMetadata,
  type UserRow,
} from './users.ts';

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
 * Nobody has proven to own the account's address until now: what others put there while it waited, a
 * password or another way in, must not stay open to them.
 */
async function dropUnproven(tx: Transaction, user: UserRow, account: ExternalAccount): Promise<void> {
  await tx`delete from auth.identities where user_id = ${user.id}
    and not (provider = ${account.provider} and provider_id = ${account.subject})`;
  await tx`update auth.users set encrypted_password = null,
      raw_user_meta_data = ${tx.json(JSON.parse(JSON.stringify(account.data)))}, updated_at = now()
    where id = ${user.id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await tx`delete from auth.sessions where user_id = ${user.id}`;
  await tx`delete from auth.mfa_factors where user_id = ${user.id}`;
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

/** Finds the account, adds the identity to the one whose proven address it shares, or makes a new one. */
export async function recognise(work: Work, account: ExternalAccount): Promise<Recognised> {
  const { tx, request } = work;
  const { auth } = request.server.config;
  const isProven = account.emailVerified || (account.email !== '' && !auth.email.enable_confirmations);
  const identity = await findIdentity(tx, account.provider, account.subject);
  const sameEmail = account.email === '' ? null : await findUserByEmail(tx, account.email);
  let userId = identity?.user_id ?? (isProven ? sameEmail?.id : undefined);
  const isLinked = identity === null && userId !== undefined;
  if (userId === undefined) {
    if (!auth.enable_signup) return { refusal: signupDisabled() };
    // The address is somebody's who has proven it, or may yet do so; whoever this is has not.
    if (sameEmail) return { refusal: needsVerification(account.provider, false) };
    userId = await createFrom(tx, account);
  }
  const user = await lockUser(tx, userId);
  if (isBanned(user)) return { refusal: new ApiError(403, 'user_banned', 'User is banned') };
  await store(tx, account, userId);
  const isWaiting = !user.email_confirmed_at && !user.phone_confirmed_at && !user.is_anonymous;
  if (isWaiting && account.email !== '') {
    await dropUnproven(tx, user, account);
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
  await mergeUserMetadata(tx, userId, account.data);
  await updateProviders(tx, userId);
  if (isProven && !user.email_confirmed_at && user.email === account.email) await confirmEmail(tx, userId);
  if (isLinked) {
    await recordAudit(tx, request, user, 'identity_linked', { provider: account.provider });
    await notifyOwner(work, user, 'identity_linked', { Provider: account.provider });
  }
  await recordAudit(tx, request, user, 'login', { provider: account.provider });
  return { user: await getUserById(tx, userId) };
}

/** Adds the identity to the account of somebody who is signed in. */
export async function linkTo(work: Work, userId: string, account: ExternalAccount): Promise<Recognised> {
  const { tx, request } = work;
  const target = await lockUser(tx, userId);
  if (isBanned(target)) return { refusal: new ApiError(403, 'user_banned', 'User is banned') };
  const known = await findIdentity(tx, account.provider, account.subject);
  if (known) {
    const whose = known.user_id === userId ? '' : ' to another user';
    return {
      refusal: new ApiError(422, 'identity_already_exists', `Identity is already linked${whose}`),
    };
  }
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
