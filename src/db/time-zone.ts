import 'server-only';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { DomainError } from '@/lib/errors';
import type { Tx } from './client';

/**
 * Refuses a zone that Postgres does not know by its name, or by the name of today for one of old: it is asked for days, too. Its
 * list is of another year than Node's.
 */
export async function assertTimeZone(tx: Tx, timeZone: string): Promise<void> {
  const [known] = await tx.execute(
    sql`select 1 from pg_catalog.pg_timezone_names where lower(name) = lower(hausbuch.known_zone(${timeZone})) limit 1`,
  );
  if (!known) throw new DomainError('portfolio.time_zone_unknown', { field: 'timeZone' });
}

/**
 * The calendar day of an instant in a zone, as Postgres reckons it; in Greenwich where it does not know the zone, which a query of
 * its own has it find out once and not for each row.
 */
export const dayIn = (timeZone: string, instant: SQLWrapper): SQL =>
  sql`(${instant} at time zone (select coalesce(hausbuch.known_zone(${timeZone}), 'UTC')))::date`;

/** An instant of a calendar day in a zone, of which `dayIn` makes that day again. */
export const noonOf = (timeZone: string, day: string): SQL<Date> =>
  sql`((${day}::date + time '12:00') at time zone (select coalesce(hausbuch.known_zone(${timeZone}), 'UTC')))`;
