import { z } from 'zod';
import type { Transaction } from '../database.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { codeWasRight, countCode } from './attempts.ts';
import { recordAudit } from './audit.ts';
import { type AuthRequest, limitAddress, optionalText, readBody, transact } from './context.ts';
import { dropDecoy } from './decoys.ts';
import { issueAuthCode } from './flow-state.ts';
import { addIdentity, completeEmailChange, completePhoneChange } from './identities.ts';
import type { Work } from './mails.ts';
import { notifyOwner } from './notifications.ts';
import {
  type ConsumedToken,
  consumeCode,
  consumeLink,
  findLinkOwner,
  type OneTimeTokenType,
  pkcePrefix,
} from './one-time-tokens.ts';
import { confirmPhone, parsePhone } from './phones.ts';
import { oauthErrorOf, sessionFragment, withFragment, withQuery } from './redirect.ts';
import { openSession, type SessionAnswer } from './sessions.ts';
import {
  confirmEmail,
  findUserByEmail,
  findUserByNewEmail,
  findUserByPhone,
  findUsersByNewPhone,
  isBanned,
  lockUser,
  ownMetadata,
  parseEmail,
  type UserRow,
  updateProviders,
} from './users.ts';
import { dropUnproven, endWaiting } from './waiting.ts';

/** One-time links and codes: what a mail's link or a typed code proves. */

const emailChange: OneTimeTokenType[] = ['email_change_token_new', 'email_change_token_current'];

const tokenTypes: Record<string, OneTimeTokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: emailChange,
};

/** `amr` method of the session a PKCE link leads to, under which its challenge was recorded. */
function linkMethod(token: ConsumedToken, type: string): string {
  if (emailChange.includes(token.token_type)) return 'email_change';
  if (token.token_type === 'confirmation_token') return type === 'invite' ? 'invite' : 'email/signup';
  return type === 'recovery' ? 'recovery' : 'magiclink';
}

const linkExpired = () => new ApiError(403, 'otp_expired', 'Email link is invalid or has expired');
const codeExpired = () => new ApiError(403, 'otp_expired', 'Token has expired or is invalid');

const halfConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

function typesOf(type: string): OneTimeTokenType[] {
  const types = Object.hasOwn(tokenTypes, type) ? tokenTypes[type] : undefined;
  if (!types) throw validationFailed('Invalid email verification type');
  return types;
}

/** Does what the token was for; false while the other half of an e-mail change is missing. */
async function fulfil(
  { tx, afterCommit, request }: Work,
  user: UserRow,
  token: ConsumedToken,
): Promise<boolean> {
  if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned');
  if (emailChange.includes(token.token_type)) {
    const needsBoth = request.server.config.auth.email.double_confirm_changes && user.email !== null;
    if (needsBoth && user.email_change_confirm_status === 0) {
      await tx`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${user.id}`;
      return false;
    }
    await completeEmailChange(tx, user);
    await recordAudit(tx, request, user, 'user_modified');
    if (user.email) {
      await notifyOwner({ tx, afterCommit, request }, user, 'email_changed', {
        Email: user.email_change,
        OldEmail: user.email,
      });
    }
    return true;
  }
  if (!user.email_confirmed_at) {
    // Whoever signed up typed the address themselves; a provider's account only names it.
    const isOwn = token.token_type === 'confirmation_token' && user.identities.every(isOwnIdentity);
    if (user.self_made && !isOwn) await keepAddressOnly(tx, user, token.relates_to);
    await confirmEmail(tx, user.id);
    if (user.email) await dropDecoy(tx, request.server, { email: user.email });
    await recordAudit(tx, request, user, 'user_signedup');
  } else {
    await recordAudit(tx, request, user, 'login');
  }
  return true;
}

const isOwnIdentity = ({ provider }: UserRow['identities'][number]) =>
  provider === 'email' || provider === 'phone';

