import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { returnPaymentInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

const field = fieldsOf<typeof returnPaymentInput>();

/** The bank took a payment back; its fee, if any, is charged to the tenant. Open as long as it is mounted. */
export function ReturnPaymentDialog({
  paymentId,
  amountCents,
  paidOn,
  today,
  onClose,
}: {
  paymentId: string;
  amountCents: number;
  paidOn: string;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('ReturnPayment');
  const formats = useFormats();
  const [ids] = useState(() => ({ id: newId(), feeChargeId: newId() }));
  const returned = trpc.payment.return.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: returnPaymentInput,
    fixed: { ...ids, paymentId },
    prepare: (values) => ({ ...values, feeCents: values.feeCents ?? 0 }),
    submit: (input) => returned.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('text', {
        amount: formatMoney(amountCents, formats.currency, formats),
        day: formatDate(paidOn, formats),
      })}
    >
      <DomainForm form={form}>
        <FieldRow>
          <DateField name={field('returnedOn')} label={t('returnedOn')} defaultDay={today} />
          <MoneyField name={field('feeCents')} label={t('fee')} hint={t('feeHint')} optional />
        </FieldRow>
        <TextField name={field('note')} label={t('note')} optional autoComplete="off" />
        <FormActions onClose={onClose}>{t('record')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
