import 'server-only';
import { and, asc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { allocation, credit, payment, refundPart } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { type Happened, listStandingAllocations, releaseParts } from './allocations';
import { changeCredit } from './credits';

type Refund = { leaseId: string; amountCents: number; refundPaymentId: string };

/**
 * Takes a refund out of the lease's credits, from the oldest on.
 * @returns what they could not give
 */
export async function takeCredits(tx: Tx, scope: Scope, refund: Refund): Promise<number> {
  const credits = await tx
    .select({ paymentId: credit.paymentId, openCents: credit.openCents })
    .from(credit)
    .innerJoin(payment, joins(payment.id, credit.paymentId))
    .where(
      and(within([credit, payment], scope), eq(credit.leaseId, refund.leaseId), gt(credit.openCents, sql`0`)),
    )
    .orderBy(asc(credit.paidOn), asc(payment.recordedAt), asc(credit.paymentId));
  let left = refund.amountCents;
  for (const { paymentId, openCents } of credits) {
    if (left === 0) break;
    const amountCents = Math.min(left, openCents);
    await tx.insert(refundPart).values({
      portfolioId: scope.portfolioId,
      refundPaymentId: refund.refundPaymentId,
      paymentId,
      amountCents,
      allocatedAt: scope.now,
    });
    await changeCredit(tx, scope, paymentId, -amountCents);
    left -= amountCents;
  }
  return left;
}

/** Refunds that stand, by payment they were taken from or by the refund itself. */
function listStandingRefunds(tx: Tx, scope: Scope, filter: SQL) {
  return tx
    .select()
    .from(refundPart)
    .where(
      and(
        within(refundPart, scope),
        filter,
        isNull(refundPart.reversesRefundPartId),
        sql`not exists (
          select 1 from hausbuch.refund_part later
          where later.portfolio_id = ${scope.portfolioId} and later.reverses_refund_part_id = ${refundPart.id}
        )`,
      ),
    )
    .orderBy(asc(refundPart.allocatedAt), asc(refundPart.id));
}

type StandingRefund = typeof refundPart.$inferSelect;

async function reverseRefunds(tx: Tx, scope: Scope, parts: StandingRefund[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.insert(refundPart).values(
    parts.map((part) => ({
      portfolioId: scope.portfolioId,
      refundPaymentId: part.refundPaymentId,
      paymentId: part.paymentId,
      amountCents: -part.amountCents,
      reversesRefundPartId: part.id,
      allocatedAt: scope.now,
    })),
  );
}

/** What of a payment went back to the tenant. */
export async function refundedCents(tx: Tx, scope: Scope, paymentId: string): Promise<number> {
  const parts = await listStandingRefunds(tx, scope, eq(refundPart.paymentId, paymentId));
  return sumCents(parts.map((part) => part.amountCents));
}

/** Takes a refund back: what it had given is credit again. The caller holds the lease. */
export async function undoRefund(tx: Tx, scope: Scope, refundPaymentId: string): Promise<void> {
  const parts = await listStandingRefunds(tx, scope, eq(refundPart.refundPaymentId, refundPaymentId));
  await reverseRefunds(tx, scope, parts);
  for (const part of parts) await changeCredit(tx, scope, part.paymentId, part.amountCents);
}

/**
 * Money that is taken back may have been refunded. Then the refund came out of other money of the lease: its
 * credits, else what last settled a charge, which is open again. The caller holds the lease and has emptied
 * the credit of the payment.
 * @throws DomainError `payment.refunded` when the lease has no other money
 */
export async function moveRefunds(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  paymentId: string,
  happenedOn: Happened,
): Promise<void> {
  const parts = await listStandingRefunds(tx, scope, eq(refundPart.paymentId, paymentId));
  await reverseRefunds(tx, scope, parts);
  for (const { refundPaymentId, amountCents } of parts) {
    const missing = await takeCredits(tx, scope, { leaseId, amountCents, refundPaymentId });
    if (missing === 0) continue;
    const others = tx
      .select({ id: payment.id })
      .from(payment)
      .where(and(within(payment, scope), eq(payment.leaseId, leaseId), ne(payment.id, paymentId)));
    const standing = await listStandingAllocations(tx, scope, sql`${allocation.paymentId} in ${others}`);
    const left = await releaseParts(tx, scope, standing, missing, happenedOn);
    if (left > 0) throw new DomainError('payment.refunded');
    await takeCredits(tx, scope, { leaseId, amountCents: missing, refundPaymentId });
  }
}
