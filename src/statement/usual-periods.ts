import { addDays, addMonths, type CalendarDate, yearOf } from '../lib/calendar.ts';
import type { Period } from '../lib/period.ts';

/** So many finished periods are offered. */
const PERIODS_SHOWN = 4;

/** The statement periods of a property, the latest first: twelve months each, from the month that it names. */
export function usualPeriods(startMonth: number, firstDay: CalendarDate, today: CalendarDate): Period[] {
  const month = String(startMonth).padStart(2, '0');
  const ofYear = (year: number): Period => {
    const from = `${year}-${month}-01`;
    return { from, to: addDays(addMonths(from, 12), -1) };
  };
  const periods: Period[] = [];
  for (let year = yearOf(today); periods.length <= PERIODS_SHOWN; year -= 1) {
    const period = ofYear(year);
    if (period.to < firstDay) break;
    if (period.from <= today) periods.push(period);
  }
  return periods;
}
