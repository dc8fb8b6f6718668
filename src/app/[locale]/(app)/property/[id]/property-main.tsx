'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { pencilIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { LeaseDialog } from '@/features/lease/components/lease-dialog';
import { EditPropertyDialog } from '@/features/property/components/edit-property-dialog';
import { MainSection } from '@/features/property/components/main-section';
import { type PropertyDetails, useProperty } from '@/features/property/components/use-property';
import { UnitTable } from '@/features/unit/components/unit-table';

const UnitMetersDialog = lazyDialog(async () => (await import('./unit-meters')).UnitMeters);

/** Address, facts and units, with what leases and meters add to them. */
export function PropertyMain({ served, canEdit }: { served: PropertyDetails; canEdit: boolean }) {
  const t = useTranslations('PropertyPage');
  const property = useProperty(served);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <MainSection
        property={property}
        canEdit={canEdit}
        action={
          canEdit && (
            <Button look="tertiary" size="sm" icon={pencilIcon} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          )
        }
      >
        <UnitTable
          propertyId={property.id}
          units={property.units}
          canEdit={canEdit && !property.archivedAt}
          dialogs={{
            lease: (known) => <LeaseDialog propertyId={property.id} {...known} />,
            meters: (of) => <UnitMetersDialog {...of} />,
          }}
        />
      </MainSection>
      {canEdit && (
        <EditPropertyDialog part="main" property={property} open={isEditing} onOpenChange={setEditing} />
      )}
    </>
  );
}
