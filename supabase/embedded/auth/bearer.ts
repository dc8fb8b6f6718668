import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { AuthRequest } from './context.ts';
import { findLiveSession, type LiveSession } from './sessions.ts';
import type { VerifyAccessToken } from './tokens.ts';
import { findUserById, hasVerifiedFactor, isBanned, type UserRow } from './users.ts';

export interface SignedIn {
  user: UserRow;
  session: LiveSession;
}

export function bearerOf(request: AuthRequest): string {
  const token = /^Bearer\s+(\S+)$/i.exec(request.c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new ApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  return token;
}

/** Whoever changes an account that has a second factor has shown it. */
export function requireFullAssurance({ user, session }: SignedIn): void {
  if (!hasVerifiedFactor(user) || session.assurance === 'aal2') return;
  throw new ApiError(
    401,
    'insufficient_aal',
    'AAL2 session is required to change an account that has a second factor.',
  );
}

const uuid = z.guid();

/** Who is asking: a token of ours that has not expired, of a user and a session that still exist. */
export async function authenticate(request: AuthRequest, verify: VerifyAccessToken): Promise<SignedIn> {
  const claims = await verify(bearerOf(request)).catch(() => {
    throw new ApiError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  });
  if (!claims.sub) throw new ApiError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!uuid.safeParse(claims.sub).success) {
    throw new ApiError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  }
  const { sql } = request.server;
  const user = await findUserById(sql, claims.sub);
  if (!user) throw new ApiError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const sessionId = uuid.safeParse(claims.session_id);
  if (!sessionId.success)
    throw new ApiError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID');
  const session = await findLiveSession(sql, sessionId.data, user.id);
  if (!session) {
    throw new ApiError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned');
  return { user, session };
}
