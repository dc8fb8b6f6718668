'use client';

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { type ReactNode, useState } from 'react';
import superjson from 'superjson';
import { createQueryClient } from './query-client';
import type { AppRouter } from './root';

export const trpc = createTRPCReact<AppRouter>();

let refreshing: Promise<boolean> | undefined;

/** Asks our server for a new access token; calls that fail together share one refresh. */
function refreshSession(): Promise<boolean> {
  refreshing ??= fetch('/api/session/refresh', { method: 'POST' })
    .then((response) => response.ok)
    .catch(() => false)
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

const isSignedOut = (error: unknown) =>
  error instanceof TRPCClientError && error.data?.code === 'UNAUTHORIZED';

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
            if (!mayRefresh || !isSignedOut(error)) {
              observer.error(error);
              return;
            }
            void refreshSession().then((isRefreshed) => {
              if (isDone) return;
              if (isRefreshed) subscription = attempt(false);
              else observer.error(error);
            });
          },
        });
      let subscription = attempt(true);
      return () => {
        isDone = true;
        subscription.unsubscribe();
      };
    });

/** The session is over. A full page load also drops every cached answer of the person who was signed in. */
function goToSignIn() {
  const { pathname, search } = window.location;
  if (/^\/(de\/)?auth\//.test(pathname)) return;
  const language = /^\/de(\/|$)/.test(pathname) ? '/de' : '';
  window.location.assign(`${language}/auth/login?next=${encodeURIComponent(pathname + search)}`);
}

const onQueryError = (error: Error) => {
  if (isSignedOut(error)) goToSignIn();
};

let browserQueryClient: QueryClient | undefined;

function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  browserQueryClient ??= createQueryClient({ onQueryError });
  return browserQueryClient;
}

/** Gives client components `trpc.….useQuery`; wraps the signed-in pages only, public ones carry none of it. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const queryClient = getQueryClient();
  const [client] = useState(() =>
    trpc.createClient({
      links: [
        refreshLink,
        httpBatchLink({
          url: '/api/trpc',
          transformer: superjson,
          maxItems: 20, // the server answers no longer batch
          maxURLLength: 2_000,
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
