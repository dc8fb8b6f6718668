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
import { type Challenge, challengeFields, parseChallenge, recordChallenge } from './flow-state.ts';
import { limitMailsTo, sendLetter } from './mails.ts';
import { register } from './signup.ts';
import { sendEmailChange } from './user.ts';
import { findUserByEmail, parseEmail, type UserRow } from './users.ts';

/** Requests of somebody signed out for a mail: their answers say nothing about whether the account exists. */

function limitRequests(request: AuthRequest, kind: string): void {
  limitAddress(request, kind, request.server.config.auth.rate_limit.sign_in_sign_ups);
}

const recoverBody = z.object({ email: optionalText, ...challengeFields });

export async function recover(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, recoverBody);
  limitRequests(request, 'recover');
  if (input.email === '') throw validationFailed('Password recovery requires an email');
  const email = parseEmail(input.email);
  const challenge = parseChallenge(input);
  limitMailsTo(request, 'recovery', email);
  await answerEvenly(() =>
    transact(server, async (tx, afterCommit) => {
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

/** A magic link with a code; somebody new is signed up by it. */
export async function sendOneTimeCode(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const { auth } = server.config;
  const input = await readBody(c, otpBody);
  limitRequests(request, 'otp');
  if (input.email !== '' && input.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided');
  }
  const challenge = parseChallenge(input);
  if (input.phone !== '') {
    throw new ApiError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  }
  if (input.email === '') throw validationFailed('One of email or phone must be set');
  const email = parseEmail(input.email);
  limitMailsTo(request, 'recovery', email);
  await answerEvenly(async () => {
    const user = await findUserByEmail(server.sql, email);
    if (user?.email_confirmed_at) return sendMagicLink(request, user, challenge);
    if (!user && !input.create_user) {
      throw new ApiError(422, 'otp_disabled', 'Signups not allowed for otp');
    }
    if (!auth.enable_signup || !auth.email.enable_signup) {
      throw new ApiError(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    const registered = await register(request, { email, passwordHash: null, data: input.data, challenge });
    // The mail of a sign-up that still waits already holds a link and a code.
    if (registered.kind === 'waiting') return;
    const confirmed = await findUserByEmail(server.sql, email);
    if (confirmed) await sendMagicLink(request, confirmed, challenge);
  });
  return c.json({});
}

const resendBody = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});

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
  if (input.phone !== '') throw new ApiError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (input.email === '') throw validationFailed('Missing email address or phone number');
  const email = parseEmail(input.email);
  limitMailsTo(request, 'confirmation', email);
  const pkce = challenge !== null;
  await answerEvenly(() =>
    transact(server, async (tx, afterCommit) => {
      const work = { tx, afterCommit, request };
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
