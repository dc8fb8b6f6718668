import 'server-only';
import { and, between, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { literals } from '@/db/columns';
import { allocation, charge, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { chargeKindsWhere } from '@/domain/account-kinds';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { type Of, onPaper } from './figures';

const heldKinds = chargeKindsWhere((traits) => traits.figure === 'held');

const total = (cents: SQL) => sql<number>`coalesce(sum(${cents}), 0)`.mapWith(Number);

/** Cents of a day; of a lease where sums are told apart by lease. */
export type DaySum = { day: CalendarDate; leaseId: string | null; cents: number };

const isMoneyOf = (period: Period): SQL | undefined =>
  and(between(payment.paidOn, period.from, period.to), notInArray(payment.method, onPaper));

// Days and not months are the groups: the indexes hold them in their order, and writing a day as its month takes
// Postgres twice as long as reading and adding up what came on it. Where the lease does not matter a day is one row.
// What tells payments apart is asked of the sums in the order of the index, not of each payment: a third less work.
const byDay = (of: Of) => ({
  day: payment.paidOn,
  leaseId: of.byLease ? sql<string | null>`${payment.leaseId}` : sql<string | null>`null::uuid`,
});

const ofLeases = (column: AnyPgColumn, of: Of) =>
  of.leaseIds === null ? undefined : isAmong(column, of.leaseIds);

/** Money in: what came from tenants in the days less what went back. What came about on paper is none. */
export async function sumMoneyIn(tx: Tx, scope: Scope, period: Period, of: Of): Promise<DaySum[]> {
  const group = byDay(of);
  const sums = tx
    .select({
      day: payment.paidOn,
      leaseId: group.leaseId.as('of_lease'),
      method: payment.method,
      direction: payment.direction,
      cents: sql<string>`sum(${payment.amountCents})`.as('cents'),
    })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        between(payment.paidOn, period.from, period.to),
        ofLeases(payment.leaseId, of),
      ),
    )
    .groupBy(payment.paidOn, payment.method, payment.direction, group.leaseId)
    .as('sums');
  return tx
    .select({
      day: sums.day,
      leaseId: sums.leaseId,
      cents: total(
        sql`case when ${inArray(sums.method, onPaper)} then 0
          when ${sums.direction} = 'in' then ${sums.cents} else -${sums.cents} end`,
      ),
    })
    .from(sums)
    .groupBy(sums.day, sums.leaseId);
}

/** What of the money in settles deposits: it stays the tenant's. */
export async function sumDepositsIn(tx: Tx, scope: Scope, period: Period, of: Of): Promise<DaySum[]> {
  const group = byDay(of);
  return tx
    .select({ ...group, cents: total(sql`${allocation.amountCents}`) })
    .from(charge)
    .innerJoin(allocation, joins(allocation.chargeId, charge.id))
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .where(
      and(
        within([charge, allocation, payment], scope),
        sql`${charge.kind} in (${literals(heldKinds)})`,
        isMoneyOf(period),
        ofLeases(charge.leaseId, of),
      ),
    )
    .groupBy(group.day, group.leaseId);
}
