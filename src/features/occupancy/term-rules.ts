import type { LeaseState } from '../../domain/vocabulary.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import { addDays, maxDate, minDate } from '../../lib/calendar.ts';

/** First and last day both belong to the tenancy; `endsOn: null` is open-ended. */
export type LeaseTerm = { startsOn: CalendarDate; endsOn: CalendarDate | null };

/**
 * Where a lease stands on a day; never stored. The last day is still let, so a lease is ended from the day after.
 * A notice has set `endsOn` already; it shows from the day it was given until the end. `soldOn` is the day from which
 * the buyer of the house is its landlord (§ 566 (1) BGB, `findSaleDays`): what becomes of it then is no longer seen here.
 */
export function leaseState(
  lease: LeaseTerm & {
    noticeGivenOn?: CalendarDate | null;
    soldOn: CalendarDate | null;
    voidedAt: Date | null;
  },
  today: CalendarDate,
): LeaseState {
  if (lease.voidedAt) return 'void';
  if (lease.soldOn && lease.soldOn <= today) return 'sold';
  if (today < lease.startsOn) return 'upcoming';
  if (lease.endsOn && today > lease.endsOn) return 'ended';
  return lease.noticeGivenOn && lease.noticeGivenOn <= today ? 'notice_given' : 'active';
}

/** True when the day lies in the term, first and last day included. */
export function coversDay(lease: LeaseTerm, day: CalendarDate): boolean {
  return lease.startsOn <= day && (lease.endsOn === null || day <= lease.endsOn);
}

/**
 * Whether somebody or something belongs to a lease on a day; before its start and after its end, on its first and
 * last day.
 */
export function belongsOn(
  part: { fromOn: CalendarDate; toOn: CalendarDate | null },
  lease: LeaseTerm,
  day: CalendarDate,
): boolean {
  const asked = maxDate(minDate(day, lease.endsOn), lease.startsOn);
  return part.fromOn <= asked && (part.toOn === null || part.toOn >= asked);
}

/** The last day of what the overview and the lists call coming: 90 days ahead. */
export const comingUntil = (today: CalendarDate): CalendarDate => addDays(today, 90);
