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
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { recordedMethods } from '@/domain/account-kinds';
import { correctPaymentInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { PayerFields } from './payer-fields';

const field = fieldsOf<typeof correctPaymentInput>();

/** Corrects a payment that was recorded wrongly; open as long as it is mounted. */
export function EditPaymentDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const t = useTranslations('EditPayment');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <Suspense fallback={<SkeletonForm fields={5} />}>
        <EditPaymentForm paymentId={paymentId} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function EditPaymentForm({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const t = useTranslations('EditPayment');
  const fields = useTranslations('PaymentForm');
  const labels = useTranslations('Labels');
  const [payment] = trpc.payment.get.useSuspenseQuery({ id: paymentId }, { staleTime: 0, gcTime: 0 });
  const [id] = useState(newId);
  const update = trpc.payment.correct.useMutation({ retry: retryTransient });
  const isPart = payment.siblings.length > 0;
  const form = useDomainForm({
    schema: correctPaymentInput,
    fixed: {
      id,
      paymentId,
      ...(isPart && { amountCents: payment.amountCents }),
      // What has no field here stays as it is.
      payerTenantId: payment.payerTenantId,
      bankAccountId: payment.bankAccountId,
    },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      {isPart && <Notice>{t('partOfTransfer', { count: payment.siblings.length })}</Notice>}
      <FieldRow>
        {!isPart && (
          <MoneyField
            name={field('amountCents')}
            label={fields('amount')}
            defaultCents={payment.amountCents}
            hint={t('amountHint')}
            autoFocus
          />
        )}
        <DateField name={field('paidOn')} label={fields('paidOn')} defaultDay={payment.paidOn} />
      </FieldRow>
      <SelectField
        name={field('method')}
        label={fields('method')}
        defaultValue={payment.method}
        options={recordedMethods.map((value) => ({ value, label: labels(`paymentMethod.${value}`) }))}
      />
      <PayerFields leaseId={payment.leaseId} known={payment} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}
