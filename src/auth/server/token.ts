import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { env } from '@/lib/server/env';

const claimsSchema = z.object({
  sub: z.guid(),
  role: z.literal('authenticated'),
  session_id: z.guid(),
  aal: z.enum(['aal1', 'aal2']).catch('aal1'),
  email: z.string().optional(),
  // Whoever holds the account writes this part: a name to show, never a right.
  user_metadata: z.object({ display_name: z.string().max(200).catch('') }).catch({ display_name: '' }),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});

export type Session = {
  userId: string;
  sessionId: string;
  aal: 'aal1' | 'aal2';
  email: string | null;
  /** The name given at sign-up, or ''. */
  displayName: string;
  /** How the person proved who they are, newest first. */
  amr: { method: string; timestamp: number }[];
};

const cacheMaxAge = 600_000;
const cooldownDuration = 30_000;
const timeoutDuration = 5_000;

/** The key server gave no answer; says nothing about the token. */
class KeysUnreachable extends Error {
  override readonly name = 'KeysUnreachable';
}

/**
 * The project's public keys. jose alone would refuse everybody once its cache is ten minutes old and the
 * server is down; here known keys go on working, and the dead server is asked only twice a minute.
 */
function signingKeys(jwksUrl: URL): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(jwksUrl, { cacheMaxAge, cooldownDuration, timeoutDuration });
  let lastKnown: ReturnType<typeof createLocalJWKSet> | undefined;
  let unreachableUntil = 0;

  return async (header, token) => {
    if (performance.now() >= unreachableUntil) {
      try {
        return await remote(header, token);
      } catch (error) {
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
          throw error;
        }
        if (error instanceof errors.JOSENotSupported) throw error;
        unreachableUntil = performance.now() + cooldownDuration;
        const known = remote.jwks();
        lastKnown = known ? createLocalJWKSet(known) : lastKnown;
      }
    }
    try {
      if (lastKnown) return await lastKnown(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    throw new KeysUnreachable();
  };
}

/**
 * Builds the check of access tokens of one project: signature, algorithm, expiry, issuer, audience, role.
 * The check throws `auth.token_invalid` (401) for a bad token and `auth.unavailable` (503, try again) when
 * the key is unknown and the key server cannot be asked.
 */
export function createTokenVerifier(options: { jwksUrl: URL; issuer: string }) {
  const keys = signingKeys(options.jwksUrl);
  return async (token: string): Promise<Session> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: options.issuer,
        audience: 'authenticated',
        algorithms: ['ES256', 'RS256'],
        requiredClaims: ['sub', 'exp', 'session_id'],
        clockTolerance: 5,
      });
      const claims = claimsSchema.parse(payload);
      return {
        userId: claims.sub.toLowerCase(),
        sessionId: claims.session_id,
        aal: claims.aal,
        email: claims.email || null,
        displayName: claims.user_metadata.display_name,
        amr: claims.amr,
      };
    } catch (cause) {
      if (cause instanceof KeysUnreachable) throw new DomainError('auth.unavailable', { cause });
      throw new DomainError('auth.token_invalid', { cause });
    }
  };
}

let verifier: ReturnType<typeof createTokenVerifier> | undefined;

/** Verifies an access token of the configured project; see `createTokenVerifier` for what it throws. */
export function verifyAccessToken(token: string): Promise<Session> {
  verifier ??= createTokenVerifier({
    jwksUrl: new URL(`${env().supabaseUrl}/auth/v1/.well-known/jwks.json`),
    issuer: `${env().supabasePublicUrl}/auth/v1`,
  });
  return verifier(token);
}
