import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showFailure, showUndoable } from '@/components/toast';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { movePaymentInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { AccountRow } from './account-entry';
import { LeaseOfTenant, useLeaseOfTenant } from './lease-of-tenant';

const field = fieldsOf<typeof movePaymentInput>();

/** Moves a payment to the account of another tenant, for one recorded in the wrong one. Open as long as it is mounted. */
export function MovePaymentDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const t = useTranslations('MovePayment');
  const formats = useFormats();
  const [ids] = useState(() => ({ id: newId(), backId: newId() }));
  const choice = useLeaseOfTenant(row.leaseId);
  const move = trpc.payment.move.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: movePaymentInput,
    fixed: { id: ids.id, paymentId: row.id },
    submit: (input) => move.mutateAsync(input),
    onSuccess: () => {
      showUndoable(t('done', { tenant: choice.tenant?.label ?? '' }), t('undo'), () => {
        move
          .mutateAsync({ id: ids.backId, paymentId: ids.id, leaseId: row.leaseId })
          .catch(() => showFailure(t('notUndone')));
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('text', {
        amount: formatMoney(row.creditCents, formats.currency, formats),
        day: formatDate(row.on, formats),
      })}
    >
      <DomainForm form={form}>
        <LeaseOfTenant choice={choice} name={field('leaseId')} />
        <FormActions onClose={onClose} canSave={choice.leases.length > 0}>
          {t('move')}
        </FormActions>
      </DomainForm>
    </Dialog>
  );
}
