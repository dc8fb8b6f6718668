import type { Tenancy } from '@/db/of-leases';
import { addDays, type CalendarDate, compareDates } from '@/lib/calendar';

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

/** Somebody's times on leases, of which those that follow day upon day are one: who has two rows shares it with nobody. */
export function tenanciesOf(rows: readonly Row[]): Tenancy[] {
  const joined: Row[] = [];
  for (const row of rows.toSorted((a, b) => compareDates(a.fromOn, b.fromOn))) {
    const last = joined.findLast((one) => one.leaseId === row.leaseId);
    if (last && (last.toOn === null || row.fromOn <= addDays(last.toOn, 1))) {
      if (last.toOn !== null && (row.toOn === null || row.toOn > last.toOn)) last.toOn = row.toOn;
    } else joined.push({ ...row });
  }
  return joined.map(tenancyOf);
}

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
