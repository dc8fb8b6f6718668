import { createHash, createHmac } from 'node:crypto';
import type { Queryable, Transaction } from '../database.ts';
import type { ErrorCode } from '../error-codes.ts';
import { ApiError } from '../errors.ts';
import { recordAudit } from './audit.ts';
import type { AuthRequest, AuthServer } from './context.ts';
import { dropFlows } from './flow-state.ts';
import { assuranceOf, type MethodReference, signAccessToken } from './tokens.ts';
import { findUserById, getUserById, isBanned, lockUser, toUser, type UserRow } from './users.ts';

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * A refresh token follows from the session, its row and a key that is not in the database: only its
 * hash is stored, and yet the active one can be answered again to a client that lost it.
 */
function deriveRefreshToken(server: AuthServer, sessionId: string, rowId: string): string {
  const mac = createHmac('sha256', server.keys.refreshTokenKey).update(`${sessionId}:${rowId}`).digest('hex');
  return BigInt(`0x${mac}`).toString(36).padStart(50, '0').slice(-24);
}

async function addRefreshToken(
  tx: Transaction,
  server: AuthServer,
  options: { userId: string; sessionId: string; parentHash: string | null },
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`select nextval('auth.refresh_tokens_id_seq')::text as id`;
  if (!row) throw new Error('the sequence of refresh tokens gave no number');
  const token = deriveRefreshToken(server, options.sessionId, row.id);
  await tx`insert into auth.refresh_tokens ${tx({
    id: row.id,
    token: hashToken(token),
    user_id: options.userId,
    session_id: options.sessionId,
    parent: options.parentHash,
  })}`;
  return token;
}

/** How the session was entered, newest first. */
export async function listMethodReferences(q: Queryable, sessionId: string): Promise<MethodReference[]> {
  return q<MethodReference[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
}

/** What a client receives when it signs in or refreshes. */
export async function sessionAnswer(
  tx: Transaction,
  server: AuthServer,
  options: { user: UserRow; sessionId: string; refreshToken: string },
) {
  const amr = await listMethodReferences(tx, options.sessionId);
  const { token, expiresAt } = await signAccessToken(server, options.user, options.sessionId, amr);
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: server.config.auth.jwt_expiry,
    expires_at: expiresAt,
    refresh_token: options.refreshToken,
    user: toUser(options.user),
  };
}

export type SessionAnswer = Awaited<ReturnType<typeof sessionAnswer>>;

/** Opens a session for somebody who has just proven who they are. */
export async function openSession(
  tx: Transaction,
  request: AuthRequest,
  userId: string,
  method: string,
): Promise<SessionAnswer> {
  const { server } = request;
  const sessionId = crypto.randomUUID();
  await tx`insert into auth.sessions ${tx({
    id: sessionId,
    user_id: userId,
    aal: 'aal1',
    user_agent: request.userAgent,
    ip: request.client.address,
  })}`;
  await tx`insert into auth.mfa_amr_claims ${tx({ session_id: sessionId, authentication_method: method })}`;
  await tx`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`;
  const refreshToken = await addRefreshToken(tx, server, { userId, sessionId, parentHash: null });
  const user = await getUserById(tx, userId);
  return sessionAnswer(tx, server, { user, sessionId, refreshToken });
}

/**
 * Raises a session to aal2 after a second factor was shown. Refresh tokens issued before it was go: none of
 * them may be exchanged for the raised session. Sessions that have not shown the factor end.
 */
