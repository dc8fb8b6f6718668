import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { piggyBankIcon, plusIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { lazyPart } from '@/components/lazy-part';
import { Section } from '@/components/section';
import { SkeletonRows } from '@/components/skeleton';
import { trpc } from '@/trpc/client';
import type { Doing } from './deposit-doing';

const AgreeDepositDialog = lazyDialog(
  async () => (await import('./agree-deposit-dialog')).AgreeDepositDialog,
);
const EditDepositDialog = lazyDialog(async () => (await import('./edit-deposit-dialog')).EditDepositDialog);
const MovementDialog = lazyDialog(async () => (await import('./movement-dialog')).MovementDialog);
const UndoMovement = lazyDialog(async () => (await import('./deposit-undoing')).UndoMovement);
const RemoveDeposit = lazyDialog(async () => (await import('./deposit-undoing')).RemoveDeposit);
// Many tenants have none.
const DepositList = lazyPart(async () => ({ default: (await import('./deposit-list')).DepositList }));

/** The deposits of a tenant's leases: what is agreed, what is held, and what happened to it. */
export function DepositSection({
  tenantId,
  leases,
  canEdit,
}: {
  tenantId: string;
  leases: readonly { id: string; label: string }[];
  canEdit: boolean;
}) {
  const t = useTranslations('Deposit');
  const [found] = trpc.deposit.list.useSuspenseQuery({ tenantId });
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  // As the list has it now: after a conflict, or where the entry before arrives behind the open form, that goes on with it.
  const current =
    doing?.kind === 'edit' || doing?.kind === 'record'
      ? found.leases
          .flatMap((lease) => lease.deposits.map((deposit) => ({ lease, deposit })))
          .find(({ deposit }) => deposit.id === doing.deposit.id)
      : undefined;
  const withDeposit = found.leases.filter((lease) => lease.deposits.length > 0);
  const canAgree = canEdit && leases.length > 0;
  return (
    <Section
      id="deposit"
      title={t('title')}
      flush={withDeposit.length === 0}
      description={withDeposit.length > 0 ? t('text') : undefined}
      actions={
        canAgree &&
        withDeposit.length > 0 && (
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setDoing({ kind: 'agree' })}>
            {t('agreeAnother')}
          </Button>
        )
      }
    >
      {withDeposit.length === 0 ? (
        <EmptyState
          icon={piggyBankIcon}
          title={t('emptyTitle')}
          action={
            canAgree && (
              <Button look="primary" icon={plusIcon} onClick={() => setDoing({ kind: 'agree' })}>
                {t('agree')}
              </Button>
            )
          }
        >
          {t(leases.length > 0 ? 'emptyText' : 'emptyNoLease')}
        </EmptyState>
      ) : (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <DepositList
            leases={withDeposit}
            nameOf={(leaseId) => leases.find((one) => one.id === leaseId)?.label}
            onDo={canEdit ? setDoing : null}
            today={portfolio.today}
          />
        </Suspense>
      )}
      {doing?.kind === 'agree' && <AgreeDepositDialog leases={leases} onClose={close} />}
      {doing?.kind === 'edit' && current && (
        <EditDepositDialog deposit={current.deposit} isGerman={current.lease.isGerman} onClose={close} />
      )}
      {doing?.kind === 'record' && current && (
        <MovementDialog
          lease={current.lease}
          deposit={current.deposit}
          proposal={doing.proposal}
          today={portfolio.today}
          onClose={close}
        />
      )}
      {doing?.kind === 'undo' && <UndoMovement movement={doing.movement} onClose={close} />}
      {doing?.kind === 'remove' && <RemoveDeposit deposit={doing.deposit} onClose={close} />}
    </Section>
  );
}
