import {
  addDays,
  addMonths,
  type CalendarDate,
  eachMonth,
  firstOfMonth,
  lastOfMonth,
  type Month,
  maxDate,
  minDate,
  monthOf,
  yearOf,
} from './calendar.ts';

/** First and last day, both counted. */
export type Period = { from: CalendarDate; to: CalendarDate };

/** The calendar year these days are, from its first to its last; null of any other days. */
export function wholeYear({ from, to }: Period): number | null {
  const year = yearOf(from);
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : null;
}

/** The days of a range that have come: figures stop at today, what comes later is outlook. Null for a future range. */
export function countedPeriod(range: Period, today: CalendarDate): Period | null {
  return range.from > today ? null : { from: range.from, to: minDate(range.to, today) };
}

/** The same days a year before; the end of a month stays one, so that 29 February meets 28 February. */
export function yearBefore({ from, to }: Period): Period {
  const end = addMonths(to, -12);
  return {
    from: addMonths(from, -12),
    to: to === lastOfMonth(monthOf(to)) ? lastOfMonth(monthOf(end)) : end,
  };
}

/** The twelve months that end on a day, as days. */
export function yearUntil(to: CalendarDate): Period {
  const isMonthEnd = to === lastOfMonth(monthOf(to));
  const before = addMonths(to, -12);
  const lastBefore = isMonthEnd ? lastOfMonth(monthOf(before)) : before;
  return { from: addDays(lastBefore, 1), to };
}

export type MonthPart = Period & { month: Month };

/** The months that a period touches, each with its days inside the period. */
export function monthParts({ from, to }: Period): MonthPart[] {
  return eachMonth(monthOf(from), monthOf(to)).map((month) => ({
    month,
    from: maxDate(firstOfMonth(month), from),
    to: minDate(lastOfMonth(month), to),
  }));
}
