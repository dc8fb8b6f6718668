import { z } from 'zod';
import { ApiError, validationFailed } from '../errors.ts';
import { recordAudit } from './audit.ts';
import {
  type AuthRequest,
  answerEvenly,
  limitAddress,
  optionalData,
  optionalText,
  readBody,
  transact,
} from './context.ts';
import { dropDecoy } from './decoys.ts';
import { type Challenge, challengeFields, parseChallenge, recordChallenge } from './flow-state.ts';
import { limitMailsTo, sendLetter } from './mails.ts';
import { checkChannel, isTooSoon, limitMessagesTo, parsePhone, sendPhoneCode } from './phones.ts';
import { register } from './signup.ts';
import { sendEmailChange } from './user.ts';
import { findUserByEmail, findUserByPhone, ownMetadata, parseEmail, type UserRow } from './users.ts';
import { dropUnproven, endWaiting } from './waiting.ts';

/** Requests of somebody signed out for a mail: their answers say nothing about whether the account exists. */

const emailLoginsDisabled = () => new ApiError(400, 'email_provider_disabled', 'Email logins are disabled');

function limitRequests(request: AuthRequest, kind: string): void {
  limitAddress(request, kind, request.server.config.auth.rate_limit.sign_in_sign_ups);
}

const recoverBody = z.object({ email: optionalText, ...challengeFields });

export async function recover(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, recoverBody);
  limitRequests(request, 'recover');
  if (!server.config.auth.email.enable_signup) throw emailLoginsDisabled();
  if (input.email === '') throw validationFailed('Password recovery requires an email');
  const email = parseEmail(input.email);
  const challenge = parseChallenge(input);
  await limitMailsTo(request, 'recovery', email);
  await answerEvenly(() =>
    transact(server, async (tx, afterCommit) => {
      await endWaiting(tx);
      const user = await findUserByEmail(tx, email);
      if (!user) return;
      await recordAudit(tx, request, user, 'user_recovery_requested');
      if (challenge) await recordChallenge(tx, user.id, 'recovery', challenge);
      await sendLetter({ tx, afterCommit, request }, user, 'recovery', {
        to: email,
        pkce: challenge !== null,
      });
    }),
  );
  return c.json({});
}

const otpBody = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z
    .boolean()
    .nullish()
    .transform((create) => create ?? true),
  data: optionalData,
  channel: optionalText,
  ...challengeFields,
});

async function sendMagicLink(
  request: AuthRequest,
  user: UserRow,
  challenge: Challenge | null,
): Promise<void> {
  await transact(request.server, async (tx, afterCommit) => {
    await recordAudit(tx, request, user, 'user_recovery_requested');
    if (challenge) await recordChallenge(tx, user.id, 'magiclink', challenge);
    await sendLetter({ tx, afterCommit, request }, user, 'magicLink', {
      to: user.email ?? '',
      pkce: challenge !== null,
    });
  });
}

/** A code by text message; somebody new is signed up by it. */
async function sendTextCode(request: AuthRequest, input: z.infer<typeof otpBody>): Promise<Response> {
  const { server, c } = request;
  const { auth } = server.config;
  if (!auth.sms.enable_signup) {
    throw new ApiError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  }
  checkChannel(request, input.channel);
  const phone = parsePhone(input.phone);
  limitMessagesTo(request, phone);
  await answerEvenly(async () => {
    await endWaiting(server.sql);
    let known = await findUserByPhone(server.sql, phone);
    if (!known?.phone_confirmed_at && input.create_user && auth.enable_signup) {
      const wanted = { own: { phone }, passwordHash: null, data: input.data, challenge: null };
      const registered = await register(request, wanted);
      // The message of a sign-up that waits already holds a code.
      if (registered.kind === 'waiting') return;
      known = await findUserByPhone(server.sql, phone);
    }
    // Nobody is told that there is no account.
    const user = known;
    if (!user) return;
    await transact(server, async (tx, afterCommit) => {
      await recordAudit(tx, request, user, 'user_recovery_requested');
      await dropDecoy(tx, server, { phone });
      if (!user.phone_confirmed_at && user.self_made) {
        // Whoever has the number takes the place of the sign-up that waits: its password is somebody's, who knows whose.
        const metadata = ownMetadata(user.id, { phone }, {});
        await dropUnproven(tx, user, { provider: 'phone', providerId: user.id, metadata });
      }
      await sendPhoneCode({ tx, afterCommit, request }, user, 'confirmation', phone);
    });
  });
  return c.json({});
}

