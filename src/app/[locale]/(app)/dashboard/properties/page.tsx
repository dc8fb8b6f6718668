import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { MAIN_ID } from '@/components/frame/skip-link';
import { listLookCookie, readListLook } from '@/components/list/list-look-cookie';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { PropertyList } from '@/features/property/components/property-list';
import { propertyLooks } from '@/features/property/components/property-list-look';
import { listPropertiesOf, readPropertySearch } from '@/features/property/search-params';
import { countryOfJurisdiction } from '@/i18n/country-rules';
import { queryOf } from '@/lib/server/query-of';
import { Arrival, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('PropertyList');
  return { title: t('title') };
}

export default async function PropertiesPage({ searchParams }: PageProps<'/[locale]/dashboard/properties'>) {
  const [portfolio, params, store] = await Promise.all([
    requirePortfolio('/dashboard/properties'),
    searchParams,
    cookies(),
  ]);
  const search = readPropertySearch(queryOf(params));
  void trpc.property.list.prefetchInfinite(listPropertiesOf(search));
  const cities = await trpc.property.cities();
  return (
    <main id={MAIN_ID}>
      <HydrateClient>
        <PropertyList
          country={countryOfJurisdiction(portfolio)}
          cities={cities}
          canEdit={portfolio.role !== 'viewer'}
          look={readListLook(store.get(listLookCookie('properties'))?.value, propertyLooks)}
        />
        <Arrival />
      </HydrateClient>
    </main>
  );
}
