import { LEASE_PAGE } from '@/features/rent-account/pages';
import { trpc } from '@/trpc/client';

/** The leases of a tenant, the latest first. */
export function useTenantLeases(tenantId: string) {
  const [pages, query] = trpc.lease.list.useSuspenseInfiniteQuery(
    { tenantId, ...LEASE_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  return { leases: pages.pages.flatMap((page) => page.rows), query };
}
