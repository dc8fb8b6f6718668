'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { fileTextIcon, plusIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { LeaseDialog } from './lease-dialog';
import { TenantLeaseList } from './lease-list';
import { useTenantLeases } from './use-tenant-leases';

/** The tenant's leases, and the way to the first one. */
export function TenantLeases({
  tenantId,
  canEdit,
  canAdd,
}: {
  tenantId: string;
  canEdit: boolean;
  /** Not to a tenant in the archive. */
  canAdd: boolean;
}) {
  const t = useTranslations('TenantPage');
  const { leases } = useTenantLeases(tenantId);
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      id="leases"
      title={t('leases')}
      flush
      actions={
        canAdd &&
        leases.length > 0 && (
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setAdding(true)}>
            {t('newLease')}
          </Button>
        )
      }
    >
      {leases.length === 0 ? (
        <EmptyState
          icon={fileTextIcon}
          title={t('noLeaseTitle')}
          action={
            canAdd && (
              <Button look="primary" icon={plusIcon} onClick={() => setAdding(true)}>
                {t('newLease')}
              </Button>
            )
          }
        >
          {t('noLeaseText')}
        </EmptyState>
      ) : (
        <TenantLeaseList tenantId={tenantId} canEdit={canEdit} />
      )}
      {isAdding && <LeaseDialog tenantId={tenantId} onDone={() => setAdding(false)} />}
    </Section>
  );
}
