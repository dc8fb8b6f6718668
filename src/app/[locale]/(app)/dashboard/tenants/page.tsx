import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { SkeletonRows } from '@/components/skeleton';
import { TenantsView } from '@/features/tenant/components/tenants-view';
import { listTenantsOf, readTenantSearch } from '@/features/tenant/search-params';
import { redirect } from '@/i18n/navigation';
import { HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('TenantsPage');
  return { title: t('title') };
}

export default async function TenantsPage({ searchParams }: PageProps<'/[locale]/dashboard/tenants'>) {
  const [language, params, [portfolio]] = await Promise.all([
    getLocale(),
    searchParams,
    trpc.portfolio.list(),
  ]);
  if (!portfolio) return redirect({ href: '/dashboard/setup', locale: language });
  const { role } = await trpc.portfolio.get();
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
