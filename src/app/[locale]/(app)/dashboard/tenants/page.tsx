import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { SkeletonRows } from '@/components/skeleton';
import { requirePortfolio } from '@/features/portfolio/current-portfolio';
import { TenantsView } from '@/features/tenant/components/tenants-view';
import { listTenantsOf, readTenantSearch } from '@/features/tenant/search-params';
import { HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('TenantsPage');
  return { title: t('title') };
}

export default async function TenantsPage({ searchParams }: PageProps<'/[locale]/dashboard/tenants'>) {
  const [{ role }, params] = await Promise.all([requirePortfolio('/dashboard/tenants'), searchParams]);
  const address = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  void trpc.tenant.list.prefetchInfinite(listTenantsOf(readTenantSearch(address)));
  return (
    <main id={MAIN_ID}>
      <HydrateClient>
        <TenantsView
          canEdit={role !== 'viewer'}
          startsNew={address.get('new') === '1'}
          skeleton={<SkeletonRows count={6} />}
        />
      </HydrateClient>
    </main>
  );
}
