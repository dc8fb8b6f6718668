'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { depositForms } from '@/lib/vocabulary';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createDepositInput } from '../schema';

/** What is agreed as a deposit; open as long as it is mounted. */
export function AgreeDepositDialog({
  leases,
  onClose,
}: {
  leases: readonly { id: string; label: string }[];
  onClose: () => void;
}) {
  const t = useTranslations('Deposit');
  const labels = useTranslations('Labels');
  const words = useTranslations('Form');
  const utils = trpc.useUtils();
  const [id] = useState(newId);
  const create = trpc.deposit.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createDepositInput,
    fixed: leases.length === 1 ? { id, leaseId: leases[0]?.id } : { id },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      void utils.deposit.list.invalidate();
      showSuccess(t('agreed'));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('agree')} description={t('agreeText')}>
      <DomainForm form={form}>
        {leases.length > 1 && (
          <SelectField
            name="leaseId"
            label={t('lease')}
            options={leases.map((lease) => ({ value: lease.id, label: lease.label }))}
          />
        )}
        <FieldRow>
          <MoneyField name="agreedCents" label={t('amount')} autoFocus />
          <SelectField
            name="form"
            label={t('form')}
            options={depositForms.map((value) => ({ value, label: labels(`depositForm.${value}`) }))}
          />
        </FieldRow>
        <TextField name="heldAt" label={t('heldAt')} hint={t('heldAtHint')} optional maxLength={200} />
        <TextField name="note" label={t('note')} optional maxLength={500} />
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{words('save')}</SubmitButton>
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}