/** A magic link with a code; somebody new is signed up by it. */
export async function sendOneTimeCode(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const { auth } = server.config;
  const input = await readBody(c, otpBody);
  limitRequests(request, 'otp');
  if (input.email !== '' && input.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided');
  }
  if (input.email !== '' && input.channel !== '') {
    throw validationFailed('Channel should only be specified with Phone OTP');
  }
  const challenge = parseChallenge(input);
  if (input.phone !== '') return sendTextCode(request, input);
  if (input.email === '') throw validationFailed('One of email or phone must be set');
  if (!auth.email.enable_signup) {
    throw new ApiError(422, 'email_provider_disabled', 'Email logins are disabled');
  }
  const email = parseEmail(input.email);
  await limitMailsTo(request, 'recovery', email);
  await answerEvenly(async () => {
    await endWaiting(server.sql);
    const user = await findUserByEmail(server.sql, email);
    if (!user?.email_confirmed_at && input.create_user && auth.enable_signup) {
      const wanted = { own: { email }, passwordHash: null, data: input.data, challenge };
      const registered = await register(request, wanted);
      // The mail of a sign-up that waits already holds a link and a code.
      if (registered.kind === 'waiting') return;
    } else if (input.create_user && auth.enable_signup) await dropDecoy(server.sql, server, { email });
    // Nobody is told that there is no account.
    const known = await findUserByEmail(server.sql, email);
    if (known) await sendMagicLink(request, known, challenge);
  });
  return c.json({});
}

const resendBody = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});

async function resendToPhone(request: AuthRequest, type: string, number: string): Promise<Response> {
  const { server, c } = request;
  if (!server.config.auth.sms.enable_signup) {
    throw new ApiError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  const phone = parsePhone(number);
  const frequency = server.config.auth.sms.max_frequency;
  limitMessagesTo(request, phone, type);
  await answerEvenly(() =>
    transact(server, async (tx, afterCommit) => {
      await endWaiting(tx);
      const user = await findUserByPhone(tx, phone);
      if (!user) return;
      const work = { tx, afterCommit, request };
      // Too soon after one that was counted otherwise, or by a process of before: no message, and the same answer.
      if (type === 'sms' && !user.phone_confirmed_at && !isTooSoon(user.confirmation_sent_at, frequency)) {
        await recordAudit(tx, request, user, 'user_recovery_requested');
        await sendPhoneCode(work, user, 'confirmation', phone);
      }
      if (
        type === 'phone_change' &&
        user.phone_change !== '' &&
        !isTooSoon(user.phone_change_sent_at, frequency)
      ) {
        await sendPhoneCode(work, user, 'change', user.phone_change);
      }
    }),
  );
  return c.json({});
}

export async function resend(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, resendBody);
  limitRequests(request, 'resend');
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(input.type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  const challenge = parseChallenge(input);
  if (input.type === 'signup' && input.email === '') {
    throw validationFailed('Type provided requires an email address');
  }
  if (input.type === 'sms' && input.phone === '') {
    throw validationFailed('Type provided requires a phone number');
  }
  if (input.email !== '' && input.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  if (input.phone !== '') return resendToPhone(request, input.type, input.phone);
  if (input.email === '') throw validationFailed('Missing email address or phone number');
  if (!server.config.auth.email.enable_signup) throw emailLoginsDisabled();
  const email = parseEmail(input.email);
  await limitMailsTo(request, input.type === 'signup' ? 'confirmation' : 'email_change', email);
  const pkce = challenge !== null;
  await answerEvenly(() =>
    transact(server, async (tx, afterCommit) => {
      const work = { tx, afterCommit, request };
      await endWaiting(tx);
      const user = await findUserByEmail(tx, email);
      if (!user) return;
      if (input.type === 'signup' && !user.email_confirmed_at) {
        await recordAudit(tx, request, user, 'user_confirmation_requested');
        if (challenge) await recordChallenge(tx, user.id, 'email/signup', challenge);
        await sendLetter(work, user, 'confirmation', { to: email, pkce });
      }
      if (input.type === 'email_change' && user.email_change !== '') {
        if (challenge) await recordChallenge(tx, user.id, 'email_change', challenge);
        await sendEmailChange(work, user, user.email_change, pkce);
      }
    }),
  );
  return c.json({});
}
