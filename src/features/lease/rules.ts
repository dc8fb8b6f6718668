import type { CalendarDate, DateRange, Month } from '../../lib/calendar.ts';
import {
  addDays,
  compareDates,
  eachMonth,
  firstOfMonth,
  minDate,
  monthOf,
  overlaps,
} from '../../lib/calendar.ts';
import { coversDay, type LeaseTerm } from '../occupancy/term-rules.ts';

/** A rule an input breaks: the field to mark and the code whose words the form shows. */
export type LeaseBreach = {
  field: 'endsOn' | 'noticeGivenOn' | 'bookedFrom' | 'from' | 'to';
  code: 'end_before_start' | 'notice_after_end' | 'booked_after_end' | 'outside_lease';
};

/** Ending a lease: not before it starts, and a notice cannot take effect before it is given. */
export function endBreach(
  lease: Pick<LeaseTerm, 'startsOn'>,
  end: { endsOn: CalendarDate; noticeGivenOn: CalendarDate | null },
): LeaseBreach | null {
  if (end.endsOn < lease.startsOn) return { field: 'endsOn', code: 'end_before_start' };
  if (end.noticeGivenOn && end.noticeGivenOn > end.endsOn) {
    return { field: 'noticeGivenOn', code: 'notice_after_end' };
  }
  return null;
}

/** A lease that ended before its first posted month would never owe anything. */
export function bookedFromBreach(lease: LeaseTerm, bookedFrom: CalendarDate): LeaseBreach | null {
  return lease.endsOn && monthOf(bookedFrom) > monthOf(lease.endsOn)
    ? { field: 'bookedFrom', code: 'booked_after_end' }
    : null;
}

/**
 * The months an account may begin with instead, the latest first: the one it begins with, before which something else may have
 * been open than was said, and those back to the start of the lease.
 */
export function openingMonths(lease: Pick<LeaseTerm, 'startsOn'> & { bookedFrom: CalendarDate }): Month[] {
  return eachMonth(firstOpening(lease), monthOf(lease.bookedFrom)).toReversed();
}

/** Where the first day of the lease was corrected since, it may lie behind the month the account begins with. */
const firstOpening = ({ startsOn, bookedFrom }: Pick<LeaseTerm, 'startsOn'> & { bookedFrom: CalendarDate }) =>
  minDate(monthOf(startsOn), monthOf(bookedFrom));

/** An account begins no later than it does, and not before its lease. */
export function openingBreach(
  lease: Pick<LeaseTerm, 'startsOn'> & { bookedFrom: CalendarDate },
  bookedFrom: CalendarDate,
): 'lease.booked_from_not_earlier' | 'lease.booked_from_outside_term' | null {
  if (bookedFrom > lease.bookedFrom) return 'lease.booked_from_not_earlier';
  return monthOf(bookedFrom) < firstOpening(lease) ? 'lease.booked_from_outside_term' : null;
}

/** A unit or a tenant belongs to a lease only on days of the lease; an open end follows the lease's end. */
export function rangeBreach(lease: LeaseTerm, range: DateRange): LeaseBreach | null {
  if (range.to && range.to < range.from) return { field: 'to', code: 'end_before_start' };
  if (!coversDay(lease, range.from)) return { field: 'from', code: 'outside_lease' };
  if (range.to && !coversDay(lease, range.to)) return { field: 'to', code: 'outside_lease' };
  return null;
}

/**
 * The first day of the lease that none of the ranges covers, or null. An open lease needs a range without end; on
 * every day somebody must owe the rent, and something must be let.
 */
export function uncoveredDay(lease: LeaseTerm, ranges: readonly DateRange[]): CalendarDate | null {
  let day = lease.startsOn;
  for (const range of ranges.toSorted((a, b) => compareDates(a.from, b.from))) {
    if (range.from > day) return day;
    if (range.to === null) return null;
    if (range.to >= day) day = addDays(range.to, 1);
    if (lease.endsOn && day > lease.endsOn) return null;
  }
  return day;
}

/** The second of two ranges of the same thing that share a day, by its place in the list; null when none do. */
export function repeatedRange(ranges: readonly (DateRange & { id: string })[]): number | null {
  const index = ranges.findIndex((range, place) =>
    ranges.some((other, earlier) => earlier < place && other.id === range.id && overlaps(other, range)),
  );
  return index < 0 ? null : index;
}

/**
 * The first month that is booked when the lease begins on another day: an account that begins with its lease still does. One that
 * begins with another month stays, and so does one with an opening balance, in which what lies before that month is.
 */
export function followStart(
  before: Pick<LeaseTerm, 'startsOn'> & { bookedFrom: CalendarDate; hasOpening: boolean },
  startsOn: CalendarDate,
): CalendarDate {
  const beginsWithIt = before.bookedFrom === firstOfMonth(monthOf(before.startsOn));
  return beginsWithIt && !before.hasOpening ? firstOfMonth(monthOf(startsOn)) : before.bookedFrom;
}

/**
 * Of rents or households, each from a day on until the next, oldest first: which one begins with the lease when that begins on
 * another day, and which were over by then and fall away. None where they began later than the lease and still do.
 */
export function beginWith<Row extends { validFrom: CalendarDate }>(
  rows: readonly Row[],
  before: Pick<LeaseTerm, 'startsOn'>,
  startsOn: CalendarDate,
): { first: Row | null; over: Row[] } {
  const first =
    rows.findLast(({ validFrom }) => validFrom <= startsOn) ??
    rows.find(({ validFrom }) => validFrom === before.startsOn) ??
    null;
  return { first, over: first ? rows.filter(({ validFrom }) => validFrom < first.validFrom) : [] };
}

/** What belongs to a lease from a day on; `to` is the day before the next, or null for as long as the lease runs. */
type Belonging = { fromOn: CalendarDate; toOn: CalendarDate | null };

/**
 * Units and tenants when the first or last day of their lease moves: what began or ended with the lease still does;
 * what would begin after the new end is left out. Null when a range would lie before the new start, so that only a
 * person can say what is meant. An open end is null.
 */
export function followTerm<Part extends Belonging>(
  parts: readonly Part[],
  before: LeaseTerm,
  after: LeaseTerm,
): Part[] | null {
  const moved = parts.flatMap((part) => {
    const fromOn = part.fromOn === before.startsOn ? after.startsOn : part.fromOn;
    const endsWithLease = part.toOn === null || (before.endsOn !== null && part.toOn >= before.endsOn);
    const toOn = endsWithLease || (after.endsOn && part.toOn && part.toOn >= after.endsOn) ? null : part.toOn;
    return after.endsOn && fromOn > after.endsOn ? [] : [{ ...part, fromOn, toOn }];
  });
  const isAstray = moved.some(
    (part) => part.fromOn < after.startsOn || (part.toOn !== null && part.toOn < part.fromOn),
  );
  return isAstray ? null : moved;
}
