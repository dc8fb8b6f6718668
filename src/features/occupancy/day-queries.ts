import 'server-only';
import { and, asc, eq, exists, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, property, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { type CalendarDate, FIRST_DAY, LAST_DAY, type Month, maxDate, minDate } from '@/lib/calendar';
import { monthParts, type Period } from '@/lib/period';
import {
  type OccupancyUnit,
  ownUseRanges,
  span,
  sumUnitDays,
  type UnitDays,
  unitDaysInSpans,
  type VacantMonth,
  vacantMonthCost,
} from './rules';
import type { Subject } from './subject-queries';

const ofUnits = (column: AnyPgColumn, subject: Subject) =>
  subject.kind === 'portfolio' ? undefined : isAmong(column, subject.unitIds);

/** The units of a subject with the first and the last day on which they were owned and not archived. */
function listAvailableUnits(tx: Tx, scope: Scope, period: Period, subject: Subject) {
  const dayOf = (instant: AnyPgColumn) => sql`(${instant} at time zone ${scope.timeZone})::date`;
  // Without a purchase date a unit is there since it was entered, or let before: asked only where it matters.
  const firstLet = sql`case when ${dayOf(unit.createdAt)} > ${period.from}::date
    then (select min(lu.from_on) from hausbuch.lease_unit lu
      where lu.portfolio_id = ${scope.portfolioId} and lu.unit_id = ${unit.id} and not lu.is_voided) end`;
  const firstGone = sql`least(${property.soldOn}, ${dayOf(unit.archivedAt)}, ${dayOf(property.archivedAt)})`;
  return tx
    .select({
      id: unit.id,
      name: unit.name,
      propertyName: property.name,
      askingRentCents: unit.askingRentCents,
      isArchived: sql<boolean>`${unit.archivedAt} is not null`,
      availableFrom: sql<CalendarDate>`coalesce(${property.purchasedOn}, least(${dayOf(unit.createdAt)}, ${firstLet}))::text`,
      availableTo: sql<CalendarDate | null>`(${firstGone} - 1)::text`,
    })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([unit, property], scope),
        ofUnits(unit.id, subject),
        or(isNull(property.soldOn), sql`${property.soldOn} > ${period.from}`),
        or(isNull(property.purchasedOn), lte(property.purchasedOn, period.to)),
      ),
    )
    .orderBy(asc(property.sortName), asc(unit.name), asc(unit.id));
}

/** The days on which leases held the units, as far as they touch the period. */
function listLets(tx: Tx, scope: Scope, period: Period, subject: Subject) {
  return tx
    .select({
      unitId: leaseUnit.unitId,
      from: leaseUnit.fromOn,
      to: sql<CalendarDate | null>`least(${leaseUnit.toOn}, ${lease.endsOn})::text`,
    })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(
      and(
        within([leaseUnit, lease], scope),
        sql`not ${leaseUnit.isVoided}`,
        // Not `during`: how many ranges overlap another Postgres cannot estimate.
        lte(leaseUnit.fromOn, period.to),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, period.from)),
        ofUnits(leaseUnit.unitId, subject),
      ),
    );
}

const used = alias(unitPeriod, 'used');

