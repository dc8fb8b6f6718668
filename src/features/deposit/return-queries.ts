import 'server-only';
import { and, asc, between, eq, gt, isNull, lt, lte, max, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { heldCents } from '@/db/deposit-held';
import { deposit, depositMovement, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addDays, addMonths, type CalendarDate } from '@/lib/calendar';
import { findSaleDays } from '../occupancy/sale-queries';

/** What of the movements is held as of today and not held back, in cents. */
const returnableCents = (scope: Scope) => heldCents(sql`${depositMovement.heldUntil} < ${scope.today}::date`);

/** Deposits of the leases that are asked for of which something may be returned today; whose lease ended first comes first. */
export function listReturnable(tx: Tx, scope: Scope, asked: SQL | undefined) {
  return tx
    .select({ depositId: deposit.id, leaseId: deposit.leaseId, endsOn: lease.endsOn })
    .from(deposit)
    .innerJoin(lease, joins(lease.id, deposit.leaseId))
    .innerJoin(depositMovement, joins(depositMovement.depositId, deposit.id))
    .where(
      and(
        within([deposit, lease, depositMovement], scope),
        asked,
        lte(depositMovement.bookedOn, scope.today),
      ),
    )
    .groupBy(deposit.id, deposit.leaseId, lease.endsOn)
    .having(sql`${returnableCents(scope)} > 0`)
    .orderBy(asc(lease.endsOn), asc(deposit.id));
}

/** So long a deposit is told of: never the history of a portfolio is read for what is to be done today. */
const TOLD_MONTHS = 12;
/** With a day of return until so long after the end: the last statement is due within two years of it (§ 556 (3) BGB). */
const DATED_MONTHS = 27;

/**
 * Leases that have ended and whose deposit is still held, with what of it may be returned in cents: for a year from the last day,
 * or from the day until which a part was held back. A deposit with a day of return comes with that day, and not before, and for a
 * year from it.
 */
export async function listUnreturned(tx: Tx, scope: Scope, limit: number) {
  const yesterday = addDays(scope.today, -1);
  const since = addMonths(scope.today, -TOLD_MONTHS);
  const lately = (column: typeof lease.endsOn | typeof depositMovement.heldUntil) =>
    between(column, since, yesterday);
  const { id: leaseId, endsOn } = lease;
  // Asked of each lease, as below.
  const lastReturnDay = tx
    .select({ on: max(deposit.returnDueOn) })
    .from(deposit)
    .where(
      and(
        within(deposit, scope),
        eq(deposit.leaseId, lease.id),
        between(deposit.returnDueOn, since, scope.today),
      ),
    );
  const ended = union(
    tx
      .select({ leaseId, endsOn })
      .from(lease)
      .where(and(within(lease, scope), isNull(lease.voidedAt), lately(endsOn))),
    tx
      .select({ leaseId, endsOn })
      .from(depositMovement)
      .innerJoin(deposit, joins(deposit.id, depositMovement.depositId))
      .innerJoin(lease, joins(lease.id, deposit.leaseId))
      .where(
        and(
          within([depositMovement, deposit, lease], scope),
          lately(depositMovement.heldUntil),
          lt(endsOn, scope.today),
        ),
      ),
    tx
      .select({ leaseId, endsOn })
      .from(lease)
      .where(
        and(
          within(lease, scope),
          isNull(lease.voidedAt),
          between(endsOn, addMonths(scope.today, -DATED_MONTHS), since),
          sql`(${lastReturnDay}) is not null`,
        ),
      ),
  ).as('ended');
  // Asked of each lease: as a join it would read the deposits of all that there ever were.
  const ofLease = tx
    .select({ cents: returnableCents(scope) })
    .from(deposit)
    .innerJoin(depositMovement, joins(depositMovement.depositId, deposit.id))
    .where(
      and(
        within([deposit, depositMovement], scope),
        eq(deposit.leaseId, ended.leaseId),
        lte(depositMovement.bookedOn, scope.today),
        sql`(${deposit.returnDueOn} is null or ${deposit.returnDueOn} <= ${scope.today}::date)`,
      ),
    );
  const cents = sql<number>`${ofLease}`.mapWith(Number).as('cents');
  const told = tx.select({ leaseId: ended.leaseId, endsOn: ended.endsOn, cents }).from(ended).as('told');
  const rows = await tx
    .select()
    .from(told)
    .where(gt(told.cents, 0))
    .orderBy(asc(told.endsOn), asc(told.leaseId))
    .limit(limit);
  const due = await findReturnDays(
    tx,
    scope,
    rows.map((row) => row.leaseId),
  );
  const own = await withoutSold(tx, scope, rows);
  return own.map((row) => ({
    ...row,
    endsOn: row.endsOn ?? yesterday,
    returnDueOn: due.get(row.leaseId) ?? null,
  }));
}

/** Of leases that went on with the buyer of their house, the buyer owes the deposit: nothing proposes to return it. */
export async function withoutSold<Row extends { leaseId: string; endsOn: CalendarDate | null }>(
  tx: Tx,
  scope: Scope,
  rows: readonly Row[],
): Promise<Row[]> {
  const sold = await findSaleDays(
    tx,
    scope,
    rows.map(({ leaseId, endsOn }) => ({ id: leaseId, endsOn })),
  );
  return rows.filter(({ leaseId }) => {
    const soldOn = sold.get(leaseId);
    return soldOn === undefined || soldOn > scope.today;
  });
}

/** By when what is still held of leases is to be returned, where that was said; the day of what was returned is past. */
async function findReturnDays(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return new Map<string, null>();
  const rows = await tx
    .select({ leaseId: deposit.leaseId, on: deposit.returnDueOn })
    .from(deposit)
    .innerJoin(depositMovement, joins(depositMovement.depositId, deposit.id))
    .where(
      and(
        within([deposit, depositMovement], scope),
        isAmong(deposit.leaseId, leaseIds),
        lte(deposit.returnDueOn, scope.today),
        lte(depositMovement.bookedOn, scope.today),
      ),
    )
    .groupBy(deposit.id, deposit.leaseId, deposit.returnDueOn)
    .having(sql`${returnableCents(scope)} > 0`)
    .orderBy(asc(deposit.returnDueOn));
  // The latest of a lease comes last.
  return new Map(rows.map(({ leaseId, on }) => [leaseId, on]));
}
