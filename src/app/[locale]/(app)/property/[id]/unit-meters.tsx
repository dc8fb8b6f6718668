'use client';

import type { ComponentProps } from 'react';
import { UnitHandovers } from '@/features/handover/components/unit-handovers';
import { UnitMetersDialog } from '@/features/meter/components/unit-meters-dialog';

/** The meters of a unit with the records of its hand-overs; loaded when somebody asks for them. */
export function UnitMeters(of: Omit<ComponentProps<typeof UnitMetersDialog>, 'children'>) {
  return (
    <UnitMetersDialog {...of}>
      <UnitHandovers unitId={of.unit.id} canEdit={of.canEdit} />
    </UnitMetersDialog>
  );
}
