import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { refundCreditInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

const field = fieldsOf<typeof refundCreditInput>();

/** Credit that was paid back to the tenant; open as long as it is mounted. */
export function RefundDialog({
  leases,
  proposedCents,
  today,
  onClose,
}: {
  leases: readonly { id: string; label: string }[];
  /** What of the credit is to be paid back; left out: all of it. */
  proposedCents?: number;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('Refund');
  const [only, another] = leases;
  const [leaseId, setLeaseId] = useState(only?.id);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <div className="flex flex-col gap-4">
        {another === undefined ? (
          <p className="font-medium">{only?.label}</p>
        ) : (
          <SelectField
            name={null}
            label={t('lease')}
            options={leases.map(({ id, label }) => ({ value: id, label }))}
            defaultValue={leaseId}
            onValueChange={setLeaseId}
          />
        )}
        {leaseId !== undefined && (
          <Suspense key={leaseId} fallback={<SkeletonForm fields={2} />}>
            <RefundForm {...{ leaseId, proposedCents, today, onClose }} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}

function RefundForm({
  leaseId,
  proposedCents,
  today,
  onClose,
}: {
  leaseId: string;
  proposedCents: number | undefined;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('Refund');
  const formats = useFormats();
  const [account] = trpc.ledger.openItems.useSuspenseQuery({ leaseId }, { staleTime: 0, gcTime: 0 });
  const [id] = useState(newId);
  const refund = trpc.payment.refund.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: refundCreditInput,
    fixed: { id, leaseId },
    submit: (input) => refund.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <FieldRow>
        <MoneyField
          name={field('amountCents')}
          label={t('amount')}
          hint={t('credit', { amount: formatMoney(account.creditCents, formats.currency, formats) })}
          defaultCents={(proposedCents ?? account.creditCents) || null}
          autoFocus
        />
        <DateField name={field('paidOn')} label={t('paidOn')} defaultDay={today} />
      </FieldRow>
      <TextField name={field('note')} label={t('note')} optional autoComplete="off" />
      <FormActions onClose={onClose}>{t('record')}</FormActions>
    </DomainForm>
  );
}
