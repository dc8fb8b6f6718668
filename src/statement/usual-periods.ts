import { addDays, addMonths, type CalendarDate, yearOf } from '../lib/calendar.ts';
import type { Period } from '../lib/period.ts';

/** A claim to a statement expires with the third year after that in which it was due (§§ 195, 199 (1) BGB). */
const CLAIM_YEARS = 3;

/** Whether a tenant could still ask for it: it was due twelve months after its end (§ 556 (3) sentence 2 BGB). */
const isOwed = ({ to }: Period, today: CalendarDate) =>
  yearOf(addMonths(to, 12)) + CLAIM_YEARS >= yearOf(today);

/**
 * The statement periods of a property, the latest first: twelve months each, from the month that it names; all that a tenant may
 * still ask for.
 */
export function usualPeriods(startMonth: number, firstDay: CalendarDate, today: CalendarDate): Period[] {
  const month = String(startMonth).padStart(2, '0');
  const ofYear = (year: number): Period => {
    const from = `${year}-${month}-01`;
    return { from, to: addDays(addMonths(from, 12), -1) };
  };
  const periods: Period[] = [];
  for (let year = yearOf(today); ; year -= 1) {
    const period = ofYear(year);
    if (period.to < firstDay || !isOwed(period, today)) break;
    if (period.from <= today) periods.push(period);
  }
  return periods;
}
