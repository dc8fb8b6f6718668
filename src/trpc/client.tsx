'use client';

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { type ReactNode, useState } from 'react';
import superjson from 'superjson';
import { newId } from '@/lib/new-id';
import { tabHeaderName } from '@/lib/tab-header';
import { createQueryClient } from './query-client';
import type { AppRouter } from './root';

export const trpc = createTRPCReact<AppRouter>();

/** This page's name for itself, new with every full load. */
export const tabId = newId();

type Refresh = 'renewed' | 'signed_out' | 'unavailable';

let refreshing: Promise<Refresh> | undefined;

/** Asks our server for a new access token; calls that fail together share one refresh. */
function refreshSession(): Promise<Refresh> {
  refreshing ??= fetch('/api/session/refresh', { method: 'POST' })
    .then(({ ok, status }): Refresh => (ok ? 'renewed' : status === 401 ? 'signed_out' : 'unavailable'))
    .catch((): Refresh => 'unavailable')
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** The session is over. A full page load also drops every cached answer of the person who was signed in. */
function goToSignIn() {
  const { pathname, search } = window.location;
  const language = /^\/de(\/|$)/.test(pathname) ? '/de' : '';
  window.location.assign(`${language}/auth/login?next=${encodeURIComponent(pathname + search)}`);
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
            if (!mayRefresh || error.data?.code !== 'UNAUTHORIZED') {
              observer.error(error);
              return;
            }
            void refreshSession().then((outcome) => {
              if (isDone) return;
              if (outcome === 'renewed') {
                subscription = attempt(false);
              } else if (outcome === 'unavailable') {
                // Not "signed out": nobody could say. Without data it counts as a failure of the network.
                observer.error(TRPCClientError.from(new Error('refresh unavailable')));
              } else {
                observer.error(error);
                // A form keeps what was typed and says why; a page that cannot be read has nothing to keep.
                if (op.type === 'query') goToSignIn();
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

let browserQueryClient: QueryClient | undefined;

function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  browserQueryClient ??= createQueryClient();
  return browserQueryClient;
}

/** Gives client components `trpc.….useQuery`; wraps the signed-in pages only, public ones carry none of it. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const queryClient = getQueryClient();
  const [client] = useState(() =>
    trpc.createClient({
      links: [
        refreshLink,
        splitLink({
          condition: (op) => op.type === 'subscription',
          true: httpSubscriptionLink({ url: '/api/trpc', transformer: superjson }),
          false: httpBatchLink({
            url: '/api/trpc',
            transformer: superjson,
            headers: { [tabHeaderName]: tabId },
            maxItems: 20, // the server answers no longer batch
            maxURLLength: 2_000,
          }),
        }),
      ],
    }),
  );
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
