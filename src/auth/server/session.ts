import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { DomainError } from '@/lib/errors';
import { readSessionCookie } from './session-cookie';
import { type Session, verifyAccessToken } from './token';

const getStoredSession = cache(async () => {
  const store = await cookies();
  return readSessionCookie((name) => store.get(name)?.value);
});

/** The visitor's access token as the cookie has it, unverified; null when signed out. */
export async function getAccessToken(): Promise<string | null> {
  return (await getStoredSession())?.access_token ?? null;
}

/**
 * The verified session of the visitor of a server component, once per request; null when signed out.
 * Throws `auth.unavailable` when nobody can say.
 */
export const getSession = cache(async (): Promise<Session | null> => {
  const stored = await getStoredSession();
  if (!stored) return null;
  try {
    return await verifyAccessToken(stored.access_token);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'auth.token_invalid') throw error;
    // The proxy renews or removes an old session; one that is still here could not be renewed just now.
    if (stored.expires_at * 1000 < Date.now()) throw new DomainError('auth.unavailable', { cause: error });
    return null;
  }
});

export { type Session, verifyAccessToken } from './token';
