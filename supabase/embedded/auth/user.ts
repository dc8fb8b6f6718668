import { z } from 'zod';
import { ApiError, validationFailed } from '../errors.ts';
import { countOwnCode, countPassword, ownCodeWasRight, passwordWasRight } from './attempts.ts';
import { recordAudit } from './audit.ts';
import { requireFullAssurance, type SignedIn } from './bearer.ts';
import { type AuthRequest, answerEvenly, limitAddress, optionalText, readBody, transact } from './context.ts';
import { challengeFields, parseChallenge, recordChallenge } from './flow-state.ts';
import { completeEmailChange, completePhoneChange } from './identities.ts';
import { limitMailsOf, sendLetter, spendMail, type Work } from './mails.ts';
import { notifyOwner } from './notifications.ts';
import { consumeCode } from './one-time-tokens.ts';
import { checkPassword, hashPassword, verifyPassword } from './passwords.ts';
import { checkChannel, limitMessagesOf, parsePhone, sendPhoneCode } from './phones.ts';
import { endSessions } from './sessions.ts';
import {
  findUserByEmail,
  findUserByPhone,
  getUserById,
  lockUser,
  mergeUserMetadata,
  parseEmail,
  toUser,
  type UserRow,
} from './users.ts';

const recentMs = 24 * 3_600_000;

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  channel: optionalText,
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields,
});

type Change = z.infer<typeof body>;

const invalidNonce = () => new ApiError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');

/** Uses up the code that was sent by `reauthenticate`. */
async function redeemNonce(request: AuthRequest, user: UserRow, nonce: string): Promise<void> {
  const { server } = request;
  const address = user.email || user.phone;
  if (!address) throw invalidNonce();
  // Not under the address: there a stranger guesses, who has no session.
  await countOwnCode(server.sql, user.id, request.client);
  const token = await transact(server, (tx) =>
    consumeCode(tx, server, { userId: user.id, address, code: nonce, types: ['reauthentication_token'] }),
  );
  if (!token) throw invalidNonce();
  await ownCodeWasRight(server.sql, user.id, request.client);
}

/** Checks all a new password must satisfy and hashes it; slow, so before any transaction. */
async function preparePassword(
  request: AuthRequest,
  { user, session }: SignedIn,
  change: Change,
): Promise<string> {
  const { config } = request.server;
  const password = change.password ?? '';
  if (config.auth.email.secure_password_change && Date.now() - session.created_at.getTime() > recentMs) {
    if (change.nonce === '') {
      throw new ApiError(400, 'reauthentication_needed', 'Password update requires reauthentication');
    }
    await redeemNonce(request, user, change.nonce);
  }
  if (user.encrypted_password) {
    // Whoever came by a link or a code has no password to show.
    if (config.auth.email.require_current_password && !session.isRecovery) {
      if (change.current_password === '') {
        throw new ApiError(
          400,
          'current_password_required',
          'Current password required when setting new password.',
        );
      }
      await countPassword(request.server.sql, user.id, request.client);
      if (!(await verifyPassword(user.encrypted_password, change.current_password))) {
        throw new ApiError(
          400,
          'current_password_invalid',
          'Current password required when setting new password.',
        );
      }
    }
    // Its answer tells whether a guess is the password.
    await countPassword(request.server.sql, user.id, request.client);
    if (await verifyPassword(user.encrypted_password, password)) {
      throw new ApiError(422, 'same_password', 'New password should be different from the old password.');
    }
    await passwordWasRight(request.server.sql, user.id, request.client);
  }
  return hashPassword(password);
}

