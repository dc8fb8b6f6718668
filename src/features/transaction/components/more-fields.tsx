import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { TextField } from '@/components/form/text-field';
import type { BookingDirection } from '@/domain/vocabulary';
import type { CategoryRow } from '@/features/category/components/category-field';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { recordTransactionInput } from '../schema';
import { BankAccountField, LabourField, RecoverableField, VatField } from './bill-fields';

const field = fieldsOf<typeof recordTransactionInput>();

const folded = [
  field('serviceFrom'),
  field('serviceTo'),
  field('vatRateBp'),
  field('labourCents'),
  field('recoverableKey'),
  field('bankAccountId'),
  field('invoiceOn'),
  field('invoiceNumber'),
  field('note'),
];

/** What few bookings say: when it was for, taxes, who bears it, the bill. */
export function MoreFields({
  transaction,
  direction,
  category,
  amountCents,
  onServiceToChange,
}: {
  transaction: Outputs['transaction']['get'] | null;
  direction: BookingDirection;
  category: CategoryRow | null;
  amountCents: number | null;
  onServiceToChange: (day: string | null) => void;
}) {
  const t = useTranslations('BookingForm');
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const [vatRateBp, setVatRateBp] = useState<number | null>(transaction?.vatRateBp ?? 0);
  const recoverableKey =
    category === null ? (transaction?.recoverableKey ?? null) : category.isRecoverable ? 'area' : null;
  return (
    <Fold title={t(jurisdiction === 'US' ? 'moreWithoutVat' : 'more')} fields={folded}>
      <FieldRow>
        <DateField
          name={field('serviceFrom')}
          label={t('serviceFrom')}
          optional
          defaultDay={transaction?.serviceFrom}
        />
        <DateField
          name={field('serviceTo')}
          label={t('serviceTo')}
          optional
          defaultDay={transaction?.serviceTo}
          onDayChange={onServiceToChange}
        />
      </FieldRow>
      <FieldRow>
        <VatField amountCents={amountCents} rateBp={vatRateBp} onRateChange={setVatRateBp} />
        {direction === 'expense' && <LabourField labourCents={transaction?.labourCents} />}
      </FieldRow>
      {direction === 'expense' && (
        <RecoverableField key={category?.id ?? ''} recoverableKey={recoverableKey} />
      )}
      <FieldRow>
        <DateField
          name={field('invoiceOn')}
          label={t('invoiceOn')}
          optional
          defaultDay={transaction?.invoiceOn}
        />
        <TextField
          name={field('invoiceNumber')}
          label={t('invoiceNumber')}
          optional
          defaultValue={transaction?.invoiceNumber}
          autoComplete="off"
          maxLength={100}
        />
      </FieldRow>
      <BankAccountField bankAccountId={transaction?.bankAccountId} />
      <TextField
        name={field('note')}
        label={t('note')}
        optional
        defaultValue={transaction?.note}
        autoComplete="off"
        maxLength={1000}
      />
    </Fold>
  );
}
