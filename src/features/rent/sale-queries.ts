import 'server-only';
import { and, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addDays, type CalendarDate, minDate } from '@/lib/calendar';

/**
 * Leases with the last day whose rent is the landlord's own. Who buys a let house becomes its landlord, and has its
 * rents from the day it is handed over (§§ 566 (1), 446 BGB; of a part month by days, § 101 No. 2 BGB): they end before
 * that day, where all that a lease lets is sold. The lease itself goes on.
 */
export async function untilSold<Lease extends { id: string; endsOn: CalendarDate | null }>(
  tx: Tx,
  scope: Scope,
  leases: readonly Lease[],
): Promise<(Lease & { isSold: boolean })[]> {
  if (leases.length === 0) return [];
  const rows = await tx
    .select({ leaseId: leaseUnit.leaseId, soldOn: sql<CalendarDate>`max(${property.soldOn})::text` })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([leaseUnit, unit, property], scope),
        isAmong(
          leaseUnit.leaseId,
          leases.map((row) => row.id),
        ),
      ),
    )
    .groupBy(leaseUnit.leaseId)
    .having(sql`count(*) = count(${property.soldOn})`);
  const sold = new Map(rows.map((row) => [row.leaseId, row.soldOn]));
  return leases.map((row) => {
    const soldOn = sold.get(row.id);
    if (!soldOn) return { ...row, isSold: false };
    return { ...row, endsOn: minDate(addDays(soldOn, -1), row.endsOn), isSold: true };
  });
}
