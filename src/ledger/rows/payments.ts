import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { allocation, credit, payment } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';

export type Payment = typeof payment.$inferSelect;
type PaymentRow = typeof payment.$inferInsert;

/**
 * @param place among those entered at one instant, so that an account keeps their order
 * @returns false when this very payment is recorded already
 */
export async function insertPayment(
  tx: Tx,
  scope: Scope,
  row: Omit<PaymentRow, 'portfolioId' | 'recordedBy' | 'recordedAt'> & { id: string },
  place = 0,
): Promise<boolean> {
  const inserted = await tx
    .insert(payment)
    .values({
      ...exactly(payment, row),
      portfolioId: scope.portfolioId,
      recordedBy: postedBy(scope),
      recordedAt: sql`${scope.now.toISOString()}::timestamptz + ${place}::int * interval '1 microsecond'`,
    })
    .onConflictDoNothing({ target: [payment.portfolioId, payment.id] })
    .returning({ id: payment.id });
  if (inserted.length > 0) return true;
  const [existing] = await tx
    .select()
    .from(payment)
    .where(and(within(payment, scope), eq(payment.id, row.id)));
  const wanted = { reversesPaymentId: null, isReturned: false, ...row };
  if (!existing || changesBetween(existing, wanted)) throw new DomainError('payment.id_used_differently');
  return false;
}

/** A payment that stands for itself. */
export async function getReversible(tx: Tx, scope: Scope, paymentId: string): Promise<Payment> {
  const [original] = await tx
    .select()
    .from(payment)
    .where(and(within(payment, scope), eq(payment.id, paymentId)));
  if (!original) throw new DomainError('not_found');
  if (original.reversesPaymentId) throw new DomainError('payment.is_reversal');
  return original;
}

/** The payments one transfer was split into. */
export const listTransferParts = (tx: Tx, scope: Scope, transferId: string): Promise<Payment[]> =>
  tx
    .select()
    .from(payment)
    .where(and(within(payment, scope), eq(payment.transferId, transferId)));

/** What became of a payment: the charges it settles and what is left as credit. */
export async function describePayment(tx: Tx, scope: Scope, paymentId: string) {
  const allocations = await tx
    .select({
      chargeId: allocation.chargeId,
      amountCents: sql<string>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(allocation)
    .where(and(within(allocation, scope), eq(allocation.paymentId, paymentId)))
    .groupBy(allocation.chargeId)
    .having(sql`sum(${allocation.amountCents}) <> 0`)
    .orderBy(asc(allocation.chargeId));
  const [rest] = await tx
    .select({ openCents: credit.openCents })
    .from(credit)
    .where(and(within(credit, scope), eq(credit.paymentId, paymentId)));
  return { id: paymentId, allocations, creditCents: rest?.openCents ?? 0 };
}
