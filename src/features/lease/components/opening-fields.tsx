import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import { ChoiceField } from '@/components/form/choice-field';
import { fieldsOf } from '@/components/form/field-name';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { firstOfMonth, type Month } from '@/lib/calendar';
import type { createLeaseInput } from '../schema';

const field = fieldsOf<typeof createLeaseInput>();

export const openings = ['none', 'owed', 'credit'] as const;
export type Opening = (typeof openings)[number];

export const openingSigns = { none: 0, owed: 1, credit: -1 } as const;

/** What was open, as it is sent: an amount that was asked for and left empty is missing, not zero. */
export function signedOpening(opening: Opening, value: unknown): unknown {
  if (opening === 'none') return 0;
  return typeof value === 'number' ? openingSigns[opening] * value : (value ?? null);
}

/** For a lease that has been running: from which month it is booked here, and how the account stood before. */
export function OpeningFields({
  hasIntro = true,
  months,
  month,
  onMonthChange,
  opening,
  onOpeningChange,
  onCentsChange,
  thisMonth,
}: {
  /** Says that the past may be left out; not where somebody asks for it. */
  hasIntro?: boolean;
  /** The months to choose from, the latest first. */
  months: readonly Month[];
  month: Month;
  onMonthChange: (month: Month) => void;
  opening: Opening;
  onOpeningChange: (opening: Opening) => void;
  onCentsChange?: (amountCents: number | null) => void;
  /** Asks whether the months before it are paid, where some of them are booked. */
  thisMonth?: Month;
}) {
  const t = useTranslations('LeaseForm');
  const earlier = useTranslations('EarlierMonths');
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-4 rounded-xl bg-surface-secondary p-4">
      {hasIntro && (
        <div>
          <p className="text-sm font-semibold">{t('earlierTitle')}</p>
          <p className="mt-0.5 text-sm text-muted">{t('earlierText')}</p>
        </div>
      )}
      <SelectField
        key={`${months[0]} ${months.at(-1)}`}
        name={field('bookedFrom')}
        label={t('bookedFrom')}
        options={months.map((value) => ({ value: firstOfMonth(value), label: formatMonth(value, formats) }))}
        defaultValue={firstOfMonth(month)}
        onValueChange={(day) => onMonthChange(day.slice(0, 7))}
      />
      <ChoiceField
        label={t('opening', { month: formatMonth(month, formats) })}
        options={openings.map((value) => ({ value, label: t(`openings.${value}`) }))}
        value={opening}
        onValueChange={onOpeningChange}
      />
      {opening !== 'none' && (
        <MoneyField
          name={field('openingBalanceCents')}
          label={opening === 'owed' ? t('openingOwed') : t('openingCredit')}
          hint={opening === 'owed' ? t('openingOwedHint') : t('openingCreditHint')}
          onCentsChange={onCentsChange}
          className="max-w-60"
        />
      )}
      {thisMonth !== undefined && month < thisMonth && (
        <CheckboxField
          name={field('arePaid')}
          label={earlier('paid', { month: formatMonth(thisMonth, formats) })}
          hint={earlier('paidHint')}
          defaultChecked
        />
      )}
    </div>
  );
}
