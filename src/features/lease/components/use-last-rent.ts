import { skipToken } from '@tanstack/react-query';
import { trpc } from '@/trpc/client';

/** What the units were let for last; nothing until it is known, or where it says nothing about them. */
export function useLastRent(unitIds: readonly string[]) {
  const { data } = trpc.lease.lastRent.useQuery(unitIds.length > 0 ? { unitIds: [...unitIds] } : skipToken, {
    retry: false,
  });
  return data ?? null;
}
