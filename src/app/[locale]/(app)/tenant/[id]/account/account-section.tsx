'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { placeWords } from '@/domain/names';
import { ArrearsPanel } from '@/features/arrears/components/arrears-panel';
import { DepositSection } from '@/features/deposit/components/deposit-section';
import { useTenantLeases } from '@/features/lease/components/use-tenant-leases';
import { LetterSection } from '@/features/outbox/components/letter-section';
import { AccountStatement } from '@/features/rent-account/components/account-statement';

/** The account over all leases of the tenant, what is overdue of it, and the deposits beside it. */
export function AccountSection({ tenantId, canEdit }: { tenantId: string; canEdit: boolean }) {
  const t = useTranslations('TenantPage');
  const { leases } = useTenantLeases(tenantId);
  // The page is sent before what it says: who came for the arrears or the deposit was not yet led there.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
  }, []);
  const choices = leases
    .filter((lease) => lease.state !== 'void')
    .map(({ id, units, state }) => ({
      id,
      label: placeWords(units) || t('formerLease'),
      isEnded: state === 'ended' || state === 'sold',
    }));
  return (
    <div className="grid grid-cols-1 gap-10">
      <AccountStatement tenantId={tenantId} leases={choices} canEdit={canEdit} />
      <ArrearsPanel tenantId={tenantId} canEdit={canEdit} />
      <LetterSection tenantId={tenantId} canEdit={canEdit} />
      <DepositSection tenantId={tenantId} leases={choices} canEdit={canEdit} />
    </div>
  );
}
