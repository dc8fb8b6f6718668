import type { ReactNode } from 'react';
import { LoadMore } from './load-more';

/** Below a list: how many there are once all are there, else the next page. */
export function ListFoot({
  isWhole,
  isLoading,
  load,
  children,
}: {
  isWhole: boolean;
  isLoading: boolean;
  /** Fetches the next page; false when that failed. */
  load: () => Promise<boolean>;
  children: ReactNode;
}) {
  if (!isWhole) return <LoadMore isLoading={isLoading} load={load} />;
  // Said by `useFound` when another search has changed it.
  return <p className="mt-4 text-sm text-muted">{children}</p>;
}
