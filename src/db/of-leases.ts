import 'server-only';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '@/lib/calendar';
import { isAmong } from './among';

/** A time that somebody was on a lease; null: as long as the lease, on that side. */
export type Tenancy = { leaseId: string; from: CalendarDate | null; to: CalendarDate | null };

/** Somebody's leases: those nobody else was ever on, and the times on those that others were on as well. */
export type Tenancies = { soleIds: readonly string[]; shared: readonly Tenancy[] };

/** The first and the last day of what a row is about. */
type Span = { first: AnyPgColumn | SQL; last: AnyPgColumn | SQL };

/** A row of one day. */
export const on = (day: AnyPgColumn | SQL): Span => ({ first: day, last: day });
/** What holds from a day on is known to whoever came later. */
export const since = (day: AnyPgColumn): Span => ({ first: day, last: sql`'infinity'::date` });

/** Rows of somebody's leases; of those that others were on as well, rows of the days they were on it. */
export function ofLeases(
  { soleIds, shared }: Tenancies,
  leaseId: AnyPgColumn,
  days: Span | null = null,
): SQL | undefined {
  return or(
    isAmong(leaseId, soleIds),
    ...shared.map(({ leaseId: id, from, to }) =>
      and(
        eq(leaseId, id),
        days && from !== null ? sql`${days.last} >= ${from}::date` : undefined,
        days && to !== null ? sql`${days.first} <= ${to}::date` : undefined,
      ),
    ),
  );
}
