'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { arrowLeftIcon, pencilIcon, plusIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { SectionNav } from '@/components/section-nav';
import { StatusChip } from '@/components/status-chip';
import type { MemberRole } from '@/domain/vocabulary';
import { type UnitDialogs, UnitTable } from '@/features/unit/components/unit-table';
import { Link } from '@/i18n/navigation';
import { addressLines } from '@/i18n/regions';
import { DangerZone } from './danger-zone';
import { EditPropertyDialog } from './edit-property-dialog';
import { MainSection } from './main-section';
import { SecondarySection } from './secondary-section';
import { type PropertyDetails, useProperty } from './use-property';

/** What other rooms show of the property as the page last knew it, and the dialogs they lend. */
type Slots = {
  newLease: (known: { unitId?: string; onDone: () => void }) => ReactNode;
  unitMeters: UnitDialogs['meters'];
  statistics: (units: PropertyDetails['units']) => ReactNode;
};

/** A property from its address to the danger zone; what is handed in as a node streams in on its own. */
export function PropertyPage({
  served,
  role,
  leases,
  rent,
  bookings,
  documents,
  slots,
}: {
  served: PropertyDetails;
  role: MemberRole;
  leases: ReactNode;
  rent: ReactNode;
  bookings: ReactNode;
  documents: ReactNode;
  slots: Slots;
}) {
  const t = useTranslations('PropertyPage');
  const property = useProperty(served);
  const [dialog, setDialog] = useState<'edit' | 'lease' | null>(null);
  const canEdit = role !== 'viewer';
  const isOwner = role === 'owner';
  const address = addressLines(property).filter((line) => line !== property.name);

  const sections = useMemo(
    () => [
      { id: 'main', label: t('main') },
      { id: 'secondary', label: t('secondary') },
      { id: 'tenants', label: t('tenants') },
      { id: 'rent', label: t('rent') },
      { id: 'recurring', label: t('recurring') },
      { id: 'documents', label: t('documents') },
      { id: 'statistics', label: t('statistics') },
      ...(canEdit ? [{ id: 'danger', label: t('danger') }] : []),
    ],
    [t, canEdit],
  );

  return (
    <>
      <PageHead
        above={
          <Link
            href="/dashboard/properties"
            className="inline-flex items-center gap-1.5 hover:text-foreground"
          >
            <Icon icon={arrowLeftIcon} className="size-3.5" />
            {t('back')}
          </Link>
        }
        title={property.name}
        description={address.join(', ')}
        status={
          <>
            {property.archivedAt && <StatusChip>{t('archived')}</StatusChip>}
            {property.soldOn && <StatusChip>{t('sold')}</StatusChip>}
          </>
        }
        actions={
          canEdit &&
          !property.archivedAt && (
            <Button look="primary" icon={plusIcon} onClick={() => setDialog('lease')}>
              {t('newLease')}
            </Button>
          )
        }
      />
      <SectionNav label={t('sections')} sections={sections} />
      <div className="mt-5 grid grid-cols-1 gap-10">
        <MainSection
          property={property}
          canEdit={canEdit}
          action={
            canEdit && (
              <Button look="tertiary" size="sm" icon={pencilIcon} onClick={() => setDialog('edit')}>
                {t('edit')}
              </Button>
            )
          }
        >
          <UnitTable
            propertyId={property.id}
            units={property.units}
            canEdit={canEdit && !property.archivedAt}
            dialogs={{ lease: slots.newLease, meters: slots.unitMeters }}
          />
        </MainSection>
        <SecondarySection property={property} canEdit={canEdit} isOwner={isOwner} />
        {leases}
        {rent}
        {bookings}
        {documents}
        {slots.statistics(property.units)}
        {canEdit && <DangerZone property={property} isOwner={isOwner} />}
      </div>
      {canEdit && (
        <EditPropertyDialog
          part="main"
          property={property}
          open={dialog === 'edit'}
          onOpenChange={(open) => setDialog(open ? 'edit' : null)}
        />
      )}
      {dialog === 'lease' && slots.newLease({ onDone: () => setDialog(null) })}
    </>
  );
}
