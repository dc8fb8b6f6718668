import 'server-only';
import { and, asc, eq, exists, gte, isNull, lte, not, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { costStatement, lease, leaseUnit, property, rent, rentLine, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { type CalendarDate, daysBetween } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { statementDeadline } from '@/statement/deadline';
import { withoutHome } from '@/statement/lease-statement';
import { isOwnedOn } from '../occupancy/owned-queries';
import { listWaiting } from './association-queries';
import { finishedPeriods } from './rules';
import { countUnsent } from './sent-queries';

/** The period that is asked about, of the table of those that are due. */
const duePeriod = { from: sql`due.period_from`, to: sql`due.period_to` };

/**
 * Properties in Germany whose last finished period has still to be settled, or is settled and letters of it have still to go,
 * with the last day on which they may reach the tenants (§ 556 (3) BGB): those whose deadline is near or went by lately, where
 * advances were agreed and the account knows some of the period. The nearest deadline first. Who owned the house when a period
 * ended settles it: of one that ran when it was sold that is the buyer (BGH 3 Dec 2003, VIII ZR 168/03).
 */
export async function listDueStatements(tx: Tx, scope: Scope, limit: number) {
  if (scope.jurisdiction !== 'DE') return [];
  const due = finishedPeriods(scope.today);
  if (due.length === 0) return [];
  // One row each, so that the statement is one short text whatever the day: twelve conditions of their own took Postgres 20 ms to plan.
  const of = <Value>(value: (one: (typeof due)[number]) => Value) => sql.param(due.map(value));
  const periods = sql`(
    select start_month, first_day::date as period_from, last_day::date as period_to
    from unnest(${of(({ startMonth }) => startMonth)}::integer[], ${of(({ period }) => period.from)}::text[],
      ${of(({ period }) => period.to)}::text[]) as one (start_month, first_day, last_day)
  ) as due`;
  const rows = await tx
    .select({
      propertyId: property.id,
      propertyName: property.name,
      from: sql<CalendarDate>`to_char(due.period_from, 'YYYY-MM-DD')`,
      to: sql<CalendarDate>`to_char(due.period_to, 'YYYY-MM-DD')`,
      isSettled: sql<boolean>`${exists(settledFor(tx, scope))}`,
    })
    .from(property)
    .innerJoin(periods, eq(property.statementStartMonth, sql`due.start_month`))
    .where(
      and(
        within(property, scope),
        eq(property.country, 'DE'),
        or(isOwnedOn(duePeriod.to), exists(settledFor(tx, scope))),
        // Asked of each house until one is found: as a join, which IS TRUE prevents, it would read the rents of all years.
        sql`${exists(advancesIn(tx, scope))} is true`,
      ),
    )
    .orderBy(asc(property.sortName), asc(property.id), asc(sql`due.period_to`));
  const unsent = await unsentOf(tx, scope, rows);
  const listed = rows
    .map(({ isSettled, ...row }) => ({
      ...row,
      deadline: statementDeadline(row.to),
      /** So many letters of it have still to go, where it is settled; null where it is not. */
      unsent: isSettled ? (unsent.get(keyOf(row)) ?? 0) : null,
    }))
    .filter((row) => row.unsent !== 0)
    .toSorted((a, b) => daysBetween(b.deadline, a.deadline))
    .slice(0, limit);
  const waiting = await listWaiting(
    tx,
    scope,
    listed.filter((row) => row.unsent === null),
  );
  /** What of them waits for the paper of an owners' association, and how that was asked for. */
  return listed.map((row) => ({ ...row, waits: waiting.get(row.propertyId) ?? null }));
}

type Due = Period & { propertyId: string };

const keyOf = ({ propertyId, from, to }: Due) => `${propertyId} ${from} ${to}`;

/** Of what is settled, how many letters have still to go: settled in time is not told in time (BGH 21 Jan 2009, VIII ZR 107/08). */
async function unsentOf(tx: Tx, scope: Scope, rows: readonly (Due & { isSettled: boolean })[]) {
  const settled = rows.filter(({ isSettled }) => isSettled);
  const since = settled.map(({ to }) => to).toSorted()[0];
  if (since === undefined) return new Map<string, number>();
  const ids = settled.map(({ propertyId }) => propertyId);
  const counted = await countUnsent(tx, scope, ids, since);
  return new Map(counted.map((row) => [keyOf(row), row.count]));
}

/** A lease of the property that held a unit in the period that is due, with an account that knows a part of it and advances. */
function advancesIn(tx: Tx, scope: Scope) {
  return tx
    .select({ one: sql`1` })
    .from(unit)
    .innerJoin(leaseUnit, joins(leaseUnit.unitId, unit.id))
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .innerJoin(rent, joins(rent.leaseId, lease.id))
    .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
    .where(
      and(
        within([unit, leaseUnit, lease, rent, rentLine], scope),
        eq(unit.propertyId, property.id),
        not(leaseUnit.isVoided),
        isNull(lease.voidedAt),
        lte(leaseUnit.fromOn, duePeriod.to),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, duePeriod.from)),
        or(isNull(lease.endsOn), gte(lease.endsOn, duePeriod.from)),
        lte(lease.bookedFrom, duePeriod.to),
        lte(rent.validFrom, duePeriod.to),
        eq(rentLine.settlement, 'advance'),
      ),
    );
}

/**
 * The days for which people who live in a property pay in advance: the deadline is one of dwellings alone (BGH 27 Jan 2010,
 * XII ZR 22/07), and without advances there is nothing to settle.
 */
export function listAdvanceDays(tx: Tx, scope: Scope, propertyId: string) {
  return tx
    .select({
      from: sql<CalendarDate>`greatest(${leaseUnit.fromOn}, ${rent.validFrom})::text`,
      to: sql<CalendarDate | null>`least(${leaseUnit.toOn}, ${lease.endsOn})::text`,
    })
    .from(unit)
    .innerJoin(leaseUnit, joins(leaseUnit.unitId, unit.id))
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .innerJoin(rent, joins(rent.leaseId, lease.id))
    .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
    .where(
      and(
        within([unit, leaseUnit, lease, rent, rentLine], scope),
        eq(unit.propertyId, propertyId),
        notInArray(unit.kind, [...withoutHome]),
        not(leaseUnit.isVoided),
        isNull(lease.voidedAt),
        eq(rentLine.settlement, 'advance'),
      ),
    );
}

const settledFor = (tx: Tx, scope: Scope) =>
  tx
    .select({ one: sql`1` })
    .from(costStatement)
    .where(
      and(
        within(costStatement, scope),
        eq(costStatement.propertyId, property.id),
        eq(costStatement.periodFrom, duePeriod.from),
        eq(costStatement.periodTo, duePeriod.to),
      ),
    );
