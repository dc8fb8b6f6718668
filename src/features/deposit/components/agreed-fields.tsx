'use client';

import { useTranslations } from 'next-intl';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { type DepositForm, depositForms } from '@/domain/vocabulary';

/** What is agreed of a deposit. */
export function AgreedFields({
  deposit,
}: {
  deposit?: { form: DepositForm; agreedCents: number; heldAt: string | null; note: string | null };
}) {
  const t = useTranslations('Deposit');
  const labels = useTranslations('Labels');
  return (
    <>
      <FieldRow>
        <MoneyField
          name="agreedCents"
          label={t('amount')}
          defaultCents={deposit?.agreedCents ?? null}
          autoFocus
        />
        <SelectField
          name="form"
          label={t('form')}
          options={depositForms.map((value) => ({ value, label: labels(`depositForm.${value}`) }))}
          {...(deposit && { defaultValue: deposit.form })}
        />
      </FieldRow>
      <TextField
        name="heldAt"
        label={t('heldAt')}
        hint={t('heldAtHint')}
        defaultValue={deposit?.heldAt ?? ''}
        optional
        maxLength={200}
      />
      <TextField name="note" label={t('note')} defaultValue={deposit?.note ?? ''} optional maxLength={500} />
    </>
  );
}
