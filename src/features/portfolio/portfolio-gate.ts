import 'server-only';
import { cookies } from 'next/headers';
import { getLocale } from 'next-intl/server';
import { cache } from 'react';
import { currentPath, requireProvenSession } from '@/features/account/session-gate';
import { getPathname, redirect } from '@/i18n/navigation';
import { endedPortfolio, lastPortfolioCookie } from '@/lib/last-portfolio';
import { portfolioCookieName } from '@/lib/server/request';
import { trpc } from '@/trpc/server';

/** Where a page stands, so that signing in leads back to it. */
type Here = Parameters<typeof getPathname>[0]['href'];

/**
 * The session of a private page; a visitor without one, or without the second factor, comes back to it. A layout does
 * not know at which of its pages somebody is, and names none.
 */
export async function requireSession(here?: Here) {
  return requireProvenSession(
    here === undefined ? await currentPath() : getPathname({ href: here, locale: await getLocale() }),
  );
}

/** The signed-in user's portfolios and the current one; null when there is none yet. */
export const getOwnPortfolios = cache(async () => {
  const [all, cookieStore] = await Promise.all([trpc.portfolio.list(), cookies()]);
  const chosenId = cookieStore.get(portfolioCookieName)?.value;
  return { all, current: all.find((one) => one.id === chosenId) ?? all[0] ?? null };
});

/** The name of the portfolio that this browser showed this person last, if it is theirs no more. */
export async function findEnded(userId: string): Promise<string | null> {
  const [{ all }, cookieStore] = await Promise.all([getOwnPortfolios(), cookies()]);
  return endedPortfolio(cookieStore.get(lastPortfolioCookie)?.value, userId, all);
}

/** The current portfolio and the caller's role in it; who has none is led to the set-up. */
export async function requirePortfolio(here?: Here) {
  await requireSession(here);
  const { current } = await getOwnPortfolios();
  if (current) return current;
  return redirect({ href: '/dashboard/setup', locale: await getLocale() });
}
