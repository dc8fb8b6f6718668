import { type CalendarDate, type Month, monthOf, shiftMonth } from '../../lib/calendar.ts';

/** The statutory base rate from a day on, in hundredths of a per cent. */
export type BaseRate = {
  validFrom: CalendarDate;
  rateBp: number;
  /** Entered by the portfolio, not from the table. */
  isOwn?: boolean;
};

/** What is let decides which rule applies: § 573c BGB for dwellings, § 580a BGB for the rest. */
export const premisesKinds = ['dwelling', 'business', 'other'] as const;
export type PremisesKind = (typeof premisesKinds)[number];

/** The first days of the half-years from a day's to another's, both included. */
export function halfYearsBetween(from: CalendarDate, through: CalendarDate): CalendarDate[] {
  const starts: CalendarDate[] = [];
  for (let month = halfYearOf(from); `${month}-01` <= through; month = shiftMonth(month, 6)) {
    starts.push(`${month}-01`);
  }
  return starts;
}

/** The first month of a day's half-year. */
function halfYearOf(on: CalendarDate): Month {
  const month = monthOf(on);
  return `${month.slice(0, 4)}-${Number(month.slice(5)) <= 6 ? '01' : '07'}`;
}