/** What is left of an account whose address was proven by nothing it holds: the address. */
async function keepAddressOnly(tx: Transaction, user: UserRow, email: string): Promise<void> {
  const metadata = ownMetadata(user.id, { email }, {});
  await dropUnproven(tx, user, { provider: 'email', providerId: user.id, metadata });
  if (!user.identities.some(({ provider }) => provider === 'email')) {
    await addIdentity(tx, { userId: user.id, provider: 'email', providerId: user.id, data: metadata });
  }
  await updateProviders(tx, user.id);
}

type Verified = { session: SessionAnswer } | { half: true };

const body = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

/** The account is locked before its token is used up, as everywhere else: no two requests wait for each other. */
async function openLink(tx: Transaction, request: AuthRequest, tokenHash: string, types: OneTimeTokenType[]) {
  await endWaiting(tx);
  const ownerId = await findLinkOwner(tx, tokenHash);
  if (!ownerId) throw linkExpired();
  const user = await lockUser(tx, ownerId);
  const token = await consumeLink(tx, request.server, tokenHash, types);
  if (!token) throw linkExpired();
  return { user, token };
}

async function verifyLink(request: AuthRequest, tokenHash: string, type: string): Promise<Verified> {
  const types = typesOf(type);
  return transact<Verified>(request.server, async (tx, afterCommit) => {
    const { user, token } = await openLink(tx, request, tokenHash, types);
    if (!(await fulfil({ tx, afterCommit, request }, user, token))) return { half: true };
    return { session: await openSession(tx, request, user.id, 'otp') };
  });
}

/** The accounts a code sent to this address may belong to. */
async function candidatesFor(request: AuthRequest, email: string, type: string): Promise<UserRow[]> {
  const { sql } = request.server;
  const owner = await findUserByEmail(sql, email);
  const waiting = type === 'email_change' ? await findUserByNewEmail(sql, email) : [];
  return [...(owner ? [owner] : []), ...waiting];
}

async function verifyCode(
  request: AuthRequest,
  input: { email: string; code: string; type: string },
): Promise<Verified> {
  const { server } = request;
  if (Object.hasOwn(phoneTokenTypes, input.type)) throw codeExpired();
  const types = typesOf(input.type);
  await countCode(server.sql, input.email, request.client);
  await endWaiting(server.sql);
  const candidates = await candidatesFor(request, input.email, input.type);
  const verified = await transact<Verified>(server, async (tx, afterCommit) => {
    for (const { id } of candidates) {
      const user = await lockUser(tx, id);
      const token = await consumeCode(tx, server, {
        userId: id,
        address: input.email,
        code: input.code,
        types,
      });
      if (!token) continue;
      if (!(await fulfil({ tx, afterCommit, request }, user, token))) return { half: true };
      return { session: await openSession(tx, request, id, 'otp') };
    }
    throw codeExpired();
  });
  await codeWasRight(server.sql, input.email, request.client);
  return verified;
}

