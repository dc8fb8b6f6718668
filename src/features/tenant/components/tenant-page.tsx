'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { arrowLeftIcon, pencilIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { SectionNav } from '@/components/section-nav';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/navigation';
import type { MemberRole } from '@/lib/vocabulary';
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
  // Asked for by the section itself; here only whether there is one.
  const input = { tenantId: tenant.id };
  const { data: arrears } = trpc.arrears.list.useQuery(input, { enabled: false });
  const { data: late } = trpc.arrears.lateInterest.useQuery(input, { enabled: false });
  const hasArrears = (arrears?.rows.length ?? 0) + (late?.length ?? 0) > 0;

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
