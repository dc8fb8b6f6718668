import { z } from 'zod';
import { ApiError, validationFailed } from '../errors.ts';
import { countPassword, passwordWasRight } from './attempts.ts';
import { recordAudit } from './audit.ts';
import type { SignedIn } from './bearer.ts';
import { type AuthRequest, limitAddress, optionalText, readBody, transact } from './context.ts';
import { findDecoy } from './decoys.ts';
import { grantByIdToken } from './external.ts';
import { redeemAuthCode, requireLinker } from './flow-state.ts';
import { linkTo } from './linking.ts';
import { findWeakness, verifyPassword } from './passwords.ts';
import { externalAccount } from './providers.ts';
import { openSession, refreshSession } from './sessions.ts';
import { findUserByEmail, findUserByPhone, isBanned, lockUser, longestAddress, type Own } from './users.ts';

const invalidCredentials = () => new ApiError(400, 'invalid_credentials', 'Invalid login credentials');

const notConfirmed = (own: Own) =>
  'email' in own
    ? new ApiError(400, 'email_not_confirmed', 'Email not confirmed')
    : new ApiError(400, 'phone_not_confirmed', 'Phone not confirmed');

const passwordBody = z.object({ email: optionalText, phone: optionalText, password: optionalText });

async function grantByPassword(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const { email, phone, password } = await readBody(c, passwordBody);
  limitAddress(request, 'sign-in', server.config.auth.rate_limit.sign_in_sign_ups);
  if (email !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  const { auth } = server.config;
  if (email === '' && phone === '') throw validationFailed('missing email or phone');
  if (email !== '' && !auth.email.enable_signup) {
    throw new ApiError(422, 'email_provider_disabled', 'Email logins are disabled');
  }
  if (phone !== '' && !auth.sms.enable_signup) {
    throw new ApiError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  const number = phone.replace(/^\+/, '').replaceAll(' ', '');
  const account = email || number;
  // What no account can have is not counted either: it would be kept.
  if (account.length > longestAddress) throw invalidCredentials();
  await countPassword(server.sql, account, request.client);
  const user = await (email !== ''
    ? findUserByEmail(server.sql, email)
    : findUserByPhone(server.sql, number));
  const isRight = await verifyPassword(user?.encrypted_password, password);
  if (user && isRight && isBanned(user)) throw new ApiError(400, 'user_banned', 'User is banned');
  const isProven = email !== '' ? user?.email_confirmed_at : user?.phone_confirmed_at;
  if (!user || !isRight || !isProven) {
    const own = email !== '' ? { email } : { phone: number };
    // Compared in any case: how long it takes tells nothing of who has the address.
    const isDecoy = await verifyPassword(await findDecoy(server.sql, server, own), password);
    throw isRight || isDecoy ? notConfirmed(own) : invalidCredentials();
  }
  await passwordWasRight(server.sql, account, request.client);
  const session = await transact(server, async (tx) => {
    // Compared before this began: a password changed meanwhile opens nothing, nor does an account deleted meanwhile.
    const [same] = await tx`
      select 1 from auth.users where id = ${user.id} and encrypted_password = ${user.encrypted_password}
      for no key update`;
    if (!same) throw invalidCredentials();
    await recordAudit(tx, request, user, 'login');
    return openSession(tx, request, user.id, 'password');
  });
  const weakness = findWeakness(server.config, password);
  return c.json(weakness ? { ...session, weak_password: weakness } : session);
}

const refreshBody = z.object({ refresh_token: optionalText });

async function grantByRefreshToken(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const { refresh_token: token } = await readBody(c, refreshBody);
  limitAddress(request, 'refresh', server.config.auth.rate_limit.token_refresh);
  if (!/^[a-z0-9]{12,64}$/.test(token)) throw validationFailed('Refresh token is not valid');
  const refreshed = await transact(server, (tx) => refreshSession(tx, request, token));
  if ('refusal' in refreshed) throw refreshed.refusal;
  return c.json(refreshed.answer);
}

const pkceBody = z.object({ auth_code: optionalText, code_verifier: optionalText });

async function grantByAuthCode(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const { auth_code: authCode, code_verifier: verifier } = await readBody(c, pkceBody);
  limitAddress(request, 'pkce', server.config.auth.rate_limit.token_refresh);
  if (authCode === '' || verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const answer = await transact(server, async (tx, afterCommit) => {
    const flow = await redeemAuthCode(tx, authCode, verifier);
    const user = await lockUser(tx, flow.user_id);
    if (isBanned(user)) throw new ApiError(400, 'user_banned', 'User is banned');
    if (flow.pending !== null) {
      await requireLinker(tx, user, flow.linker_session_id);
      const account = externalAccount.parse(flow.pending);
      const linked = await linkTo({ tx, afterCommit, request }, user.id, account);
      if ('refusal' in linked) throw linked.refusal;
    }
    await recordAudit(tx, request, user, 'login');
    const session = await openSession(tx, request, flow.user_id, flow.authentication_method);
    return {
      ...session,
      provider_token: flow.provider_access_token ?? undefined,
      provider_refresh_token: flow.provider_refresh_token ?? undefined,
    };
  });
  return c.json(answer);
}

export async function grantToken(
  request: AuthRequest,
  whoIsSignedIn: () => Promise<SignedIn>,
): Promise<Response> {
  const { c } = request;
  switch (c.req.query('grant_type')) {
    case 'password':
      return grantByPassword(request);
    case 'refresh_token':
      return grantByRefreshToken(request);
    case 'pkce':
      return grantByAuthCode(request);
    case 'id_token':
      return grantByIdToken(request, whoIsSignedIn);
    case 'web3':
      throw new ApiError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    default:
      throw new ApiError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
}
