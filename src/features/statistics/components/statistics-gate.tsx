import type { ReactNode } from 'react';
import type { CalendarDate } from '@/lib/calendar';
import { HydrateClient, trpc } from '@/trpc/server';
import { firstRange, rangeOf } from '../report-range-rules';

/** Starts what the section of figures asks for first, while the page around it is sent. */
export function StatisticsGate({
  propertyId,
  today,
  children,
}: {
  propertyId: string | null;
  today: CalendarDate;
  children: ReactNode;
}) {
  void trpc.statistics.report.prefetch({ propertyId, unitId: null, ...rangeOf(firstRange, today) });
  void trpc.statistics.outlook.prefetch({ propertyId, unitId: null });
  return <HydrateClient>{children}</HydrateClient>;
}
