import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { LinkButton } from '@/components/link-button';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { LeaseOfTenant, useLeaseOfTenant } from '@/features/rent-account/components/lease-of-tenant';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { voidLeaseInput } from '../schema';
import type { LeaseRow } from './lease-words';

type Voidable = Outputs['lease']['previewVoid'];
type Props = { lease: Pick<LeaseRow, 'id' | 'version' | 'tenants'>; onClose: () => void };

const field = fieldsOf<typeof voidLeaseInput>();

/** Takes back a lease that was entered wrongly, with what was paid to it; open as long as it is mounted. */
export function VoidLeaseDialog({ lease, onClose }: Props) {
  const t = useTranslations('VoidLease');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('text')}
      size="sm"
      role="alertdialog"
    >
      <Suspense fallback={<SkeletonForm fields={1} />}>
        <VoidLease lease={lease} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function VoidLease({ lease, onClose }: Props) {
  const t = useTranslations('VoidLease');
  const words = useTranslations('Form');
  const [found] = trpc.lease.previewVoid.useSuspenseQuery({ id: lease.id }, { staleTime: 0, gcTime: 0 });
  const reason = found.hasDepositMoney ? 'deposit' : found.hasCarryOver ? 'carryOver' : null;
  if (reason === null) return <Question lease={lease} found={found} onClose={onClose} />;
  const [tenant] = lease.tenants;
  return (
    <>
      <Notice>{t(reason)}</Notice>
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {words('cancel')}
        </Button>
        {tenant && (
          <LinkButton
            href={{
              pathname: '/tenant/[id]/account',
              params: { id: tenant.id },
              ...(reason === 'deposit' && { hash: '#deposit' }),
            }}
            onClick={onClose}
          >
            {t('toAccount')}
          </LinkButton>
        )}
      </DialogActions>
    </>
  );
}

function Question({ lease, found: { payments }, onClose }: Props & { found: Voidable }) {
  const t = useTranslations('VoidLease');
  const words = useTranslations('Form');
  const [typed, setTyped] = useState<'undo' | 'move'>('undo');
  const choice = useLeaseOfTenant(lease.id);
  const canMove = payments.some((row) => row.canMove);
  const isMoving = canMove && typed === 'move';
  const voidLease = trpc.lease.void.useMutation();
  const form = useDomainForm({
    schema: voidLeaseInput,
    fixed: {
      id: lease.id,
      version: lease.version,
      paymentIds: payments.map((row) => row.id),
      ...(!isMoving && { toLeaseId: null }),
    },
    submit: (input) => voidLease.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      {payments.length > 0 && <Standing payments={payments} />}
      {canMove && (
        <ChoiceField
          label={t('typed', { count: payments.filter((row) => row.canMove).length })}
          options={(['undo', 'move'] as const).map((value) => ({ value, label: t(`choices.${value}`) }))}
          value={typed}
          onValueChange={setTyped}
        />
      )}
      {isMoving && <LeaseOfTenant choice={choice} name={field('toLeaseId')} autoFocus={false} />}
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {words('cancel')}
        </Button>
        <SubmitButton look="danger" disabled={isMoving && choice.leases.length === 0}>
          {t('void')}
        </SubmitButton>
      </DialogActions>
    </DomainForm>
  );
}

/** What is on the account: how much came in, how much of it by lines of the bank, what else goes with it. */
function Standing({ payments }: Pick<Voidable, 'payments'>) {
  const t = useTranslations('VoidLease');
  const formats = useFormats();
  const cameIn = payments.filter((row) => row.direction === 'in');
  const amount = formatMoney(sumCents(cameIn.map((row) => row.amountCents)), formats.currency, formats);
  const fromBank = payments.filter((row) => row.isFromBank).length;
  const paidOut = payments.length - cameIn.length;
  return (
    <Notice>
      <span className="flex flex-col gap-1">
        <span className="font-medium">{t('payments', { count: cameIn.length, amount })}</span>
        {fromBank > 0 && <span>{t('fromBank', { count: fromBank })}</span>}
        {paidOut > 0 && <span>{t('paidOut', { count: paidOut })}</span>}
        {payments.some((row) => row.isShared) && <span>{t('shared')}</span>}
      </span>
    </Notice>
  );
}
