import { useTranslations } from 'next-intl';
import { useState } from 'react';
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
import { showSuccess } from '@/components/toast';
import { postedKinds } from '@/domain/account-kinds';
import { postChargeInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

const field = fieldsOf<typeof postChargeInput>();

/** A one-off amount the tenant owes, such as a back-payment; open as long as it is mounted. */
export function PostChargeDialog({
  leases,
  today,
  onClose,
}: {
  leases: readonly { id: string; label: string }[];
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('PostCharge');
  const labels = useTranslations('Labels');
  const [id] = useState(newId);
  const post = trpc.charge.post.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: postChargeInput,
    fixed: leases.length === 1 ? { id, leaseId: leases[0]?.id } : { id },
    submit: (input) => post.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <DomainForm form={form}>
        {leases.length > 1 && (
          <SelectField
            name={field('leaseId')}
            label={t('lease')}
            options={leases.map((lease) => ({ value: lease.id, label: lease.label }))}
          />
        )}
        <SelectField
          name={field('kind')}
          label={t('kind')}
          options={postedKinds.map((value) => ({ value, label: labels(`chargeKind.${value}`) }))}
        />
        <FieldRow>
          <MoneyField name={field('amountCents')} label={t('amount')} />
          <DateField name={field('dueOn')} label={t('dueOn')} defaultDay={today} />
        </FieldRow>
        <TextField name={field('note')} label={t('note')} hint={t('noteHint')} optional />
        <FormActions onClose={onClose}>{t('post')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
