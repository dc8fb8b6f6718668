'use client';

import { type PropertyDetails, useProperty } from '@/features/property/components/use-property';
import { StatisticsSection } from '@/features/statistics/components/statistics-section';
import type { CalendarDate } from '@/lib/calendar';

/** The figures of a property, and of those units it has by now. */
export function PropertyStatistics({ served, today }: { served: PropertyDetails; today: CalendarDate }) {
  const { id, units } = useProperty(served);
  return <StatisticsSection today={today} propertyId={id} units={units} />;
}
