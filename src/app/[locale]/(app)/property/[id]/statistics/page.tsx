import type { Metadata } from 'next';
import { StatisticsGate } from '@/features/statistics/components/statistics-gate';
import { LazyTaxForm } from '@/features/tax/components/lazy-tax-sections';
import type { CalendarDate } from '@/lib/calendar';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterProperty, propertyTitle } from '../property-gate';
import { PropertyStatistics } from './property-statistics';

type Props = PageProps<'/[locale]/property/[id]/statistics'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'statistics');
}

export default async function PropertyStatisticsPage({ params }: Props) {
  const opened = await enterProperty(params);
  if (!opened) return null;
  const { property, today } = opened;
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-8">
      <StatisticsGate propertyId={property.id} today={today}>
        <PropertyStatistics served={property} today={today} />
      </StatisticsGate>
      <Arriving fallback={null}>
        <TaxGate propertyId={property.id} today={today} />
      </Arriving>
    </div>
  );
}

function TaxGate({ propertyId, today }: { propertyId: string; today: CalendarDate }) {
  void trpc.tax.form.prefetch({ propertyId, year: null });
  return (
    <HydrateClient>
      <LazyTaxForm propertyId={propertyId} today={today} />
    </HydrateClient>
  );
}
