import { useTranslations } from 'next-intl';
import { formatMonthName } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type CalendarDate, monthOf } from '@/lib/calendar';

type Rhythm = { everyMonths: number; anchorDay: number; startsOn: CalendarDate };

/** How often an item comes back and on which day: "quarterly, on the 15th"; "yearly, on the 15th of March". */
export function useRhythmWords(): (item: Rhythm) => string {
  const t = useTranslations('Recurring');
  const formats = useFormats();
  return ({ everyMonths, anchorDay, startsOn }) => {
    // What comes once a year or less has a month of its own.
    const month = everyMonths % 12 === 0 ? formatMonthName(monthOf(startsOn), formats) : null;
    const isLast = anchorDay === 31;
    const dayOf = () => (isLast ? t('lastDay') : t('dayOfMonth', { day: anchorDay }));
    const dayIn = (name: string) =>
      isLast ? t('lastDayIn', { month: name }) : t('dayIn', { day: anchorDay, month: name });
    return t('rhythm', {
      rhythm: t('every', { months: everyMonths }),
      day: month === null ? dayOf() : dayIn(month),
    });
  };
}
