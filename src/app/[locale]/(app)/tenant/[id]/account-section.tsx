'use client';

import { useTranslations } from 'next-intl';
import { placeWords } from '@/domain/names';
import { ArrearsPanel } from '@/features/arrears/components/arrears-panel';
import { DepositSection } from '@/features/deposit/components/deposit-section';
import { useTenantLeases } from '@/features/lease/components/lease-list';
import { AccountStatement } from '@/features/rent-account/components/account-statement';

/** The account over all leases of the tenant, what is overdue of it, and the deposits beside it. */
export function AccountSection({ tenantId, canEdit }: { tenantId: string; canEdit: boolean }) {
  const t = useTranslations('TenantPage');
  const { leases } = useTenantLeases(tenantId);
  const choices = leases
    .filter((lease) => lease.state !== 'void')
    .map((lease) => ({ id: lease.id, label: placeWords(lease.units) || t('formerLease') }));
  return (
    <>
      <AccountStatement tenantId={tenantId} leases={choices} canEdit={canEdit} />
      <ArrearsPanel tenantId={tenantId} canEdit={canEdit} />
      <DepositSection tenantId={tenantId} leases={choices} canEdit={canEdit} />
    </>
  );
}
