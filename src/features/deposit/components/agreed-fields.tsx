import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { type DepositForm, depositForms } from '@/domain/vocabulary';
import type { createDepositInput } from '../schema';

const field = fieldsOf<typeof createDepositInput>();

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
          name={field('agreedCents')}
          label={t('amount')}
          defaultCents={deposit?.agreedCents ?? null}
          autoFocus
        />
        <SelectField
          name={field('form')}
          label={t('form')}
          options={depositForms.map((value) => ({ value, label: labels(`depositForm.${value}`) }))}
          {...(deposit && { defaultValue: deposit.form })}
        />
      </FieldRow>
      <TextField
        name={field('heldAt')}
        label={t('heldAt')}
        hint={t('heldAtHint')}
        defaultValue={deposit?.heldAt ?? ''}
        optional
      />
      <TextField name={field('note')} label={t('note')} defaultValue={deposit?.note ?? ''} optional />
    </>
  );
}
