import 'server-only';
import { headers } from 'next/headers';
import { getLocale } from 'next-intl/server';
import { cache } from 'react';
import { pathHeader } from '@/auth/server/path-header';
import { getSession, type Session } from '@/auth/server/session';
import { getPathname, redirect } from '@/i18n/navigation';
import { trpc } from '@/trpc/server';

/** What the database knows of the visitor's session, once per request. */
export const getAssurance = cache(() => trpc.account.assurance());

/** Where the visitor is, so that signing in leads back there. */
export async function currentPath(): Promise<string> {
  const [path, locale] = await Promise.all([headers(), getLocale()]);
  return path.get(pathHeader) ?? getPathname({ href: '/dashboard', locale });
}

/**
 * The session of a private page: verified, not ended elsewhere, and with the second factor where there is one.
 * Everybody else is led to where they can prove it, and comes back to `next`.
 */
export const requireProvenSession = cache(async (next: string): Promise<Session> => {
  const [session, locale] = await Promise.all([getSession(), getLocale()]);
  if (!session) return redirect({ href: { pathname: '/auth/login', query: { next } }, locale });
  const { lives, hasFactor } = await getAssurance();
  if (!lives) {
    const query = { next, problem: 'session_not_found' };
    return redirect({ href: { pathname: '/auth/login', query }, locale });
  }
  if (hasFactor && session.aal !== 'aal2') {
    return redirect({ href: { pathname: '/auth/mfa', query: { next } }, locale });
  }
  return session;
});
