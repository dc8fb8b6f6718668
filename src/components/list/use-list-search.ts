import { useSearchParams } from 'next/navigation';
import { useDeferredValue } from 'react';
import { replaceQuery } from './replace-query';

type Query = Record<string, string | null>;

/**
 * What a list shows stands in the address. `shown` lags behind `search` while the next answer is fetched, so that the
 * old one stays in sight.
 */
export function useListSearch<Search>(
  read: (query: URLSearchParams) => Search,
  write: (search: Search) => Query,
): {
  query: URLSearchParams;
  search: Search;
  shown: Search;
  isWaiting: boolean;
  change: (part: Partial<Search>) => void;
} {
  const query = useSearchParams();
  const search = read(query);
  const shown = read(new URLSearchParams(useDeferredValue(query.toString())));
  return {
    query,
    search,
    shown,
    isWaiting: JSON.stringify(write(shown)) !== JSON.stringify(write(search)),
    change: (part) => replaceQuery(write({ ...search, ...part })),
  };
}
