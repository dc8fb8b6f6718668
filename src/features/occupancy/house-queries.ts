import 'server-only';
import { and, asc, eq, gte, isNull, lte, not, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { household, lease, leaseUnit, property, rent, rentLine, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { dayIn } from '@/db/time-zone';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { type CalendarDate, FIRST_DAY, maxDate, minDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import type { Period } from '@/lib/period';
import type { StatementUnit } from '@/statement';
import { ownUseRanges } from './rules';

/** A property as its statements need it; `not_found` for a stranger's. */
export async function getHouse(tx: Tx, scope: Scope, propertyId: string) {
  const [row] = await tx
    .select({
      id: property.id,
      country: property.country,
      purchasedOn: property.purchasedOn,
      soldOn: property.soldOn,
      startMonth: property.statementStartMonth,
    })
    .from(property)
    .where(isRow(property, scope, propertyId));
  if (!row) throw new DomainError('not_found');
  return { ...row, isGerman: scope.jurisdiction === 'DE' && row.country === 'DE' };
}

export type House = Awaited<ReturnType<typeof getHouse>>;

/** The units of a property with what was true of them day by day. */
export async function listHouseUnits(tx: Tx, scope: Scope, house: House): Promise<StatementUnit[]> {
  const lastDay = sql`least(${house.soldOn}::date,
    ${dayIn(scope.timeZone, unit.archivedAt)}) - 1`;
  const units = await tx
    .select({
      id: unit.id,
      name: unit.name,
      kind: unit.kind,
      joinedOn: unit.availableFrom,
      availableTo: sql<CalendarDate | null>`(${lastDay})::text`,
    })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, house.id)))
    .orderBy(asc(unit.sortName), asc(unit.id));
  const facts = await tx
    .select({
      unitId: unitPeriod.unitId,
      validFrom: unitPeriod.validFrom,
      ownUse: unitPeriod.ownUse,
      persons: unitPeriod.persons,
      areaSqm100: unitPeriod.areaSqm100,
      coOwnershipNumerator: unitPeriod.coOwnershipNumerator,
      coOwnershipDenominator: unitPeriod.coOwnershipDenominator,
    })
    .from(unitPeriod)
    .where(
      and(
        within(unitPeriod, scope),
        isAmong(
          unitPeriod.unitId,
          units.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(unitPeriod.unitId), asc(unitPeriod.validFrom));
  const factsOf = Map.groupBy(facts, (row) => row.unitId);
  return units.map(({ joinedOn, ...row }) => {
    const own = factsOf.get(row.id) ?? [];
    return {
      ...row,
      // Bought or not: whoever owns the house has had it since then, whenever it was entered here.
      availableFrom: maxDate(house.purchasedOn ?? FIRST_DAY, joinedOn),
      facts: own.map(({ unitId, ownUse, persons, ...fact }) => fact),
      ownUse: ownUseRanges(own),
      vacantPersons: null,
    };
  });
}

/** The leases that hold units of a property in a period, each with all its units, those elsewhere too. */
export async function listHouseLeases(tx: Tx, scope: Scope, propertyId: string, period: Period) {
  const rows = await tx
    .select({
      leaseId: leaseUnit.leaseId,
      unitId: leaseUnit.unitId,
      propertyId: unit.propertyId,
      from: leaseUnit.fromOn,
      toOn: leaseUnit.toOn,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      bookedFrom: lease.bookedFrom,
    })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(
      and(
        within([leaseUnit, lease, unit], scope),
        not(leaseUnit.isVoided),
        isNull(lease.voidedAt),
        lte(leaseUnit.fromOn, period.to),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, period.from)),
        or(isNull(lease.endsOn), gte(lease.endsOn, period.from)),
      ),
    )
    .orderBy(asc(lease.startsOn), asc(leaseUnit.leaseId), asc(leaseUnit.fromOn));
  const byLease = Map.groupBy(rows, (row) => row.leaseId);
  return [...byLease.values()].flatMap((units) => {
    const [first] = units;
    if (!first || !units.some((row) => row.propertyId === propertyId)) return [];
    const { leaseId, startsOn, endsOn, bookedFrom } = first;
    const held = units
      .filter((row) => row.propertyId === propertyId)
      .map(({ unitId, from, toOn }) => ({
        unitId,
        from,
        to: toOn === null ? endsOn : minDate(toOn, endsOn),
      }));
    return [{ leaseId, startsOn, endsOn, bookedFrom, held, isElsewhere: held.length < units.length }];
  });
}

/** How many lived there from which day on. */
export async function listHouseholds(tx: Tx, scope: Scope, leaseIds: string[]) {
  const rows = await tx
    .select({ leaseId: household.leaseId, validFrom: household.validFrom, count: household.persons })
    .from(household)
    .where(and(within(household, scope), isAmong(household.leaseId, leaseIds)))
    .orderBy(asc(household.leaseId), asc(household.validFrom));
  return Map.groupBy(rows, (row) => row.leaseId);
}

/** The lines of the rents agreed until a day, with the first day of each rent, the earliest first. */
export async function listAgreedLines(tx: Tx, scope: Scope, leaseIds: string[], through: CalendarDate) {
  const rows = await tx
    .select({
      leaseId: rent.leaseId,
      validFrom: rent.validFrom,
      component: rentLine.component,
      settlement: rentLine.settlement,
      amountCents: rentLine.amountCents,
      vatRateBp: rentLine.vatRateBp,
    })
    .from(rent)
    .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
    .where(
      and(within([rent, rentLine], scope), isAmong(rent.leaseId, leaseIds), lte(rent.validFrom, through)),
    )
    .orderBy(asc(rent.leaseId), asc(rent.validFrom));
  return Map.groupBy(rows, (row) => row.leaseId);
}
