import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { firstOfMonth, type Month } from '@/lib/calendar';
import type { enterHomesInput } from '../schema';

const field = fieldsOf<typeof enterHomesInput>();

/**
 * For leases that have been running: from which month their rents are booked. Whoever begins in November has a tax year
 * and, often, last year's costs to settle.
 * @param months the current one first, then those before it
 */
export function BookedFrom({
  months,
  first,
  onFirstChange,
}: {
  months: readonly [Month, ...Month[]];
  first: Month;
  onFirstChange: (first: Month) => void;
}) {
  const t = useTranslations('EarlierMonths');
  const formats = useFormats();
  const [current] = months;
  return (
    <div className="flex flex-col gap-4 rounded-xl bg-surface-secondary p-4">
      <SelectField
        key={`${months[0]} ${months.at(-1)}`}
        name={field('bookedFrom')}
        label={t('bookedFrom')}
        hint={t('bookedFromHint')}
        options={months.map((month) => ({ value: firstOfMonth(month), label: formatMonth(month, formats) }))}
        defaultValue={firstOfMonth(first)}
        onValueChange={(day) => onFirstChange(day.slice(0, 7))}
      />
      {first !== current && (
        <CheckboxField
          name={field('arePaid')}
          label={t('paid', { month: formatMonth(current, formats) })}
          hint={t('paidHint')}
          defaultChecked
        />
      )}
    </div>
  );
}
