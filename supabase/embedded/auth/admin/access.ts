import { createLocalJWKSet, jwtVerify } from 'jose';
import { ApiError } from '../../errors.ts';
import { roleOfApiKey } from '../../keys.ts';
import { bearerOf } from '../bearer.ts';
import type { AuthRequest } from '../context.ts';

const roles = new Set<unknown>(['service_role', 'supabase_admin']);

const badToken = () => new ApiError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');

/** For holders of the secret key, or of a token of an admin role signed with our key, only. */
export async function requireAdmin(request: AuthRequest): Promise<void> {
  const { keys } = request.server;
  const token = bearerOf(request);
  let role: unknown = roleOfApiKey(keys, token);
  if (role === undefined) {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys.jwks), {
      algorithms: ['ES256', 'RS256'],
    }).catch(() => {
      throw badToken();
    });
    role = payload.role;
  }
  if (!roles.has(role)) throw new ApiError(403, 'not_admin', 'User not allowed');
}
