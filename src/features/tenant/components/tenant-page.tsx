'use client';

import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { arrowLeftIcon, pencilIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { SectionNav } from '@/components/section-nav';
import { StatusChip } from '@/components/status-chip';
import type { MemberRole } from '@/domain/vocabulary';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { DangerZone } from './danger-zone';
import { MainSection } from './main-section';
import { TenantDialog } from './tenant-dialog';
import type { TenantValues } from './tenant-fields';
import { useTenant } from './use-tenant';

/** A tenant from their account to the danger zone; `leases` and `account` stream in on their own. */
export function TenantPage({
  served,
  role,
  leases,
  account,
  documents,
}: {
  served: TenantValues;
  role: MemberRole;
  leases: ReactNode;
  account: ReactNode;
  documents: ReactNode;
}) {
  const t = useTranslations('TenantPage');
  const labels = useTranslations('Labels');
  const tenant = useTenant(served);
  const [isEditing, setEditing] = useState(false);
  const canEdit = role !== 'viewer';
  const hasArrears = useHasArrears(tenant.id);

  const sections = useMemo(
    () => [
      { id: 'main', label: t('main') },
      { id: 'leases', label: t('leases') },
      { id: 'rent', label: t('account') },
      ...(hasArrears ? [{ id: 'arrears', label: t('arrears') }] : []),
      { id: 'deposit', label: t('deposit') },
      { id: 'documents', label: t('documents') },
      ...(canEdit ? [{ id: 'danger', label: t('danger') }] : []),
    ],
    [t, canEdit, hasArrears],
  );
  const salutation =
    tenant.kind === 'person' && tenant.salutation !== 'none'
      ? labels(`salutation.${tenant.salutation}`)
      : null;

  return (
    <>
      <PageHead
        above={
          <Link href="/dashboard/tenants" className="inline-flex items-center gap-1.5 hover:text-foreground">
            <Icon icon={arrowLeftIcon} className="size-3.5" />
            {t('back')}
          </Link>
        }
        title={salutation === null ? tenant.name : `${salutation} ${tenant.name}`}
        status={tenant.archivedAt && <StatusChip>{t('archived')}</StatusChip>}
      />
      <SectionNav label={t('sections')} sections={sections} />
      <div className="mt-5 grid grid-cols-1 gap-10">
        <MainSection
          tenant={tenant}
          onEdit={canEdit ? () => setEditing(true) : null}
          action={
            canEdit && (
              <Button look="tertiary" size="sm" icon={pencilIcon} onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            )
          }
        />
        {leases}
        {account}
        {documents}
        {canEdit && <DangerZone tenant={tenant} isOwner={role === 'owner'} />}
      </div>
      <TenantDialog open={isEditing} onOpenChange={setEditing} tenant={tenant} />
    </>
  );
}

/**
 * Whether the section of arrears, once it has been answered, shows anything. Only looks into the cache: a query
 * begun out here would stand before the one that section streams, and the server would ask itself by HTTP.
 */
function useHasArrears(tenantId: string): boolean {
  const cache = useQueryClient().getQueryCache();
  const { arrears } = trpc.useUtils();
  return useSyncExternalStore(
    (changed) => cache.subscribe(notifyManager.batchCalls(changed)),
    () => {
      const rows = arrears.list.getData({ tenantId })?.rows.length ?? 0;
      return rows + (arrears.lateInterest.getData({ tenantId })?.length ?? 0) > 0;
    },
    () => false,
  );
}
