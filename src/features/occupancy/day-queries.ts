import 'server-only';
import {
  and,
  asc,
  count,
  eq,
  exists,
  gte,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, property, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { dayIn } from '@/db/time-zone';
import { joins, within } from '@/db/within';
import {
  addDays,
  type CalendarDate,
  daysInclusive,
  FIRST_DAY,
  LAST_DAY,
  type Month,
  maxDate,
  minDate,
} from '@/lib/calendar';
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

/** Which units: those of a subject, or some. */
type OfUnits = Subject | { kind: 'units'; unitIds: string[] };

const ofUnits = (column: AnyPgColumn, of: OfUnits) =>
  of.kind === 'portfolio' ? undefined : isAmong(column, of.unitIds);

/** Bought with its property, or later; null where neither day is known. */
const ownedSince = sql`greatest(${property.purchasedOn}, ${unit.availableFrom})`;

/** Condition on a unit and its property: owned on some day of the period. */
const wasOwned = (scope: Scope, period: Period, subject: Subject) =>
  and(
    within([unit, property], scope),
    ofUnits(unit.id, subject),
    or(isNull(property.soldOn), sql`${property.soldOn} > ${period.from}`),
    or(isNull(property.purchasedOn), lte(property.purchasedOn, period.to)),
    or(isNull(unit.availableFrom), lte(unit.availableFrom, period.to)),
  );

/** The units of a subject with the first and the last day on which they were owned and not archived. */
function listAvailableUnits(tx: Tx, scope: Scope, period: Period, subject: Subject, where?: SQL) {
  const dayOf = (instant: AnyPgColumn) => dayIn(scope.timeZone, instant);
  // Without a day of its own or of a purchase a unit is there since it was entered, or let before: asked only where it matters.
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
      availableFrom: sql<CalendarDate>`coalesce(${ownedSince}, least(${dayOf(unit.createdAt)}, ${firstLet}))::text`,
      availableTo: sql<CalendarDate | null>`(${firstGone} - 1)::text`,
    })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(wasOwned(scope, period, subject), where))
    .orderBy(asc(property.sortName), asc(unit.sortName), asc(unit.id));
}

/** Condition on a lease's unit and its lease: it touches the period. */
const touches = (scope: Scope, period: Period, of: OfUnits) =>
  and(
    within([leaseUnit, lease], scope),
    sql`not ${leaseUnit.isVoided}`,
    // Not `during`: how many ranges overlap another Postgres cannot estimate.
    lte(leaseUnit.fromOn, period.to),
    or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, period.from)),
    ofUnits(leaseUnit.unitId, of),
  );

/** Created so long before a day that it was there on it in every time zone. */
const DAYS_OF_ALL_ZONES = 2;

/**
 * Condition on a unit and its property: perhaps not let, or not there, on some day of the period. Of the others, which
 * are most units of a large portfolio, nothing but their number is needed. Leases never share a unit on a day
 * (`lease_unit_no_overlap`), so that their days add up.
 */
function isPartlyLet(tx: Tx, scope: Scope, period: Period, subject: Subject): SQL | undefined {
  const last = sql`least(${leaseUnit.toOn}, ${lease.endsOn}, ${period.to}::date)`;
  const days = sql`greatest(${last} - greatest(${leaseUnit.fromOn}, ${period.from}::date) + 1, 0)`;
  const letThroughout = tx
    .select({ unitId: leaseUnit.unitId })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(touches(scope, period, subject))
    .groupBy(leaseUnit.unitId)
    .having(sql`sum(${days}) = ${daysInclusive(period.from, period.to)}`);
  return or(
    isNotNull(unit.archivedAt),
    isNotNull(property.archivedAt),
    lte(property.soldOn, period.to),
    sql`case when ${ownedSince} is null
      then ${unit.createdAt} >= ${addDays(period.from, -DAYS_OF_ALL_ZONES)}::date
      else ${ownedSince} > ${period.from} end`,
    notInArray(unit.id, letThroughout),
  );
}

async function countOwned(tx: Tx, scope: Scope, period: Period, subject: Subject): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(wasOwned(scope, period, subject));
  return row?.count ?? 0;
}

/** The days on which leases held the units, as far as they touch the period. */
function listLets(tx: Tx, scope: Scope, period: Period, of: OfUnits) {
  return tx
    .select({
      unitId: leaseUnit.unitId,
      from: leaseUnit.fromOn,
      to: sql<CalendarDate | null>`least(${leaseUnit.toOn}, ${lease.endsOn})::text`,
    })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(touches(scope, period, of));
}

const used = alias(unitPeriod, 'used');

/** The dated facts of the units that were ever in own use, oldest first. */
function listOwnUse(tx: Tx, scope: Scope, period: Period, of: OfUnits) {
  return tx
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
        lte(unitPeriod.validFrom, period.to),
        ofUnits(unitPeriod.unitId, of),
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

/** Units with the days on which they were let and in own use, as far as those touch a period. */
async function withDays(
  tx: Tx,
  scope: Scope,
  period: Period,
  of: OfUnits,
  listed: ReturnType<typeof listAvailableUnits> | Awaited<ReturnType<typeof listAvailableUnits>>,
) {
  const [units, lets, facts] = await Promise.all([
    listed,
    listLets(tx, scope, period, of),
    listOwnUse(tx, scope, period, of),
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

/** Every day: for what lies before and after a period. */
const ever: Period = { from: FIRST_DAY, to: LAST_DAY };

/**
 * The units of a subject that were there in a period, with the days in which they were owned, and all of their lets and
 * own use, also those before and after it.
 */
export const listWholeOccupancy = (tx: Tx, scope: Scope, period: Period, subject: Subject) =>
  withDays(tx, scope, ever, subject, listAvailableUnits(tx, scope, period, subject));

/** So many vacant months are listed one by one; the rest is a sum. */
const VACANCIES_LISTED = 60;

export type Occupancy = {
  months: Map<Month, UnitDays & { vacancyCostCents: number; unpricedDays: number }>;
  vacancies: VacantMonth[];
  further: { costCents: number; unpricedDays: number };
};

/**
 * Let, vacant and own-use days by month of two periods, and what the vacant ones cost; the units are read once, and of
 * those that were let all the time only their number.
 */
export async function readOccupancies(
  tx: Tx,
  scope: Scope,
  { current, previous }: Record<'current' | 'previous', Period>,
  subject: Subject,
): Promise<Record<'current' | 'previous', Occupancy>> {
  const both = { from: minDate(previous.from, current.from), to: maxDate(previous.to, current.to) };
  const [partly, owned] = await Promise.all([
    listAvailableUnits(tx, scope, both, subject, isPartlyLet(tx, scope, both, subject)),
    countOwned(tx, scope, both, subject),
  ]);
  const of = { kind: 'units' as const, unitIds: partly.map((row) => row.id) };
  const units = partly.length === 0 ? [] : await withDays(tx, scope, both, of, partly);
  const letThroughout = Math.max(0, owned - partly.length);
  return {
    current: sumOccupancy(units, current, letThroughout),
    previous: sumOccupancy(units, previous, letThroughout),
  };
}

/** Beside the units one by one so many that were let on every day. */
function sumOccupancy(
  units: Awaited<ReturnType<typeof withDays>>,
  period: Period,
  letThroughout: number,
): Occupancy {
  const parts = monthParts(period).map(({ month, ...days }) => ({
    month,
    span: span(days),
    sum: {
      ...sumUnitDays([]),
      letDays: letThroughout * daysInclusive(days.from, days.to),
      vacancyCostCents: 0,
      unpricedDays: 0,
    },
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
