import type { Tenancy } from '@/db/of-leases';
import type { CalendarDate } from '@/lib/calendar';

type Row = {
  leaseId: string;
  fromOn: CalendarDate;
  toOn: CalendarDate | null;
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
};

/** Whoever came with the lease has its beginning, whoever stayed to its end what comes after it. */
export const tenancyOf = ({ leaseId, fromOn, toOn, startsOn, endsOn }: Row): Tenancy => ({
  leaseId,
  from: fromOn <= startsOn ? null : fromOn,
  to: toOn === null || (endsOn !== null && toOn >= endsOn) ? null : toOn,
});

type Days = { from: CalendarDate | null; to: CalendarDate | null };

/** The days two times have in common; null where there are none. */
export function commonDays(one: Days, other: Days): Days | null {
  const from = later(one.from, other.from);
  const to = earlier(one.to, other.to);
  return from !== null && to !== null && from > to ? null : { from, to };
}

const later = (a: CalendarDate | null, b: CalendarDate | null) =>
  a === null || (b !== null && b > a) ? b : a;
const earlier = (a: CalendarDate | null, b: CalendarDate | null) =>
  a === null || (b !== null && b < a) ? b : a;
