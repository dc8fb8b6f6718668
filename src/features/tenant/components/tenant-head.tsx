'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { arrowLeftIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/navigation';
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
      above={
        <Link href="/dashboard/tenants" className="inline-flex items-center gap-1.5 hover:text-foreground">
          <Icon icon={arrowLeftIcon} className="size-3.5" />
          {t('back')}
        </Link>
      }
      title={salutation === null ? tenant.name : `${salutation} ${tenant.name}`}
      status={tenant.archivedAt && <StatusChip>{t('archived')}</StatusChip>}
    />
  );
}
