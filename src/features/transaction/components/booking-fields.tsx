import { useTranslations } from 'next-intl';
import { ChoiceField } from '@/components/form/choice-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { TextField } from '@/components/form/text-field';
import { type BookingDirection, bookingDirections } from '@/domain/vocabulary';
import type { recordTransactionInput } from '../schema';

const field = fieldsOf<typeof recordTransactionInput>();

/** What a booking has, and what is booked by itself again and again. */

/** Whether money came or went. */
export function DirectionField({
  value,
  saved,
  onChange,
}: {
  value: BookingDirection;
  saved?: BookingDirection;
  onChange: (value: BookingDirection) => void;
}) {
  const t = useTranslations('BookingForm');
  const labels = useTranslations('Labels');
  return (
    <ChoiceField
      label={<span className="sr-only">{t('direction')}</span>}
      options={bookingDirections
        .toReversed()
        .map((direction) => ({ value: direction, label: labels(`bookingDirection.${direction}`) }))}
      value={value}
      saved={saved}
      onValueChange={onChange}
    />
  );
}

/** What it was for, and who got the money or paid it. */
export function TitleFields({
  direction,
  saved,
}: {
  direction: BookingDirection;
  saved: { title: string; payee: string | null } | null;
}) {
  const t = useTranslations('BookingForm');
  return (
    <FieldRow>
      <TextField
        name={field('title')}
        label={t('title')}
        hint={t('titleHint')}
        optional
        defaultValue={saved?.title}
        autoComplete="off"
      />
      <TextField
        name={field('payee')}
        label={direction === 'expense' ? t('payee') : t('payer')}
        optional
        defaultValue={saved?.payee}
        autoComplete="off"
      />
    </FieldRow>
  );
}
