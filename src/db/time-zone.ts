import 'server-only';
import { sql } from 'drizzle-orm';
import { DomainError } from '@/lib/errors';
import type { Tx } from './client';

/**
 * Refuses a zone that Postgres does not know by its name. Jobs ask it for the day in every portfolio at once: one zone without an
 * answer would keep all of them from their rent. Its list is of another year than Node's, and may lack names of old.
 */
export async function assertTimeZone(tx: Tx, timeZone: string): Promise<void> {
  const [known] = await tx.execute(
    sql`select 1 from pg_catalog.pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`,
  );
  if (!known) throw new DomainError('portfolio.time_zone_unknown', { field: 'timeZone' });
}
