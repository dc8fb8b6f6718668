'use client';

import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { type ReactNode, useEffect, useState } from 'react';
import type { Entity } from '@/domain/entities';
import { useRefresh } from '@/i18n/use-refresh';
import { serveOwn } from '@/lib/browser/chosen-portfolio';
import { pathIn, readPath } from '@/lib/language-path';
import { newId } from '@/lib/new-id';
import { portfolioHeaderName, tabHeaderName } from '@/lib/tab-header';
import { browserTransformer as transformer } from './browser-transformer';
import { freshLink, renew, setServeAnew } from './fresh-link';
import { fetchJson } from './json-answer';
import { createQueryClient } from './query-client';
import type { AppRouter } from './root';

export const trpc = createTRPCReact<AppRouter>();

/** This page's name for itself, new with every full load. */
export const tabId = newId();

let shownPortfolioId: string | undefined;
let isLeaving = false;

/** Has the calls of this tab go to a portfolio from now on, whichever another tab chooses. */
export function callFor(portfolioId: string | undefined): void {
  if (!isLeaving) shownPortfolioId = portfolioId;
}

/** What is shown is somebody's no more, and a whole new page on its way: until it is there, nothing typed here reaches another portfolio. */
export function callForNoOther(): void {
  isLeaving = true;
}

type Access = {
  /** The portfolio shown is theirs no more. */
  onEnd: () => void;
  /** Whether the page may be fetched again now. */
  mayServe: () => Promise<boolean>;
};

let access: Access = { onEnd: () => {}, mayServe: () => Promise.resolve(true) };

/** Who watches over what the person of this page may see and do in its portfolio. */
export function setAccess(watch: Access): void {
  access = watch;
}

type Refresh =
  | { outcome: 'renewed' }
  | { outcome: 'unavailable' }
  | { outcome: 'signed_out'; problem: string };

let refreshing: Promise<Refresh> | undefined;

/** Asks our server for a new access token; calls that fail together share one refresh. */
function refreshSession(): Promise<Refresh> {
  refreshing ??= fetch('/api/session/refresh', { method: 'POST' })
    .then(async (response): Promise<Refresh> => {
      if (response.ok) return { outcome: 'renewed' };
      if (response.status !== 401) return { outcome: 'unavailable' };
      return { outcome: 'signed_out', problem: (await response.text()) || 'session_not_found' };
    })
    .catch((): Refresh => ({ outcome: 'unavailable' }))
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

let keepsPage = (): boolean => false;

/** Asked before the page is left for a sign-in; true: it stays, and has somebody sign in where it is. */
export function setKeepsPage(ask: () => boolean): void {
  keepsPage = ask;
}

/** Leads to a sign-in page and back. A full page load also drops every cached answer of who was signed in. */
function goTo(page: '/auth/login' | '/auth/mfa', query: Record<string, string> = {}) {
  if (keepsPage()) return;
  const { pathname, search } = window.location;
  const goal = new URLSearchParams({ next: pathname + search, ...query });
  window.location.assign(`${pathIn(readPath(pathname).language, page)}?${goal}`);
}

/** An expired token is answered with 401 before anything happened: refresh once and repeat, mutations too. */
const refreshLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isDone = false;
      const attempt = (mayRefresh: boolean) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            // The server says so in development only.
            if (error.data?.original) console.error(`${op.path} failed\n${error.data.original}`);
            // Somebody has set up a second factor meanwhile, on another device.
            const needsFactor = error.data?.domain?.code === 'auth.second_factor_required';
            if (needsFactor && op.type === 'query') goTo('/auth/mfa');
            if (error.data?.domain?.code === 'portfolio.gone') access.onEnd();
            if (!mayRefresh || error.data?.code !== 'UNAUTHORIZED') {
              observer.error(error);
              return;
            }
            void refreshSession().then((refresh) => {
              if (isDone) return;
              if (refresh.outcome === 'renewed') {
                subscription = attempt(false);
              } else if (refresh.outcome === 'unavailable') {
                // Not "signed out": nobody could say. Without data it counts as a failure of the network.
                observer.error(TRPCClientError.from(new Error('refresh unavailable')));
              } else {
                observer.error(error);
                // A form keeps what was typed and says why; a page that cannot be read has nothing to keep.
                if (op.type === 'query') goTo('/auth/login', { problem: refresh.problem });
                else keepsPage();
              }
            });
          },
        });
      let subscription = attempt(true);
      return () => {
        isDone = true;
        subscription.unsubscribe();
      };
    });

/** For what is changed past the procedures, as by the forms of the sign-in server. */
export function useRenew(): (entity: Entity) => Promise<unknown> {
  const queryClient = useQueryClient();
  return (entity) => renew(queryClient, [entity]);
}

let browserQueryClient: QueryClient | undefined;

function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  browserQueryClient ??= createQueryClient();
  return browserQueryClient;
}

/** Gives client components `trpc.….useQuery`; wraps the signed-in pages only, public ones carry none of it. */
export function TrpcProvider({
  portfolioId,
  children,
}: {
  portfolioId: string | undefined;
  children: ReactNode;
}) {
  const queryClient = getQueryClient();
  const refresh = useRefresh();
  const [client] = useState(() => {
    // Before any part of the page calls; on the server nothing does.
    if (typeof window !== 'undefined') callFor(portfolioId);
    return trpc.createClient({
      links: [
        freshLink(queryClient),
        refreshLink,
        splitLink({
          condition: (op) => op.type === 'subscription',
          true: httpSubscriptionLink({ url: '/api/trpc', transformer }),
          false: httpBatchLink({
            url: '/api/trpc',
            transformer,
            fetch: fetchJson,
            headers: () => ({
              [tabHeaderName]: tabId,
              ...(shownPortfolioId && { [portfolioHeaderName]: shownPortfolioId }),
            }),
            maxItems: 20, // the server answers no longer batch
            maxURLLength: 2_000,
          }),
        }),
      ],
    });
  });
  useEffect(() => callFor(portfolioId), [portfolioId]);
  useEffect(() => {
    const serve = () => serveOwn(portfolioId, refresh);
    setServeAnew(() => void access.mayServe().then((may) => may && serve()));
  }, [refresh, portfolioId]);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
