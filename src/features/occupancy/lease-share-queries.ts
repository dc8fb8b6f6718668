import 'server-only';
import { and, asc, desc, lte } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { minDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { type LeaseUnit, splitOverUnits, unitsInPeriod } from './lease-share-rules';

type HeldUnit = LeaseUnit & { name: string; propertyId: string };

/** The leases that have held units of a subject, each with all its units, those elsewhere too. */
export type LeaseShares = {
  leaseIds: string[];
  /** What of an amount of the lease in the period belongs to the subject's units, by unit. */
  split(leaseId: string, amountCents: number, period: Period): { unit: HeldUnit; cents: number }[];
};

/** Reads the units of the leases given, with what weighs them when money of a lease is shared out. */
export async function readLeaseShares(
  tx: Tx,
  scope: Scope,
  of: { unitIds: string[] } | { leaseIds: string[] },
): Promise<LeaseShares> {
  const leaseIds = 'leaseIds' in of ? of.leaseIds : await listLeaseIds(tx, scope, of.unitIds);
  const byLease = new Map<string, HeldUnit[]>();
  if (leaseIds.length > 0) {
    const rows = await tx
      .select({
        leaseId: leaseUnit.leaseId,
        unitId: leaseUnit.unitId,
        from: leaseUnit.fromOn,
        toOn: leaseUnit.toOn,
        endsOn: lease.endsOn,
        name: unit.name,
        propertyId: unit.propertyId,
        askingRentCents: unit.askingRentCents,
      })
      .from(leaseUnit)
      .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
      .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
      .where(and(within([leaseUnit, lease, unit], scope), isAmong(leaseUnit.leaseId, leaseIds)));
    // Weights matter only where a lease has several units.
    const shared = [...Map.groupBy(rows, (row) => row.leaseId).values()].filter((units) => units.length > 1);
    const areas = await readAreas(tx, scope, [
      ...new Set(shared.flatMap((units) => units.map((row) => row.unitId))),
    ]);
    for (const { leaseId, toOn, endsOn, ...row } of rows) {
      const to = toOn === null ? endsOn : minDate(toOn, endsOn);
      const held = { ...row, to, areaSqm100: areas.get(row.unitId) ?? null };
      const known = byLease.get(leaseId);
      if (known) known.push(held);
      else byLease.set(leaseId, [held]);
    }
  }
  const wanted = 'unitIds' in of ? new Set(of.unitIds) : null;
  return {
    leaseIds,
    split(leaseId, amountCents, period) {
      const units = unitsInPeriod(byLease.get(leaseId) ?? [], period);
      if (units.length === 0) return [];
      const result = units.length === 1 ? [amountCents] : splitOverUnits(amountCents, units).result;
      return units.flatMap((one, index) =>
        wanted === null || wanted.has(one.unitId) ? [{ unit: one, cents: result[index] ?? 0 }] : [],
      );
    },
  };
}

async function listLeaseIds(tx: Tx, scope: Scope, unitIds: string[]): Promise<string[]> {
  if (unitIds.length === 0) return [];
  const rows = await tx
    .selectDistinct({ leaseId: leaseUnit.leaseId })
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), isAmong(leaseUnit.unitId, unitIds)));
  return rows.map((row) => row.leaseId);
}

/** The areas of units as they are today. */
async function readAreas(tx: Tx, scope: Scope, unitIds: string[]): Promise<Map<string, number | null>> {
  if (unitIds.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([unitPeriod.unitId], { unitId: unitPeriod.unitId, areaSqm100: unitPeriod.areaSqm100 })
    .from(unitPeriod)
    .where(
      and(
        within(unitPeriod, scope),
        isAmong(unitPeriod.unitId, unitIds),
        lte(unitPeriod.validFrom, scope.today),
      ),
    )
    .orderBy(asc(unitPeriod.unitId), desc(unitPeriod.validFrom));
  return new Map(rows.map((row) => [row.unitId, row.areaSqm100]));
}