export async function raiseSession(
  tx: Transaction,
  request: AuthRequest,
  session: { id: string; user_id: string },
  shown: { factorId: string; method: string },
): Promise<SessionAnswer> {
  const { server } = request;
  const [raised] = await tx`
    update auth.sessions set aal = 'aal2', factor_id = ${shown.factorId}, updated_at = now(),
      refreshed_at = now() at time zone 'utc', user_agent = ${request.userAgent}, ip = ${request.client.address}
    where id = ${session.id} returning id`;
  if (!raised) {
    throw new ApiError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  await tx`insert into auth.mfa_amr_claims ${tx({
    session_id: session.id,
    authentication_method: shown.method,
  })} on conflict (session_id, authentication_method) do update set updated_at = now()`;
  await tx`delete from auth.sessions where user_id = ${session.user_id} and id <> ${session.id}
    and coalesce(aal, 'aal1') < 'aal2'`;
  await tx`delete from auth.refresh_tokens where session_id = ${session.id}`;
  const refreshToken = await addRefreshToken(tx, server, {
    userId: session.user_id,
    sessionId: session.id,
    parentHash: null,
  });
  const user = await getUserById(tx, session.user_id);
  return sessionAnswer(tx, server, { user, sessionId: session.id, refreshToken });
}

interface SessionRow {
  id: string;
  user_id: string;
  outlived: boolean;
  timed_out: boolean;
}

async function lockSession(tx: Transaction, server: AuthServer, id: string): Promise<SessionRow | null> {
  const { timebox = 0, inactivity_timeout: inactivity = 0 } = server.config.auth.sessions;
  const [session] = await tx<SessionRow[]>`
    select id, user_id,
      coalesce(now() > not_after, false)
        or (${timebox} > 0 and now() > created_at + make_interval(secs => ${timebox / 1000})) as outlived,
      (${inactivity} > 0 and now() > coalesce(refreshed_at at time zone 'utc', created_at)
        + make_interval(secs => ${inactivity / 1000})) as timed_out
    from auth.sessions where id = ${id} for update`;
  return session ?? null;
}

interface RefreshTokenRow {
  id: string;
  token: string;
  parent: string | null;
  revoked: boolean;
  just_revoked: boolean;
}

/** The refusals of a refresh are answers, not exceptions: what they revoke must be committed. */
type Refreshed = { answer: SessionAnswer } | { refusal: ApiError };

const refuse = (code: ErrorCode, message: string): Refreshed => ({
  refusal: new ApiError(400, code, `Invalid Refresh Token: ${message}`),
});

/**
 * Exchanges a refresh token for a new one. A token used before is answered with the active one when it
 * is that one's parent (its answer was lost) or was used up moments ago (two tabs at once); otherwise it
 * was stolen from one of two parties, and the session ends for both.
 */
export async function refreshSession(
  tx: Transaction,
  request: AuthRequest,
  presented: string,
): Promise<Refreshed> {
  const { server } = request;
  const hash = hashToken(presented);
  const [owner] = await tx<{ session_id: string }[]>`
    select session_id from auth.refresh_tokens where token = ${hash}`;
  if (!owner) return refuse('refresh_token_not_found', 'Refresh Token Not Found');
  const session = await lockSession(tx, server, owner.session_id);
  if (!session) return refuse('session_not_found', 'No Valid Session Found');
  const user = await findUserById(tx, session.user_id);
  if (!user) return refuse('session_not_found', 'No Valid Session Found');
  if (isBanned(user)) return refuse('user_banned', 'User Banned');
  if (session.outlived) return refuse('session_expired', 'Session Expired');
  if (session.timed_out) return refuse('session_expired', 'Session Expired (Inactivity)');

  const interval = server.config.auth.refresh_token_reuse_interval;
  const tokens = await tx<RefreshTokenRow[]>`
    select id, token, parent, revoked,
      revoked and updated_at > now() - make_interval(secs => ${interval}) as just_revoked
    from auth.refresh_tokens
    where session_id = ${session.id} and (token = ${hash} or not revoked) order by id desc`;
  const used = tokens.find((token) => token.token === hash);
  const active = tokens.find((token) => !token.revoked);
  if (!used) return refuse('refresh_token_not_found', 'Refresh Token Not Found');

  let refreshToken: string | null = null;
  if (used.revoked) {
    const mayRepeat = active !== undefined && (active.parent === hash || used.just_revoked);
    if (!mayRepeat) {
      if (server.config.auth.enable_refresh_token_rotation) {
        await tx`delete from auth.sessions where id = ${session.id}`;
        await recordAudit(tx, request, user, 'token_revoked');
        server.log.warn(
          { userId: user.id, sessionId: session.id },
          'refresh token used twice: session ended',
        );
      }
      return refuse('refresh_token_already_used', 'Already Used');
    }
    const derived = deriveRefreshToken(server, session.id, active.id);
    // Differs when the key file was replaced meanwhile; a fresh token then follows the active one.
    if (hashToken(derived) === active.token) refreshToken = derived;
  }
  const parent = used.revoked ? active : used;
  if (refreshToken === null) {
    await tx`update auth.refresh_tokens set revoked = true, updated_at = now() where id = ${parent?.id ?? used.id}`;
    refreshToken = await addRefreshToken(tx, server, {
      userId: user.id,
      sessionId: session.id,
      parentHash: parent?.token ?? hash,
    });
  }
  await tx`update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(),
      user_agent = ${request.userAgent}, ip = ${request.client.address}
    where id = ${session.id}`;
  await recordAudit(tx, request, user, 'token_refreshed');
  return { answer: await sessionAnswer(tx, server, { user, sessionId: session.id, refreshToken }) };
}

export interface LiveSession {
  id: string;
  user_id: string;
  created_at: Date;
  assurance: 'aal1' | 'aal2';
  /** Entered by a link or a code rather than by a password. */
  isRecovery: boolean;
}

const recoveryMethods = new Set(['otp', 'magiclink', 'recovery']);

export async function findLiveSession(q: Queryable, id: string, userId: string): Promise<LiveSession | null> {
  const [session] = await q<Omit<LiveSession, 'assurance' | 'isRecovery'>[]>`
    select id, user_id, created_at from auth.sessions where id = ${id} and user_id = ${userId}
      and (not_after is null or not_after > now())`;
  if (!session) return null;
  const amr = await listMethodReferences(q, id);
  return {
    ...session,
    assurance: assuranceOf(amr),
    isRecovery: amr.some(({ method }) => recoveryMethods.has(method)),
  };
}

export type LogoutScope = 'global' | 'local' | 'others';

/** Ends sessions; their refresh tokens go with them. */
export async function endSessions(
  tx: Transaction,
  session: { id: string; user_id: string },
  scope: LogoutScope,
): Promise<void> {
  await lockUser(tx, session.user_id);
  await tx`delete from auth.sessions where user_id = ${session.user_id}
    and case ${scope} when 'local' then id = ${session.id} when 'others' then id <> ${session.id} else true end`;
  if (scope !== 'local') await dropFlows(tx, session.user_id);
}
