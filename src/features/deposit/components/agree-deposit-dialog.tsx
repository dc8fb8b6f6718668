import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createDepositInput } from '../schema';
import { AgreedFields } from './agreed-fields';

const field = fieldsOf<typeof createDepositInput>();

/** What is agreed as a deposit; open as long as it is mounted. */
export function AgreeDepositDialog({
  leases,
  onClose,
}: {
  leases: readonly { id: string; label: string }[];
  onClose: () => void;
}) {
  const t = useTranslations('Deposit');
  const [id] = useState(newId);
  const create = trpc.deposit.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createDepositInput,
    fixed: leases.length === 1 ? { id, leaseId: leases[0]?.id } : { id },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('agreed'));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('agree')} description={t('agreeText')}>
      <DomainForm form={form}>
        {leases.length > 1 && (
          <SelectField
            name={field('leaseId')}
            label={t('lease')}
            options={leases.map((lease) => ({ value: lease.id, label: lease.label }))}
          />
        )}
        <AgreedFields />
        <DateField name={field('receivedOn')} label={t('receivedOn')} hint={t('receivedOnHint')} optional />
        <FormActions onClose={onClose} />
      </DomainForm>
    </Dialog>
  );
}
