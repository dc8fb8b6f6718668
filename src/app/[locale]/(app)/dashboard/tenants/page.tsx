import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { MAIN_ID } from '@/components/frame/skip-link';
import { listLookCookie, readListLook } from '@/components/list/list-look-cookie';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { tenantLooks } from '@/features/tenant/components/tenant-list-look';
import { TenantsView } from '@/features/tenant/components/tenants-view';
import { listTenantsOf, needlessTenants, readTenantSearch } from '@/features/tenant/search-params';
import { queryOf } from '@/lib/server/query-of';
import { Arrival, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('TenantsPage');
  return { title: t('title') };
}

export default async function TenantsPage({ searchParams }: PageProps<'/[locale]/dashboard/tenants'>) {
  const [{ role }, params, store] = await Promise.all([
    requirePortfolio('/dashboard/tenants'),
    searchParams,
    cookies(),
  ]);
  const query = queryOf(params);
  const canEdit = role !== 'viewer';
  // Above the list from the first paint, or not at all.
  if (canEdit) void trpc.tenant.list.prefetch(listTenantsOf(needlessTenants));
  void trpc.tenant.list.prefetchInfinite(listTenantsOf(readTenantSearch(query)));
  return (
    <main id={MAIN_ID}>
      <HydrateClient>
        <TenantsView
          canEdit={canEdit}
          look={readListLook(store.get(listLookCookie('tenants'))?.value, tenantLooks)}
        />
        <Arrival />
      </HydrateClient>
    </main>
  );
}
