import { useQueryErrorResetBoundary } from '@tanstack/react-query';

type Ways = {
  /** Draws what failed again. */
  reset: () => void;
  /** Fetches it from the server before. */
  retry: () => void;
};

/** How what failed is tried again; a query of the page's own without asking the server for the page. */
export function useTryAgain(error: unknown, { reset, retry }: Ways): () => void {
  const queries = useQueryErrorResetBoundary();
  const isQuery = error instanceof Error && error.name === 'TRPCClientError';
  return () => {
    // A query that failed throws again until it is told that somebody wants another try.
    queries.reset();
    if (isQuery) reset();
    else retry();
  };
}
