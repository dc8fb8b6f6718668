import { defaultShouldDehydrateQuery, type Query, QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { isGatewayFailure } from '@/lib/fetch-again';
import { browserTransformer } from './browser-transformer';

/** True for failures that say nothing about the request: no network, or a server that is not there just now. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  if (error.data) return error.data.code === 'SERVICE_UNAVAILABLE';
  const response = error.meta?.response;
  return response instanceof Response ? isGatewayFailure(response) : true;
}

/**
 * Retry rule of reads, and of mutations whose input carries an idempotency key
 * (`useMutation({ retry: retryTransient })`): three more attempts, transient failures only.
 */
export function retryTransient(failureCount: number, error: unknown): boolean {
  // A prefetch that failed on the server reaches the browser stripped of its reason: ask once ourselves.
  if (!(error instanceof TRPCClientError)) return failureCount < 1;
  return failureCount < 3 && isTransient(error);
}

/** A section starts its query without waiting; the pending promise streams to the browser. */
export const isWorthSending = (query: Query): boolean =>
  defaultShouldDehydrateQuery(query) || query.state.status === 'pending';

/** @param serializeData how a page's answers are written for the browser, which writes none itself */
export function createQueryClient(serializeData?: (value: unknown) => unknown): QueryClient {
  // A server component's query wraps one promise; trying again would only await it a second time.
  const retry = typeof window === 'undefined' ? false : retryTransient;
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry },
      mutations: { retry: false },
      dehydrate: {
        serializeData,
        shouldDehydrateQuery: isWorthSending,
        // Procedures throw codes only, so there is nothing to redact; Next needs its own errors untouched.
        shouldRedactErrors: () => false,
      },
      hydrate: { deserializeData: browserTransformer.deserialize },
    },
  });
}
