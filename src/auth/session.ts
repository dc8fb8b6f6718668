import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { DomainError } from '@/lib/errors';
import { readSessionCookie } from './session-cookie';
import { type Session, verifyAccessToken } from './token';

/** The visitor's access token as the cookie has it, unverified; null when signed out. */
export const getAccessToken = cache(async (): Promise<string | null> => {
  const store = await cookies();
  const stored = await readSessionCookie((name) => store.get(name)?.value);
  return stored?.access_token ?? null;
});

/**
 * The verified session of the visitor of a server component, once per request; null when signed out.
 * Throws `auth.unavailable` when nobody can say.
 */
export const getSession = cache(async (): Promise<Session | null> => {
  const token = await getAccessToken();
  if (!token) return null;
  try {
    return await verifyAccessToken(token);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'auth.token_invalid') return null;
    throw error;
  }
});

export { type Session, verifyAccessToken } from './token';
