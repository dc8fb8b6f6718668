import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { type FieldName, fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { useFormConnection } from '@/components/form/form-context';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { Notice } from '@/components/notice';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { addDays, dayOfMonth, daysInMonth, monthOf } from '@/lib/calendar';
import { dueDays, nextDueDay, type Recurrence } from '../rules';
import type { createRecurringInput } from '../schema';
import type { RecurringItem } from './recurring-list';

const field = fieldsOf<typeof createRecurringInput>();

const usual = [1, 2, 3, 6, 12];
const OTHER = 'other';

/** How often, from which day on, and what that means: the next days, and those that have passed already. */
export function RhythmFields({ item, today }: { item: RecurringItem | null; today: string }) {
  const t = useTranslations('RecurringForm');
  const words = useTranslations('Recurring');
  const [months, setMonths] = useState<number | null>(item?.everyMonths ?? 1);
  const [isOther, setOther] = useState(item !== null && !usual.includes(item.everyMonths));
  const [startsOn, setStartsOn] = useState<string | null>(item?.startsOn ?? today);
  const [keepsEnd, setKeepsEnd] = useState(item === null || item.anchorDay === 31);
  const [endsOn, setEndsOn] = useState<string | null>(item?.endsOn ?? null);
  // Of a record that is another one by now, which the fields compare themselves with.
  const recorded = item?.everyMonths ?? 1;
  const isUsual = usual.includes(recorded);
  const holdsEnd = item === null || item.anchorDay === 31;
  const isEndOfMonth = startsOn !== null && dayOfMonth(startsOn) === daysInMonth(monthOf(startsOn));
  const asksForEnd = isEndOfMonth && dayOfMonth(startsOn) < 31;
  const anchorDay = startsOn === null ? null : isEndOfMonth && keepsEnd ? 31 : dayOfMonth(startsOn);
  const series: Recurrence | null =
    startsOn !== null && anchorDay !== null && months !== null && months >= 1 && months <= 120
      ? { startsOn, anchorDay, everyMonths: months, endsOn }
      : null;
  return (
    <>
      <FieldRow>
        <SelectField
          name={null}
          label={t('rhythm')}
          options={[
            ...usual.map((value) => ({ value: String(value), label: words('every', { months: value }) })),
            { value: OTHER, label: t('otherRhythm') },
          ]}
          defaultValue={isUsual ? String(recorded) : OTHER}
          onValueChange={(value) => {
            setOther(value === OTHER);
            if (value !== OTHER) setMonths(Number(value));
            else if (!isUsual) setMonths(recorded);
          }}
        />
        <DateField
          name={field('startsOn')}
          label={t('startsOn')}
          defaultDay={item?.startsOn ?? today}
          onDayChange={(day) => {
            setStartsOn(day);
            if (item !== null) setKeepsEnd(holdsEnd);
          }}
        />
      </FieldRow>
      {isOther ? (
        <NumberField
          name={field('everyMonths')}
          label={t('everyMonths')}
          defaultScaled={isUsual ? months : recorded}
          onScaledChange={setMonths}
        />
      ) : (
        <Hidden name={field('everyMonths')} value={months} />
      )}
      <Hidden name={field('anchorDay')} value={anchorDay} />
      {asksForEnd && (
        <CheckboxField
          // Another day is asked about anew.
          key={item === null ? '' : startsOn}
          name={null}
          label={t('endOfMonth')}
          defaultChecked={item === null ? keepsEnd : holdsEnd}
          onCheckedChange={setKeepsEnd}
        />
      )}
      {item === null && (
        <DateField
          name={field('endsOn')}
          label={t('endsOn')}
          optional
          hint={t('endsOnHint')}
          onDayChange={setEndsOn}
          className="sm:max-w-60"
        />
      )}
      {series && <Outlook series={series} today={today} isNew={item === null} />}
    </>
  );
}

/** A value that other fields decide. */
function Hidden({ name, value }: { name: FieldName; value: number | null }) {
  const form = useFormConnection();
  useEffect(() => form?.register(name, { element: () => null, read: () => ({ ok: true, value }) }));
  return null;
}

function Outlook({ series, today, isNew }: { series: Recurrence; today: string; isNew: boolean }) {
  const t = useTranslations('RecurringForm');
  const formats = useFormats();
  const past = isNew ? dueDays(series, series.startsOn, addDays(today, -1)) : [];
  const next: string[] = [];
  for (let from = today; next.length < 3; ) {
    const day = nextDueDay(series, from);
    if (day === null) break;
    next.push(day);
    from = addDays(day, 1);
  }
  return (
    <>
      <Notice>
        {next.length === 0
          ? t('nothingToCome')
          : t('next', { days: next.map((day) => formatDate(day, formats)).join(', ') })}
      </Notice>
      {past.length > 0 && (
        <CheckboxField
          name={field('postPast')}
          defaultChecked
          label={t('postPast', { count: past.length })}
          hint={t('postPastHint', { from: formatDate(past[0] ?? series.startsOn, formats) })}
        />
      )}
    </>
  );
}
