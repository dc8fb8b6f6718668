import {
  addDays,
  addMonths,
  type CalendarDate,
  dayInMonth,
  firstOfMonth,
  lastOfMonth,
  maxDate,
  minDate,
  monthOf,
  monthsBetween,
} from '../../lib/calendar.ts';

/** A series of due days: `startsOn` is the first of them, `endsOn` the last day on which one may fall. */
export type Recurrence = {
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  /** 1–120. */
  everyMonths: number;
  /** Day of the month that is kept, 1–31; a shorter month uses its last day. */
  anchorDay: number;
};

/**
 * True when the series begins on its own anchor: the 28th of February may be kept as the 28th or, by anchor 31,
 * as the end of each month.
 */
export function startsOnAnchor({ startsOn, anchorDay }: Pick<Recurrence, 'startsOn' | 'anchorDay'>): boolean {
  return dayInMonth(monthOf(startsOn), anchorDay) === startsOn;
}

/**
 * The due days from `from` to `to`, both included. Each is counted from the start and not from the one before,
 * so that a short month never shortens the next: 31 Jan, 28 Feb, 31 Mar.
 */
export function dueDays(series: Recurrence, from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const first = maxDate(from, series.startsOn);
  const last = minDate(to, series.endsOn);
  if (first > last) return [];
  const ahead = monthsBetween(monthOf(series.startsOn), monthOf(first));
  const days: CalendarDate[] = [];
  for (let step = Math.floor(ahead / series.everyMonths); ; step++) {
    const day = addMonths(series.startsOn, step * series.everyMonths, series.anchorDay);
    if (day > last) return days;
    if (day >= first) days.push(day);
  }
}

/** The first due day on or after the given one; null when the series ends before. */
export function nextDueDay(series: Recurrence, from: CalendarDate): CalendarDate | null {
  // One step ahead is enough, and another for the day of the month that has passed.
  const horizon = addMonths(maxDate(from, series.startsOn), 2 * series.everyMonths, 31);
  return dueDays(series, from, horizon)[0] ?? null;
}

/** Days that are to be posted now: due by today and after what is posted. */
export function daysToPost(
  series: Recurrence & { postedThrough: CalendarDate | null },
  today: CalendarDate,
): CalendarDate[] {
  const { postedThrough } = series;
  return dueDays(series, postedThrough ? addDays(postedThrough, 1) : series.startsOn, today);
}

/**
 * Until when a series counts as posted once its days are moved, so that each month is due once: a month that is booked
 * is over; one whose day was still to come is open, also for a day that has passed.
 */
export function postedAfterMove(
  before: Recurrence & { postedThrough: CalendarDate | null },
  today: CalendarDate,
  isMonthBooked: boolean,
): CalendarDate | null {
  const month = monthOf(today);
  if (isMonthBooked) return lastOfMonth(month);
  const { postedThrough } = before;
  if (postedThrough === null) return null;
  const isToCome = dueDays(before, addDays(postedThrough, 1), lastOfMonth(month)).length > 0;
  return isToCome ? minDate(postedThrough, addDays(firstOfMonth(month), -1)) : postedThrough;
}

/** The amount that applies on a day: the latest valid by then, else the first one there is. */
export function amountOn<A extends { validFrom: CalendarDate }>(
  amounts: readonly A[],
  day: CalendarDate,
): A | null {
  let found: A | null = null;
  let first: A | null = null;
  for (const amount of amounts) {
    if (!first || amount.validFrom < first.validFrom) first = amount;
    if (amount.validFrom <= day && (!found || amount.validFrom >= found.validFrom)) found = amount;
  }
  return found ?? first;
}

export const recurringStates = ['upcoming', 'active', 'paused', 'ended'] as const;
export type RecurringState = (typeof recurringStates)[number];

/** Derived, never stored. An ended item is ended even if it was paused before. */
export function recurringState(
  item: Pick<Recurrence, 'startsOn' | 'endsOn'> & { pausedOn: CalendarDate | null },
  today: CalendarDate,
): RecurringState {
  if (item.endsOn !== null && item.endsOn < today) return 'ended';
  if (item.pausedOn !== null) return 'paused';
  return item.startsOn > today ? 'upcoming' : 'active';
}

/** The mean amount per month, rounded to the cent: 300 € every three months is 100 €. */
export function monthlyCents(amountCents: number, everyMonths: number): number {
  return Math.round(amountCents / everyMonths);
}
