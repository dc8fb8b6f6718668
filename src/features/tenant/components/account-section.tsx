'use client';

import { useTranslations } from 'next-intl';
import { useTenantLeases } from '@/features/lease/components/lease-list';
import { placeWords } from '@/features/lease/components/lease-words';
import { AccountStatement } from '@/features/ledger/components/account-statement';

/** The account over all leases of the tenant. */
export function AccountSection({ tenantId, canEdit }: { tenantId: string; canEdit: boolean }) {
  const t = useTranslations('TenantPage');
  const { leases } = useTenantLeases(tenantId);
  return (
    <AccountStatement
      tenantId={tenantId}
      leases={leases
        .filter((lease) => lease.state !== 'void')
        .map((lease) => ({ id: lease.id, label: placeWords(lease.units) || t('formerLease') }))}
      canEdit={canEdit}
    />
  );
}
