import type { QueryClient } from '@tanstack/react-query';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { changedHeaderName } from '@/lib/tab-header';
import { type Changed, isDeparture, isServedStale, isStale } from './freshness';
import type { AppRouter } from './root';

/** Refusals of what was typed or of who asks: nothing has changed, and the page is not behind. */
const beforehand: ReadonlySet<string> = new Set([
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
]);

/** Refusals of who asks: the page shows them more than they may do by now. */
const ofOthers: ReadonlySet<unknown> = new Set(['forbidden', 'portfolio.gone']);

let latest: Promise<unknown> = Promise.resolve();
let serveAnew = () => {};

/** Says how the page itself is fetched again, with what the server has written into it. */
export function setServeAnew(serve: () => void): void {
  serveAnew = serve;
}

/** Fetches what is on the page and stale by now; the rest is fetched when it is looked at again. */
export function renew(queryClient: QueryClient, changed: Changed): Promise<unknown> {
  if (isServedStale(changed)) serveAnew();
  latest = queryClient.invalidateQueries({
    refetchType: isDeparture(changed) ? 'none' : 'active',
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && isStale(path.join('.'), changed),
  });
  return latest;
}

/** On another day: everything may say something else, without anybody having changed it. */
export function renewAll(queryClient: QueryClient): void {
  serveAnew();
  void queryClient.invalidateQueries();
}

/** Waits until the page shows what the mutation before has changed, or cannot. */
export const whenFresh = (): Promise<unknown> => latest;

/** What the answer says of all calls that were sent together; null where it says nothing. */
function changedBy(response: unknown): string[] | null {
  const named = response instanceof Response ? response.headers.get(changedHeaderName) : null;
  return named === null ? null : named.split(' ').filter(Boolean);
}

function changedByFailure(error: unknown): Changed {
  if (!(error instanceof TRPCClientError)) return 'unknown';
  const isBeforehand = beforehand.has(String(error.data?.code));
  // Whoever is refused for what the data say has seen other data; whoever gets no answer knows nothing.
  return (isBeforehand && changedBy(error.meta?.response)) || 'unknown';
}

/** After every mutation, wherever it was called from, makes stale what it changed (`freshness.ts`). */
export function freshLink(queryClient: QueryClient): TRPCLink<AppRouter> {
  const heard = new WeakSet<object>();
  /** Calls that were sent together share an answer. */
  function hear(response: unknown, changed: Changed) {
    if (response instanceof Response && changed !== 'unknown') {
      if (heard.has(response)) return;
      heard.add(response);
    }
    void renew(queryClient, changed);
  }
  return () =>
    ({ op, next }) => {
      if (op.type !== 'mutation') return next(op);
      return observable((observer) => {
        let isAnswered = false;
        const subscription = next(op).subscribe({
          next(value) {
            isAnswered = true;
            const response = value.context?.response;
            hear(response, changedBy(response) ?? 'unknown');
            observer.next(value);
          },
          error(error) {
            isAnswered = true;
            hear(error.meta?.response, changedByFailure(error));
            if (ofOthers.has(error.data?.domain?.code)) serveAnew();
            observer.error(error);
          },
          complete: () => observer.complete(),
        });
        return () => {
          subscription.unsubscribe();
          if (!isAnswered) void renew(queryClient, 'unknown'); // given up, but sent
        };
      });
    };
}
