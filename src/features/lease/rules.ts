import type { CalendarDate, DateRange } from '../../lib/calendar.ts';
import { monthOf } from '../../lib/calendar.ts';
import type { LeaseState } from '../../lib/vocabulary.ts';

/** First and last day both belong to the tenancy; `endsOn: null` is open-ended. */
export type LeaseTerm = { startsOn: CalendarDate; endsOn: CalendarDate | null };

/**
 * Where a lease stands on a day; never stored. The last day is still let, so a lease is ended from the day after.
 * A notice has set `endsOn` already; it shows from the day it was given until the end.
 */
export function leaseState(
  lease: LeaseTerm & { noticeGivenOn?: CalendarDate | null; voidedAt: Date | null },
  today: CalendarDate,
): LeaseState {
  if (lease.voidedAt) return 'void';
  if (today < lease.startsOn) return 'upcoming';
  if (lease.endsOn && today > lease.endsOn) return 'ended';
  return lease.noticeGivenOn && lease.noticeGivenOn <= today ? 'notice_given' : 'active';
}

/** True when the day lies in the term, first and last day included. */
export function coversDay(lease: LeaseTerm, day: CalendarDate): boolean {
  return lease.startsOn <= day && (lease.endsOn === null || day <= lease.endsOn);
}

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

/** A unit or a tenant belongs to a lease only on days of the lease; an open end follows the lease's end. */
export function rangeBreach(lease: LeaseTerm, range: DateRange): LeaseBreach | null {
  if (range.to && range.to < range.from) return { field: 'to', code: 'end_before_start' };
  if (!coversDay(lease, range.from)) return { field: 'from', code: 'outside_lease' };
  if (range.to && !coversDay(lease, range.to)) return { field: 'to', code: 'outside_lease' };
  return null;
}
