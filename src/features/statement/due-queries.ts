import 'server-only';
import { and, asc, eq, exists, gt, isNull, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '@/db/client';
import { costStatement, lease, leaseUnit, property, rent, rentLine, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { type CalendarDate, daysBetween } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { statementDeadline } from '@/statement/deadline';
import { withoutHome } from '@/statement/lease-statement';
import type { House } from '../occupancy/house-queries';
import { isOwnedOn } from '../occupancy/owned-queries';
import { listWaiting } from './association-queries';
import { finishedPeriods } from './rules';
import { countUnsent } from './sent-queries';

/** The period that is asked about, of the table of those that are due. */
const duePeriod = { from: sql`due.period_from`, to: sql`due.period_to` };
const dueText = (day: SQL) => sql<CalendarDate>`to_char(${day}, 'YYYY-MM-DD')`;

/** One row each, so that the statement is one short text: twelve conditions of their own took Postgres 20 ms to plan. */
const dueTable = (periods: readonly Period[]) => sql`(
  select first_day::date as period_from, last_day::date as period_to
  from unnest(${sql.param(periods.map(({ from }) => from))}::text[],
    ${sql.param(periods.map(({ to }) => to))}::text[]) as one (first_day, last_day)
) as due`;

/**
 * Properties in Germany whose last finished period has still to be settled, or is settled and letters of it have still to go,
 * with the last day on which they may reach the tenants (§ 556 (3) BGB): those whose deadline is near or went by lately, where
 * advances were agreed and the account knows some of the period. The nearest deadline first. Who owned the house when a period
 * ended settles it: of one that ran when it was sold that is the buyer (BGH 3 Dec 2003, VIII ZR 168/03), of who had left before
 * the seller.
 */
export async function listDueStatements(tx: Tx, scope: Scope, limit: number) {
  if (scope.jurisdiction !== 'DE') return [];
  const due = finishedPeriods(scope.today);
  if (due.length === 0) return [];
  const periods = dueTable(due.map(({ period }) => period));
  const rows = await tx
    .select({
      propertyId: property.id,
      propertyName: property.name,
      from: dueText(duePeriod.from),
      to: dueText(duePeriod.to),
      isSettled: sql<boolean>`${exists(settledFor(tx, scope))}`,
    })
    .from(property)
    .innerJoin(periods, eq(property.statementStartMonth, sql`extract(month from ${duePeriod.from})`))
    .where(
      and(
        within(property, scope),
        eq(property.country, 'DE'),
        hasAdvances(tx, scope, lte(lease.bookedFrom, duePeriod.to)),
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

/**
 * Leases of the property that let people live there on days of the period that is asked about, for which they pay in advance:
 * the deadline is one of dwellings alone (BGH 27 Jan 2010, XII ZR 22/07), and without advances there is nothing to settle. With
 * whoever had moved out settles who owned the house then: nobody who buys it later becomes their landlord (BGH 4 Apr 2007, VIII
 * ZR 219/06). What is settled all the same asks for its letters.
 */
function advancesIn(tx: Tx, scope: Scope, ...more: SQL[]) {
  const later = alias(rent, 'later_rent');
  const nextRent = tx
    .select({ day: sql`min(${later.validFrom}) - 1` })
    .from(later)
    .where(and(within(later, scope), eq(later.leaseId, rent.leaseId), gt(later.validFrom, rent.validFrom)));
  const first = sql`greatest(${leaseUnit.fromOn}, ${rent.validFrom}, ${duePeriod.from})`;
  const last = sql`least(${leaseUnit.toOn}, ${lease.endsOn}, (${nextRent}), ${duePeriod.to})`;
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
        notInArray(unit.kind, [...withoutHome]),
        not(leaseUnit.isVoided),
        isNull(lease.voidedAt),
        eq(rentLine.settlement, 'advance'),
        sql`${first} <= ${last}`,
        or(isOwnedOn(sql`least(${lease.endsOn}, ${duePeriod.to})`), exists(settledFor(tx, scope))),
        ...more,
      ),
    );
}

/** Asked of each house until one is found: as a join, which IS TRUE prevents, it would read the rents of all years. */
const hasAdvances = (tx: Tx, scope: Scope, ...more: SQL[]) =>
  sql`${exists(advancesIn(tx, scope, ...more))} is true`;

/** The last days of those periods of a property in Germany whose statement has a deadline (§ 556 (3) BGB). */
export async function listDeadlines(
  tx: Tx,
  scope: Scope,
  house: House,
  periods: readonly Period[],
): Promise<(period: Period) => CalendarDate | null> {
  if (!house.isGerman || periods.length === 0) return () => null;
  const rows = await tx
    .select({ from: dueText(duePeriod.from), to: dueText(duePeriod.to) })
    .from(property)
    .innerJoin(dueTable(periods), sql`true`)
    .where(and(within(property, scope), eq(property.id, house.id), hasAdvances(tx, scope)));
  return ({ from, to }) =>
    rows.some((row) => row.from === from && row.to === to) ? statementDeadline(to) : null;
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
