'use server';

import { cookies, headers } from 'next/headers';
import { isSecureRequest, portfolioCookieName } from '@/lib/server/request';
import { trpc } from '@/trpc/server';

const YEAR_SECONDS = 60 * 60 * 24 * 365;

/** Makes one of the user's own portfolios the current one; any other is left alone. */
export async function choosePortfolio(portfolioId: string): Promise<void> {
  const own = await trpc.portfolio.list();
  if (!own.some((portfolio) => portfolio.id === portfolioId)) return;
  const store = await cookies();
  store.set(portfolioCookieName, portfolioId, {
    path: '/',
    maxAge: YEAR_SECONDS,
    sameSite: 'lax',
    httpOnly: true,
    secure: isSecureRequest(await headers()),
  });
}
