import 'server-only';
import { and, asc, desc, eq, gt, lte } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, property, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { type ArchiveFilter, inArchive, isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { listLeasesOfUnits } from '@/features/occupancy/lease-queries';
import { isSold } from '@/features/occupancy/owned-rules';
import { maxDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';

const unitColumns = {
  id: unit.id,
  propertyId: unit.propertyId,
  name: unit.name,
  kind: unit.kind,
  floor: unit.floor,
  rooms10: unit.rooms10,
  askingRentCents: unit.askingRentCents,
  availableFrom: unit.availableFrom,
  archivedAt: unit.archivedAt,
  version: unit.version,
};

export async function findUnit(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(unitColumns)
    .from(unit)
    .where(isRow(unit, scope, id));
  return row ?? null;
}

export async function getUnit(tx: Tx, scope: Scope, id: string) {
  const row = await findUnit(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

/** What is said of a unit from a day on. */
export const factColumns = {
  areaSqm100: unitPeriod.areaSqm100,
  coOwnershipNumerator: unitPeriod.coOwnershipNumerator,
  coOwnershipDenominator: unitPeriod.coOwnershipDenominator,
  ownUse: unitPeriod.ownUse,
  persons: unitPeriod.persons,
};

const periodColumns = {
  id: unitPeriod.id,
  unitId: unitPeriod.unitId,
  validFrom: unitPeriod.validFrom,
  version: unitPeriod.version,
  ...factColumns,
};

/** All facts of a unit with the day from which they hold, the earliest first. */
export async function listPeriods(tx: Tx, scope: Scope, unitId: string) {
  await getUnit(tx, scope, unitId);
  return tx
    .select(periodColumns)
    .from(unitPeriod)
    .where(and(within(unitPeriod, scope), eq(unitPeriod.unitId, unitId)))
    .orderBy(asc(unitPeriod.validFrom));
}

/** The facts of each unit that hold from a day still to come. */
async function listComingPeriods(tx: Tx, scope: Scope, unitIds: string[]) {
  return tx
    .select(periodColumns)
    .from(unitPeriod)
    .where(
      and(
        within(unitPeriod, scope),
        isAmong(unitPeriod.unitId, unitIds),
        gt(unitPeriod.validFrom, scope.today),
      ),
    )
    .orderBy(asc(unitPeriod.validFrom), asc(unitPeriod.unitId));
}

/** The facts of each unit that hold today. */
async function listCurrentPeriods(tx: Tx, scope: Scope, unitIds: string[]) {
  return tx
    .selectDistinctOn([unitPeriod.unitId], periodColumns)
    .from(unitPeriod)
    .where(
      and(
        within(unitPeriod, scope),
        isAmong(unitPeriod.unitId, unitIds),
        lte(unitPeriod.validFrom, scope.today),
      ),
    )
    .orderBy(unitPeriod.unitId, desc(unitPeriod.validFrom));
}

/** Those that some lease names or named: they can be put away, and never deleted. */
async function listLetEver(tx: Tx, scope: Scope, unitIds: string[]) {
  const rows = await tx
    .selectDistinct({ unitId: leaseUnit.unitId })
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), isAmong(leaseUnit.unitId, unitIds)));
  return new Set(rows.map((row) => row.unitId));
}

/** The units of a property with today's facts and those to come, who lives there and who comes next. */
export async function listUnits(
  tx: Tx,
  scope: Scope,
  { propertyId, archive }: { propertyId: string; archive: ArchiveFilter },
) {
  const [owner] = await tx
    .select({ purchasedOn: property.purchasedOn, soldOn: property.soldOn })
    .from(property)
    .where(isRow(property, scope, propertyId));
  if (!owner) throw new DomainError('not_found');
  const units = await tx
    .select(unitColumns)
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId), inArchive(unit.archivedAt, archive)))
    .orderBy(asc(unit.sortName), asc(unit.id));
  const unitIds = units.map((row) => row.id);
  if (unitIds.length === 0) return [];
  const [periods, coming, leases, letEver] = await Promise.all([
    listCurrentPeriods(tx, scope, unitIds),
    listComingPeriods(tx, scope, unitIds),
    listLeasesOfUnits(tx, scope, unitIds),
    listLetEver(tx, scope, unitIds),
  ]);
  return units.map((row) => {
    const ofUnit = leases.filter((candidate) => candidate.unitId === row.id);
    const ownFrom = maxDate(scope.today, owner.purchasedOn, row.availableFrom);
    return {
      ...row,
      hasLeases: letEver.has(row.id),
      /** Since when it will be one's own, where it is not yet. */
      comesOn: ownFrom > scope.today ? ownFrom : null,
      /** With its house: who rents it is the tenant of the buyer. */
      isSold: isSold(owner, scope.today),
      period: periods.find((candidate) => candidate.unitId === row.id) ?? null,
      /** What holds from a day still to come. */
      comingPeriods: coming.filter((candidate) => candidate.unitId === row.id),
      currentLease: ofUnit.find((candidate) => candidate.isCurrent) ?? null,
      upcomingLease: ofUnit.find((candidate) => !candidate.isCurrent) ?? null,
    };
  });
}