/** Whoever held the old password loses every way in: other sessions, open links and codes, sign-ins under way. */
async function storePassword({ tx, afterCommit, request }: Work, { user, session }: SignedIn, hash: string) {
  await tx`update auth.users set encrypted_password = ${hash}, updated_at = now() where id = ${user.id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await endSessions(tx, session, 'others');
  await recordAudit(tx, request, user, 'user_updated_password');
  await notifyOwner({ tx, afterCommit, request }, user, 'password_changed');
}

/** Asks the new address, and the current one too when config.toml wants both, to confirm the change. */
export async function sendEmailChange(
  work: Work,
  user: UserRow,
  newEmail: string,
  pkce: boolean,
): Promise<void> {
  const { tx, request } = work;
  await tx`update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0, updated_at = now()
    where id = ${user.id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}
    and token_type in ('email_change_token_new', 'email_change_token_current')`;
  // Whoever owns the address already hears nothing of it, and whoever asks does not learn that it is owned.
  const owner = await findUserByEmail(tx, newEmail);
  if (owner?.email_confirmed_at) {
    await tx`update auth.users set email_change_sent_at = now() where id = ${user.id}`;
  } else {
    await sendLetter(work, user, 'emailChangeNew', { to: newEmail, newEmail, pkce });
  }
  if (request.server.config.auth.email.double_confirm_changes && user.email) {
    await sendLetter(work, user, 'emailChangeCurrent', { to: user.email, newEmail, pkce });
  }
}

/** Asks the new number to confirm the change; one that has an owner hears nothing, and the answer is the same. */
async function sendPhoneChange(work: Work, user: UserRow, phone: string): Promise<void> {
  const owner = await findUserByPhone(work.tx, phone);
  if (!owner?.phone_confirmed_at) return sendPhoneCode(work, user, 'change', phone);
  await work.tx`update auth.users set phone_change = ${phone}, phone_change_sent_at = now() where id = ${user.id}`;
}

export function showUser(request: AuthRequest, { user }: SignedIn): Response {
  return request.c.json(toUser(user));
}

export async function changeUser(request: AuthRequest, signedIn: SignedIn): Promise<Response> {
  const { server, c } = request;
  const { user } = signedIn;
  const change = await readBody(c, body);
  limitAddress(request, 'user', server.config.auth.rate_limit.sign_in_sign_ups);
  const email = change.email === '' ? '' : parseEmail(change.email);
  const newEmail = email === (user.email ?? '') ? '' : email;
  const phone = change.phone === '' ? '' : parsePhone(change.phone);
  const newPhone = phone === (user.phone ?? '') ? '' : phone;
  if (newPhone !== '') checkChannel(request, change.channel);
  if (typeof change.password === 'string') checkPassword(server.config, change.password);
  const challenge = parseChallenge(change);
  if (change.app_metadata) {
    throw new ApiError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const changesAccess = Boolean(change.password) || newEmail !== '' || newPhone !== '';
  requireFullAssurance(signedIn);
  if (user.is_anonymous && change.password && newEmail === '' && newPhone === '') {
    throw new ApiError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  if (changesAccess && user.is_sso_user) {
    throw new ApiError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    );
  }
  if (newEmail !== '') {
    limitMailsOf(request, user.email_change_sent_at);
    await spendMail(request, newEmail);
  }
  const { sms } = server.config.auth;
  if (newPhone !== '') {
    limitMessagesOf(request, user.phone_change_sent_at, sms.max_frequency);
  }
  const passwordHash =
    typeof change.password === 'string' ? await preparePassword(request, signedIn, change) : null;

  const changed = await answerEvenly(() =>
    transact(server, async (tx, afterCommit) => {
      const work = { tx, afterCommit, request };
      await lockUser(tx, user.id);
      if (passwordHash) await storePassword(work, signedIn, passwordHash);
      if (change.data) await mergeUserMetadata(tx, user.id, change.data);
      if (newEmail !== '') {
        if (challenge) await recordChallenge(tx, user.id, 'email_change', challenge);
        if (user.is_anonymous && !server.config.auth.email.enable_confirmations) {
          await tx`update auth.users set email_change = ${newEmail} where id = ${user.id}`;
          await completeEmailChange(tx, await getUserById(tx, user.id));
        } else {
          await sendEmailChange(work, await getUserById(tx, user.id), newEmail, challenge !== null);
        }
      }
      if (newPhone !== '' && sms.enable_confirmations) {
        await sendPhoneChange(work, user, newPhone);
      } else if (newPhone !== '') {
        await tx`update auth.users set phone_change = ${newPhone} where id = ${user.id}`;
        await completePhoneChange(tx, await getUserById(tx, user.id));
      }
      await recordAudit(tx, request, user, 'user_modified');
      return getUserById(tx, user.id);
    }),
  );
  return c.json(toUser(changed));
}

/** Sends a code that a later change of password must show. */
export async function reauthenticate(request: AuthRequest, { user }: SignedIn): Promise<Response> {
  const { server, c } = request;
  const { email, phone } = user;
  if (!email && !phone) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (email && !user.email_confirmed_at) {
    throw new ApiError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  if (!email && !user.phone_confirmed_at) {
    throw new ApiError(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  if (email) limitMailsOf(request, user.reauthentication_sent_at);
  else limitMessagesOf(request, user.reauthentication_sent_at, server.config.auth.sms.max_frequency);
  await transact(server, async (tx, afterCommit) => {
    const work = { tx, afterCommit, request };
    await recordAudit(tx, request, user, 'user_reauthenticate_requested');
    if (email) await sendLetter(work, user, 'reauthentication', { to: email });
    else if (phone) await sendPhoneCode(work, user, 'reauthentication', phone);
  });
  return c.json({});
}
