import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { LeaseOfTenant, useLeaseOfTenant } from '@/features/rent-account/components/lease-of-tenant';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { assignLineInput } from '../schema';
import { LearnFields } from './learn-fields';
import { type OpenTransfer, OpenTransfers } from './open-transfers';
import type { WaitingLine } from './proposal';

const field = fieldsOf<typeof assignLineInput>();

/** Books a line to a tenant whom nothing in it names; money out pays credit back. Open as long as it is mounted. */
export function AssignDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  const errors = useErrorWords();
  const offerUndo = useUndo();
  const [id] = useState(newId);
  const choice = useLeaseOfTenant();
  const accept = trpc.bank.accept.useMutation({ retry: retryTransient });
  const reopen = trpc.bank.reopen.useMutation({ retry: retryTransient });
  const isRefund = line.amountCents < 0;
  const amount = formatMoney(Math.abs(line.amountCents), formats.currency, formats);
  const form = useDomainForm({
    schema: assignLineInput,
    fixed: { id, lineId: line.id },
    submit: ({ leaseId, ...input }) =>
      accept.mutateAsync({
        ...input,
        parts: [
          isRefund
            ? { kind: 'refund', leaseId }
            : { kind: 'payment', leaseId, amountCents: line.amountCents },
        ],
      }),
    onSuccess: ({ version }) => finish(t('accepted', { amount, name: choice.tenant?.label ?? '' }), version),
  });
  function finish(said: string, version: number) {
    offerUndo(said, async () => {
      await reopen.mutateAsync({ lineId: line.id, version });
      showSuccess(t('undone'));
    });
    onClose();
  }
  async function prove({ part, holders }: OpenTransfer) {
    try {
      const { version } = await accept.mutateAsync({ id, lineId: line.id, parts: [part] });
      finish(t('proved', { amount, name: holders.join(', ') }), version);
    } catch (error) {
      showFailure(errors.failure(error));
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('assignTitle')}
      description={t(isRefund ? 'refundText' : 'assignText', {
        amount,
        day: formatDate(line.bookedOn, formats),
      })}
    >
      {isRefund && (
        <OpenTransfers
          lineId={line.id}
          isBusy={accept.isPending}
          onPick={(transfer) => void prove(transfer)}
        />
      )}
      <DomainForm form={form}>
        <LeaseOfTenant choice={choice} name={field('leaseId')} autoFocus={!isRefund} />
        {!isRefund && (
          <LearnFields
            line={line}
            name={{ text: field('learnText'), fromAnybody: field('learnFromAnybody') }}
          />
        )}
        <FormActions onClose={onClose} canSave={choice.leases.length > 0}>
          {t('assignBook')}
        </FormActions>
      </DomainForm>
    </Dialog>
  );
}