/** The dated facts of the units that were ever in own use, oldest first. */
function listOwnUse(tx: Tx, scope: Scope, period: Period, subject: Subject) {
  return tx
    .select({
      unitId: unitPeriod.unitId,
      validFrom: unitPeriod.validFrom,
      ownUse: unitPeriod.ownUse,
      areaSqm100: unitPeriod.areaSqm100,
      coOwnershipNumerator: unitPeriod.coOwnershipNumerator,
      coOwnershipDenominator: unitPeriod.coOwnershipDenominator,
    })
    .from(unitPeriod)
    .where(
      and(
        within(unitPeriod, scope),
        lte(unitPeriod.validFrom, period.to),
        ofUnits(unitPeriod.unitId, subject),
        exists(
          tx
            .select({ id: used.id })
            .from(used)
            .where(
              and(
                within(used, scope),
                eq(used.unitId, unitPeriod.unitId),
                eq(used.ownUse, true),
                lte(used.validFrom, period.to),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(unitPeriod.unitId), asc(unitPeriod.validFrom));
}

/** Every day: for what lies before and after a period. */
const ever: Period = { from: FIRST_DAY, to: LAST_DAY };

/**
 * The units of a subject that were there in a period, with the days in which they were owned, let and in own use.
 * `known` widens what is read of lets and own use beyond the period.
 */
async function listOccupancyUnits(tx: Tx, scope: Scope, period: Period, subject: Subject, known = period) {
  const [units, lets, facts] = await Promise.all([
    listAvailableUnits(tx, scope, period, subject),
    listLets(tx, scope, known, subject),
    listOwnUse(tx, scope, known, subject),
  ]);
  const letsOf = Map.groupBy(lets, (row) => row.unitId);
  const factsOf = Map.groupBy(facts, (row) => row.unitId);
  return units.map(({ availableFrom, availableTo, ...row }) => {
    const factsOfUnit = factsOf.get(row.id) ?? [];
    const lets = letsOf.get(row.id) ?? [];
    const days: OccupancyUnit = { availableFrom, availableTo, lets, ownUse: ownUseRanges(factsOfUnit) };
    return { ...row, days, facts: factsOfUnit };
  });
}

/** The units of a subject with all their lets and own use, also those before and after the period. */
export const listWholeOccupancy = (tx: Tx, scope: Scope, period: Period, subject: Subject) =>
  listOccupancyUnits(tx, scope, period, subject, ever);

/** So many vacant months are listed one by one; the rest is a sum. */
const VACANCIES_LISTED = 60;

export type Occupancy = {
  months: Map<Month, UnitDays & { vacancyCostCents: number; unpricedDays: number }>;
  vacancies: VacantMonth[];
  further: { costCents: number; unpricedDays: number };
};

/** Let, vacant and own-use days by month of two periods, and what the vacant ones cost; the units are read once. */
export async function readOccupancies(
  tx: Tx,
  scope: Scope,
  { current, previous }: Record<'current' | 'previous', Period>,
  subject: Subject,
): Promise<Record<'current' | 'previous', Occupancy>> {
  const both = { from: minDate(previous.from, current.from), to: maxDate(previous.to, current.to) };
  const units = await listOccupancyUnits(tx, scope, both, subject);
  return { current: sumOccupancy(units, current), previous: sumOccupancy(units, previous) };
}

function sumOccupancy(units: Awaited<ReturnType<typeof listOccupancyUnits>>, period: Period): Occupancy {
  const parts = monthParts(period).map(({ month, ...days }) => ({
    month,
    span: span(days),
    sum: { ...sumUnitDays([]), vacancyCostCents: 0, unpricedDays: 0 },
  }));
  const spans = parts.map((part) => part.span);
  const vacant: (VacantMonth & { costCents: number })[] = [];
  for (const { days: unit, name: unitName, propertyName, askingRentCents } of units) {
    for (const [index, days] of unitDaysInSpans(unit, spans).entries()) {
      const part = parts[index];
      if (!part) continue;
      const { month, sum } = part;
      const { vacantDays } = days;
      sum.letDays += days.letDays;
      sum.vacantDays += vacantDays;
      sum.ownUseDays += days.ownUseDays;
      if (vacantDays === 0) continue;
      const name = unitName === propertyName ? unitName : `${propertyName}, ${unitName}`;
      const costCents =
        askingRentCents === null ? 0 : vacantMonthCost({ month, vacantDays, askingRentCents });
      sum.vacancyCostCents += costCents;
      if (askingRentCents === null) sum.unpricedDays += vacantDays;
      vacant.push({ name, month, vacantDays, askingRentCents, costCents });
    }
  }
  return { months: new Map(parts.map((part) => [part.month, part.sum])), ...listCostliest(vacant) };
}

/** The vacant months that cost most one by one, in their order, and the rest in sum. */
export function listCostliest(vacant: (VacantMonth & { costCents: number })[]) {
  const ranked = vacant.toSorted((a, b) => b.costCents - a.costCents || b.vacantDays - a.vacantDays);
  const listed = new Set(ranked.slice(0, VACANCIES_LISTED));
  const further = { costCents: 0, unpricedDays: 0 };
  for (const one of ranked.slice(VACANCIES_LISTED)) {
    further.costCents += one.costCents;
    if (one.askingRentCents === null) further.unpricedDays += one.vacantDays;
  }
  // By unit and month, as they were read.
  const vacancies = vacant.filter((one) => listed.has(one)).map(({ costCents, ...one }) => one);
  return { vacancies, further };
}
