import { createLocalJWKSet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Keys } from '../keys.ts';
import { type AuthServer, issuerOf } from './context.ts';
import type { UserRow } from './users.ts';
import { audience } from './users.ts';

export interface MethodReference {
  method: string;
  timestamp: number;
}

export interface AccessToken {
  token: string;
  expiresAt: number;
}

const secondFactors = new Set(['totp', 'mfa/phone', 'mfa/webauthn']);

export const assuranceOf = (amr: MethodReference[]) =>
  amr.some(({ method }) => secondFactors.has(method)) ? 'aal2' : 'aal1';

/** @param amr how the session was entered, newest first */
export async function signAccessToken(
  server: AuthServer,
  user: UserRow,
  sessionId: string,
  amr: MethodReference[],
): Promise<AccessToken> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + server.config.auth.jwt_expiry;
  const { alg, kid, key } = server.keys.signing;
  const token = await new SignJWT({
    iss: issuerOf(server),
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: assuranceOf(amr),
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .sign(key);
  return { token, expiresAt };
}

export type VerifyAccessToken = (token: string) => Promise<JWTPayload>;

/** Checks signature, algorithm, audience and expiry; throws jose's errors. */
export function accessTokenVerifier(keys: Keys): VerifyAccessToken {
  let known = keys.jwks;
  let keySet = createLocalJWKSet(known);
  return async (token) => {
    if (known !== keys.jwks) {
      known = keys.jwks;
      keySet = createLocalJWKSet(known);
    }
    const { payload } = await jwtVerify(token, keySet, {
      algorithms: ['ES256', 'RS256'],
      audience,
      requiredClaims: ['exp'],
    });
    return payload;
  };
}
