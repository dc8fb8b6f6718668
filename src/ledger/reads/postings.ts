import 'server-only';
import { and, asc, count, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { paymentCount } from '@/db/payment-count';
import { charge, leaseTenant, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

/** How many charges and payments the portfolio has. */
export async function countPostings(tx: Tx, scope: Scope) {
  const countOf = async (table: typeof charge | typeof payment) => {
    const rows = table === payment ? paymentCount : count();
    const [row] = await tx.select({ rows }).from(table).where(within(table, scope));
    return row?.rows ?? 0;
  };
  return { charges: await countOf(charge), payments: await countOf(payment) };
}

/** Whether anything was ever paid. */
export async function hasPayment(tx: Tx, scope: Scope): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(payment)
    .where(within(payment, scope))
    // In the order of the key: else Postgres may look for it among the rows of everybody.
    .orderBy(asc(payment.portfolioId), asc(payment.id))
    .limit(1);
  return rows.length > 0;
}

/** The day of the row, or that on which somebody wrote it to correct another: it bears the other's day. */
const writtenOn = (on: AnyPgColumn, at: AnyPgColumn, isCorrection: SQL | undefined) =>
  sql`max(case when ${isCorrection} then greatest(${on}, (${at} at time zone 'UTC')::date) else ${on} end)`;

/**
 * The days on which the last of the charges was due and the last of the payments came, or either was corrected, of the leases of
 * a lease's tenants that are asked for.
 */
export const lastPostingDays = (tx: Tx, asked: SQL | undefined) => [
  tx
    .select({ on: writtenOn(charge.dueOn, charge.postedAt, isNotNull(charge.correctsChargeId)) })
    .from(leaseTenant)
    .innerJoin(charge, joins(charge.leaseId, leaseTenant.leaseId))
    .where(asked),
  tx
    .select({
      on: writtenOn(
        payment.paidOn,
        payment.recordedAt,
        or(isNotNull(payment.reversesPaymentId), isNotNull(payment.replacesPaymentId)),
      ),
    })
    .from(leaseTenant)
    .innerJoin(payment, joins(payment.leaseId, leaseTenant.leaseId))
    .where(asked),
];

/** Of each of the charges and payments its lease. */
export async function leasesOfPostings(
  tx: Tx,
  scope: Scope,
  ids: { charges: readonly string[]; payments: readonly string[] },
): Promise<Map<string, string>> {
  const find = (table: typeof charge | typeof payment, of: readonly string[]) =>
    of.length === 0
      ? []
      : tx
          .select({ id: table.id, leaseId: table.leaseId })
          .from(table)
          .where(and(within(table, scope), isAmong(table.id, of)));
  const rows = await Promise.all([find(charge, ids.charges), find(payment, ids.payments)]);
  return new Map(rows.flat().map((row) => [row.id, row.leaseId]));
}
