'use client';

import type { ComponentProps } from 'react';
import { lazyDialog } from '@/components/lazy-dialog';
import { UnitHandovers } from '@/features/handover/components/unit-handovers';
import { LeaseDialog } from '@/features/lease/components/lease-dialog';
import { PropertyPage } from '@/features/property/components/property-page';
import { StatisticsSection } from '@/features/statistics/components/statistics-section';
import type { CalendarDate } from '@/lib/calendar';

const UnitMetersDialog = lazyDialog(
  async () => (await import('@/features/meter/components/unit-meters-dialog')).UnitMetersDialog,
);

/** The property's page with what leases, meters and figures add to it. */
export function PropertyView({
  today,
  ...page
}: Omit<ComponentProps<typeof PropertyPage>, 'slots'> & {
  /** In the portfolio's time zone. */
  today: CalendarDate;
}) {
  const propertyId = page.served.id;
  return (
    <PropertyPage
      {...page}
      slots={{
        newLease: (known) => <LeaseDialog propertyId={propertyId} {...known} />,
        unitMeters: ({ unit, canEdit, onClose }) => (
          <UnitMetersDialog unit={unit} canEdit={canEdit} onClose={onClose}>
            <UnitHandovers unitId={unit.id} canEdit={canEdit} />
          </UnitMetersDialog>
        ),
        statistics: (units) => <StatisticsSection today={today} propertyId={propertyId} units={units} />,
      }}
    />
  );
}
