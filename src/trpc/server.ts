import 'server-only';
import { createHydrationHelpers } from '@trpc/react-query/rsc';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { getAccessToken } from '@/auth/session';
import { languageCookieName, portfolioCookieName, requestAddress, requestLanguage } from '@/lib/request';
import { createContext } from './context';
import { createQueryClient } from './query-client';
import { type AppRouter, createCaller } from './root';

/** One context per page request, so that all its sections verify the token once. */
const getContext = cache(async () => {
  const [cookieStore, headerList, accessToken] = await Promise.all([cookies(), headers(), getAccessToken()]);
  return createContext({
    accessToken,
    address: requestAddress(headerList),
    language: requestLanguage(cookieStore.get(languageCookieName)?.value, headerList.get('accept-language')),
    portfolioId: cookieStore.get(portfolioCookieName)?.value ?? null,
  });
});

const getQueryClient = cache(() => createQueryClient());

/**
 * The router for server components, in process. `void trpc.x.y.prefetch(input)` starts a query whose pending
 * promise streams to the browser inside `HydrateClient`; `await trpc.x.y(input)` answers here and fills no cache.
 */
export const { trpc, HydrateClient } = createHydrationHelpers<AppRouter>(
  createCaller(getContext),
  getQueryClient,
);
