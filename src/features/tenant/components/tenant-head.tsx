'use client';

import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/back-link';
import { PageHead } from '@/components/page-head';
import { StatusChip } from '@/components/status-chip';
import type { TenantValues } from './tenant-fields';
import { useTenant } from './use-tenant';

/** What stands above every page of a tenant. */
export function TenantHead({ served }: { served: TenantValues }) {
  const t = useTranslations('TenantPage');
  const labels = useTranslations('Labels');
  const tenant = useTenant(served);
  const salutation =
    tenant.kind === 'person' && tenant.salutation !== 'none'
      ? labels(`salutation.${tenant.salutation}`)
      : null;
  return (
    <PageHead
      above={<BackLink href="/dashboard/tenants">{t('back')}</BackLink>}
      title={salutation === null ? tenant.name : `${salutation} ${tenant.name}`}
      status={tenant.archivedAt && <StatusChip>{t('archived')}</StatusChip>}
    />
  );
}
