import type { Metadata } from 'next';
import { StatisticsGate } from '@/features/statistics/components/statistics-gate';
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
    <StatisticsGate propertyId={property.id} today={today}>
      <PropertyStatistics served={property} today={today} />
    </StatisticsGate>
  );
}
