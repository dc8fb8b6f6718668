import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { requirePortfolio } from '@/features/portfolio/current-portfolio';
import { PropertyList } from '@/features/property/components/property-list';
import { propertyListInput } from '@/features/property/components/property-list-input';
import { countryOfJurisdiction } from '@/features/property/regions';
import { HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('PropertyList');
  return { title: t('title') };
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

export default async function PropertiesPage({ searchParams }: PageProps<'/[locale]/dashboard/properties'>) {
  const [portfolio, query] = await Promise.all([requirePortfolio('/dashboard/properties'), searchParams]);
  void trpc.property.list.prefetchInfinite(
    propertyListInput({ q: one(query.q), archive: one(query.archive) }),
  );
  return (
    <main id={MAIN_ID}>
      <HydrateClient>
        <PropertyList
          country={countryOfJurisdiction(portfolio.jurisdiction)}
          canEdit={portfolio.role !== 'viewer'}
        />
      </HydrateClient>
    </main>
  );
}
