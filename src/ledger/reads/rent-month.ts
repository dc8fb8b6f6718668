import 'server-only';
import { and, count, exists, min, ne, or, type SQL, sql, sum } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { ownUnits } from '@/db/own-units';
import { charge, lease, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { type CalendarDate, firstOfMonth, lastOfMonth, type Month, monthOf } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { listChargesOf, pageOfLeases } from './by-place';
import { isOpen, isOverdue, isRentOf, sumRents, totalOf } from './figures';

type Input = {
  /** The first of the month; default: the current one. */
  month?: CalendarDate | null;
  /** Only leases with something open: of the month, or overdue where it is the current one. */
  openOnly: boolean;
  cursor?: string | null;
  limit: number;
};

/**
 * The rents of a month, one row per lease by place: what is due, what of it is open, and what else is overdue. Of the
 * current month also leases that owe nothing for it and are behind with something. Reads the charges of that month and
 * what is open, never the history.
 */
export async function getRentMonth(tx: Tx, scope: Scope, input: Input) {
  const month = monthOf(input.month ?? scope.today);
  const period = { from: firstOfMonth(month), to: lastOfMonth(month) };
  const isCurrent = month === monthOf(scope.today);
  const [total, page] = await Promise.all([
    sumRentMonth(tx, scope, month),
    listLeases(tx, scope, period, { ...input, isCurrent }),
  ]);
  const leaseIds = page.rows.map((row) => row.id);
  const [charges, behind] = await Promise.all([
    listChargesOf(tx, scope, leaseIds, isRentOf(period)),
    sumBehind(tx, scope, period, leaseIds),
  ]);
  return {
    month: period.from,
    today: scope.today,
    total,
    rows: page.rows.map(({ id, startsOn, endsOn }) => {
      const own = charges.filter((row) => row.leaseId === id);
      return {
        leaseId: id,
        startsOn,
        endsOn,
        rents: own,
        totalCents: own.reduce((cents, row) => cents + row.totalCents, 0),
        openCents: own.reduce((cents, row) => cents + row.openCents, 0),
        behind: behind.get(id) ?? null,
      };
    }),
    nextCursor: page.nextCursor,
  };
}

/** A month of all leases in one sentence: due, received and open, and how many leases owe its rent or have not paid it. */
export async function sumRentMonth(tx: Tx, scope: Scope, month: Month) {
  const period = { from: firstOfMonth(month), to: lastOfMonth(month) };
  const [rents, leases] = await Promise.all([
    sumRents(tx, scope, period, { leaseIds: null, byLease: false }),
    countLeases(tx, scope, period),
  ]);
  return { ...totalOf(rents), ...leases };
}

/** How many leases owe a rent of the month, and how many of them have not paid it whole. */
async function countLeases(tx: Tx, scope: Scope, period: Period) {
  const countWhere = (condition: SQL) =>
    sql<number>`count(distinct ${openItem.leaseId}) filter (where ${condition})`.mapWith(Number);
  const [counts] = await tx
    // What was taken back whole, as after the end of a lease, nobody owes.
    .select({ leases: countWhere(ne(openItem.totalCents, 0)), openLeases: countWhere(isOpen) })
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(and(within([openItem, charge], scope), isRentOf(period)));
  return counts ?? { leases: 0, openLeases: 0 };
}

async function listLeases(tx: Tx, scope: Scope, period: Period, input: Input & { isCurrent: boolean }) {
  const goesOn = ownUnits(tx, scope, charge.leaseId, period.from);
  // A rent booked ahead and taken back, since the lease has ended or its house was sold before the month, is nobody's of it.
  const stands = or(ne(openItem.totalCents, 0), exists(goesOn));
  // Found once and not for each lease: a kept plan went through the month's rents for each of them.
  const owing = tx
    .select({ leaseId: charge.leaseId })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(and(within([charge, openItem], scope), isRentOf(period), input.openOnly ? isOpen : stands));
  const behind = tx
    .select({ leaseId: openItem.leaseId })
    .from(openItem)
    .where(and(within(openItem, scope), isOverdue(scope.today)));
  const isAsked = or(isAmong(lease.id, owing), input.isCurrent ? isAmong(lease.id, behind) : undefined);
  return pageOfLeases(tx, scope, input, isAsked);
}

/** Of each lease what is overdue beside the rents of the month: cents, items, and the day the oldest is owed since. */
async function sumBehind(tx: Tx, scope: Scope, period: Period, leaseIds: string[]) {
  if (leaseIds.length === 0) return new Map<string, never>();
  const rows = await tx
    .select({
      leaseId: openItem.leaseId,
      openCents: sum(openItem.openCents).mapWith(Number),
      count: count(),
      owedSince: min(openItem.owedSince),
    })
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(
      and(
        within([openItem, charge], scope),
        isAmong(openItem.leaseId, leaseIds),
        isOverdue(scope.today),
        sql`(${isRentOf(period)}) is not true`,
      ),
    )
    .groupBy(openItem.leaseId);
  return new Map(rows.map(({ leaseId, ...row }) => [leaseId, row]));
}