const phoneTokenTypes: Record<string, OneTimeTokenType[]> = {
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

async function verifyPhoneCode(
  request: AuthRequest,
  input: { phone: string; code: string; type: string },
): Promise<Verified> {
  const { server } = request;
  const { phone, code } = input;
  const types = Object.hasOwn(phoneTokenTypes, input.type) ? phoneTokenTypes[input.type] : undefined;
  if (!types) throw codeExpired();
  const isChange = input.type === 'phone_change';
  await countCode(server.sql, phone, request.client);
  await endWaiting(server.sql);
  const owner = isChange ? null : await findUserByPhone(server.sql, phone);
  const candidates = isChange ? await findUsersByNewPhone(server.sql, phone) : owner ? [owner] : [];
  const verified = await transact<Verified>(server, async (tx, afterCommit) => {
    for (const { id } of candidates) {
      const user = await lockUser(tx, id);
      if (!(await consumeCode(tx, server, { userId: id, address: phone, code, types }))) continue;
      if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned');
      if (isChange) {
        await completePhoneChange(tx, user);
        await recordAudit(tx, request, user, 'user_modified');
        await notifyOwner({ tx, afterCommit, request }, user, 'phone_changed', {
          Phone: phone,
          OldPhone: user.phone ?? '',
        });
      } else {
        await recordAudit(tx, request, user, user.phone_confirmed_at ? 'login' : 'user_signedup');
        if (!user.phone_confirmed_at) await dropDecoy(tx, server, { phone });
        await confirmPhone(tx, id);
      }
      return { session: await openSession(tx, request, id, 'otp') };
    }
    throw codeExpired();
  });
  await codeWasRight(server.sql, phone, request.client);
  return verified;
}

export async function verifyByPost(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, body);
  limitAddress(request, 'verify', server.config.auth.rate_limit.token_verifications);
  if (input.type === '') throw validationFailed('Verify requires a verification type');
  if ((input.token === '') === (input.token_hash === '')) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  let verified: Verified;
  if (input.token_hash !== '') {
    if (input.email !== '' || input.phone !== '') {
      throw validationFailed('Only the token_hash and type should be provided');
    }
    verified = await verifyLink(request, input.token_hash, input.type);
  } else {
    if ((input.email === '') === (input.phone === '')) {
      throw validationFailed('Only an email address or phone number should be provided on verify');
    }
    const { token: code, type } = input;
    verified = await (input.phone !== ''
      ? verifyPhoneCode(request, { phone: parsePhone(input.phone), code, type })
      : verifyCode(request, { email: parseEmail(input.email), code, type }));
  }
  return 'half' in verified ? c.json({ msg: halfConfirmed, code: '200' }) : c.json(verified.session);
}

function failureUrl(redirectTo: string, error: ApiError, pkce: boolean): string {
  const oauthError = oauthErrorOf(error.status);
  const values = {
    ...(oauthError ? { error: oauthError } : {}),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(pkce ? withQuery(redirectTo, values) : redirectTo, values);
}

/** A PKCE link signs nobody in by itself: it brings a code to the browser that holds the verifier. */
async function redeemPkceLink(request: AuthRequest, tokenHash: string, type: string): Promise<string> {
  const { server, redirectTo } = request;
  const types = typesOf(type);
  return transact(server, async (tx, afterCommit) => {
    const { user, token } = await openLink(tx, request, tokenHash, types);
    if (!(await fulfil({ tx, afterCommit, request }, user, token))) {
      return withFragment(withQuery(redirectTo, { message: halfConfirmed }), { message: halfConfirmed });
    }
    const code = await issueAuthCode(tx, user.id, linkMethod(token, type));
    return withQuery(redirectTo, { code });
  });
}

async function redeemImplicitLink(request: AuthRequest, tokenHash: string, type: string): Promise<string> {
  const { redirectTo } = request;
  const verified = await verifyLink(request, tokenHash, type);
  if ('half' in verified) return withFragment(redirectTo, { message: halfConfirmed });
  const { session } = verified;
  return withFragment(redirectTo, { ...sessionFragment(session), type });
}

export async function verifyByLink(request: AuthRequest): Promise<Response> {
  const { server, c, redirectTo } = request;
  const type = c.req.query('type') ?? '';
  const tokenHash = c.req.query('token') ?? c.req.query('token_hash') ?? '';
  if (type === '') throw validationFailed('Verify requires a verification type');
  if (tokenHash === '') throw validationFailed('Verify requires a token or a token hash');
  const isPkce = tokenHash.startsWith(pkcePrefix);
  try {
    limitAddress(request, 'verify', server.config.auth.rate_limit.token_verifications);
    const redeem = isPkce ? redeemPkceLink : redeemImplicitLink;
    return c.redirect(await redeem(request, tokenHash, type), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return c.redirect(failureUrl(redirectTo, error, isPkce), 303);
  }
}
