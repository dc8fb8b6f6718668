'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BackLink } from '@/components/back-link';
import { Button } from '@/components/button';
import { plusIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { StatusChip } from '@/components/status-chip';
import { LeaseDialog } from '@/features/lease/components/lease-dialog';
import { isSold } from '@/features/occupancy/owned-rules';
import { type PropertyDetails, useProperty } from '@/features/property/components/use-property';
import { addressLines } from '@/i18n/regions';
import type { CalendarDate } from '@/lib/calendar';

/** What stands above every page of a property. */
export function PropertyHead({
  served,
  today,
  canEdit,
}: {
  served: PropertyDetails;
  /** In the portfolio's time zone. */
  today: CalendarDate;
  canEdit: boolean;
}) {
  const t = useTranslations('PropertyPage');
  const property = useProperty(served);
  const [isLetting, setLetting] = useState(false);
  const address = addressLines(property).filter((line) => line !== property.name);
  return (
    <>
      <PageHead
        above={<BackLink href="/dashboard/properties">{t('back')}</BackLink>}
        title={property.name}
        description={address.join(', ')}
        status={
          <>
            {property.archivedAt && <StatusChip>{t('archived')}</StatusChip>}
            {isSold(property, today) && <StatusChip>{t('sold')}</StatusChip>}
          </>
        }
        actions={
          canEdit &&
          !property.archivedAt &&
          !isSold(property, today) && (
            <Button look="primary" icon={plusIcon} onClick={() => setLetting(true)}>
              {t('newLease')}
            </Button>
          )
        }
      />
      {isLetting && <LeaseDialog propertyId={property.id} onDone={() => setLetting(false)} />}
    </>
  );
}
