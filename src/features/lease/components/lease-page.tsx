'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BackLink } from '@/components/back-link';
import { EmptyState } from '@/components/empty-state';
import { keyRoundIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import { placeWords } from '@/domain/names';
import { AgreementSection } from '@/features/cost-agreement/components/agreement-section';
import { HandoverList } from '@/features/handover/components/handover-list';
import { trpc } from '@/trpc/client';
import type { ContractPart } from './contract/contract-dialog';
import { ContractOverview } from './contract/contract-overview';
import { LeaseActions } from './lease-actions';

const ContractDialog = lazyDialog(async () => (await import('./contract/contract-dialog')).ContractDialog);

/** One lease at an address of its own: everything agreed, and the records of handing over. */
export function LeasePage({
  tenantId,
  leaseId,
  canEdit,
}: {
  tenantId: string;
  leaseId: string;
  canEdit: boolean;
}) {
  const t = useTranslations('LeasePage');
  const [{ today }] = trpc.portfolio.get.useSuspenseQuery();
  const [lease] = trpc.lease.get.useSuspenseQuery({ id: leaseId });
  const [handovers] = trpc.handover.list.useSuspenseQuery({ leaseId });
  const [{ rows }] = trpc.lease.list.useSuspenseQuery({ leaseId });
  const [row] = rows;
  const [part, setPart] = useState<ContractPart | null>(null);
  return (
    <div className="grid grid-cols-1 gap-10">
      <div>
        <BackLink href={{ pathname: '/tenant/[id]/leases', params: { id: tenantId } }} className="mb-3">
          {t('back')}
        </BackLink>
        <Section
          id="lease"
          title={placeWords(lease.units)}
          actions={row && <LeaseActions lease={row} today={today} canEdit={canEdit} />}
        >
          <ContractOverview lease={lease} today={today} canEdit={canEdit} onPart={setPart} />
        </Section>
      </div>
      <AgreementSection whose={{ propertyId: null, leaseId }} canEdit={canEdit && lease.state !== 'void'} />
      <Section id="handovers" title={t('handovers')} flush={handovers.length === 0}>
        {handovers.length === 0 ? (
          <EmptyState icon={keyRoundIcon} title={t('noHandover')}>
            {t('noHandoverText')}
          </EmptyState>
        ) : (
          <HandoverList
            rows={handovers}
            tenantId={tenantId}
            canEdit={canEdit}
            showsUnit={lease.units.length > 1}
          />
        )}
      </Section>
      {part && (
        <ContractDialog
          leaseId={leaseId}
          today={today}
          canEdit={canEdit}
          initial={part}
          onClose={() => setPart(null)}
        />
      )}
    </div>
  );
}
