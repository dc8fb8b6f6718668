import 'server-only';
import { and, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addDays, type CalendarDate } from '@/lib/calendar';

/**
 * Leases with the last day whose rent is the landlord's own. Who buys a let house becomes its landlord, and has its
 * rents from the day it is handed over (§§ 566 (1), 446 BGB; of a part month by days, § 101 No. 2 BGB): they end before
 * that day, once all that a lease still lets is sold. The lease itself goes on.
 */
export async function untilSold<Lease extends { id: string; endsOn: CalendarDate | null }>(
  tx: Tx,
  scope: Scope,
  leases: readonly Lease[],
): Promise<(Lease & { isSold: boolean })[]> {
  if (leases.length === 0) return [];
  const rows = await tx
    .select({
      leaseId: leaseUnit.leaseId,
      // Each unit is let here until it leaves the lease or is sold; the least of two days leaves out what is null.
      ownTo: sql<CalendarDate>`max(least(${leaseUnit.toOn}, ${property.soldOn} - 1))::text`,
    })
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
    .having(
      sql`count(${property.soldOn}) > 0 and bool_and(coalesce(${leaseUnit.toOn}, ${property.soldOn}) is not null)`,
    );
  const ownTo = new Map(rows.map((row) => [row.leaseId, row.ownTo]));
  return leases.map((row) => {
    const last = ownTo.get(row.id);
    const isSold = last !== undefined && (row.endsOn === null || last < row.endsOn);
    return { ...row, endsOn: isSold ? last : row.endsOn, isSold };
  });
}

/** Of leases that ran on when all they let was sold, the day from which the buyer is the landlord. */
export async function findSaleDays(
  tx: Tx,
  scope: Scope,
  leases: readonly { id: string; endsOn: CalendarDate | null }[],
): Promise<Map<string, CalendarDate>> {
  const own = await untilSold(tx, scope, leases);
  return new Map(
    own.flatMap(({ id, endsOn, isSold }) => (isSold && endsOn !== null ? [[id, addDays(endsOn, 1)]] : [])),
  );
}

const other = {
  leaseUnit: alias(leaseUnit, 'other'),
  unit: alias(unit, 'other_unit'),
  property: alias(property, 'other_house'),
};

/**
 * Condition on a lease that runs today or is to come: the buyer of the house is its landlord by now, since all that it lets
 * from today on is sold. The same day as `findSaleDays`, for lists; from the sold houses, which are few.
 */
export function isWithBuyer(tx: Tx, scope: Scope): SQL {
  const ownStill = tx
    .select({ one: sql`1` })
    .from(other.leaseUnit)
    .innerJoin(other.unit, joins(other.unit.id, other.leaseUnit.unitId))
    .innerJoin(other.property, joins(other.property.id, other.unit.propertyId))
    .where(
      and(
        within([other.leaseUnit, other.unit, other.property], scope),
        joins(other.leaseUnit.leaseId, leaseUnit.leaseId),
        sql`coalesce(least(${other.leaseUnit.toOn}, ${other.property.soldOn} - 1), 'infinity') >= ${scope.today}::date`,
      ),
    );
  const passed = tx
    .select({ leaseId: leaseUnit.leaseId })
    .from(property)
    .innerJoin(unit, joins(unit.propertyId, property.id))
    .innerJoin(leaseUnit, joins(leaseUnit.unitId, unit.id))
    .where(
      and(
        within([property, unit, leaseUnit], scope),
        lte(property.soldOn, scope.today),
        or(isNull(leaseUnit.toOn), sql`${leaseUnit.toOn} >= ${property.soldOn}`),
        notExists(ownStill),
      ),
    );
  return isAmong(lease.id, passed);
}
