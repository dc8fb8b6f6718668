import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { allocation, charge, credit, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { allocate, listOpen, lockLeases, postedBy } from '../ledger/commands';
import { allocatePayment } from '../ledger/rules';
import type { recordPaymentInput } from './schema';

/**
 * Records money received and settles what is open: the stated purpose first, then costs and interest that are
 * due, then the oldest due; the rest stays as credit. The same id again changes nothing.
 */
export async function recordPayment(tx: Tx, scope: Scope, input: z.output<typeof recordPaymentInput>) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  await lockLeases(tx, scope, [input.leaseId]);
  const { chargeIds, ...fields } = input;
  await assertChargesOfLease(tx, scope, input.leaseId, chargeIds);
  const isNew = await insertPayment(tx, scope, { ...fields, direction: 'in' });
  if (!isNew) return describePayment(tx, scope, input.id);
  await settleWithPayment(tx, scope, input, chargeIds);
  await recordAudit(tx, scope, {
    action: 'payment.record',
    entity: 'payment',
    entityId: input.id,
    after: { leaseId: input.leaseId, paidOn: input.paidOn, amountCents: input.amountCents },
  });
  return describePayment(tx, scope, input.id);
}

/** Settles what is open with a payment that was just inserted; the rest is its credit. */
export async function settleWithPayment(
  tx: Tx,
  scope: Scope,
  row: { id: string; leaseId: string; paidOn: string; amountCents: number },
  purpose: string[] = [],
): Promise<void> {
  const { allocations, creditCents } = allocatePayment({
    amountCents: row.amountCents,
    openItems: await listOpen(tx, scope, [row.leaseId]),
    purpose,
    paidOn: row.paidOn,
  });
  await tx.insert(credit).values({
    portfolioId: scope.portfolioId,
    paymentId: row.id,
    leaseId: row.leaseId,
    paidOn: row.paidOn,
    openCents: creditCents,
  });
  await allocate(
    tx,
    scope,
    allocations.map((part) => ({ paymentId: row.id, ...part })),
  );
}

/** A stated purpose names charges of this lease; another's, or nobody's, is not found. */
export async function assertChargesOfLease(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  chargeIds: string[],
  field = 'chargeIds',
): Promise<void> {
  if (chargeIds.length === 0) return;
  const known = await tx
    .select({ id: charge.id })
    .from(charge)
    .where(
      and(
        eq(charge.portfolioId, scope.portfolioId),
        eq(charge.leaseId, leaseId),
        isAmong(charge.id, chargeIds),
      ),
    );
  if (known.length !== new Set(chargeIds).size) throw new DomainError('not_found', { field });
}

/**
 * A tenant's credit from before the program kept the account. It settles the first charges like any
 * overpayment; it is no money received.
 */
export async function postOpeningCredit(
  tx: Tx,
  scope: Scope,
  opening: { leaseId: string; on: string; amountCents: number },
): Promise<void> {
  const id = crypto.randomUUID();
  await tx.insert(payment).values({
    portfolioId: scope.portfolioId,
    id,
    leaseId: opening.leaseId,
    paidOn: opening.on,
    amountCents: opening.amountCents,
    direction: 'in',
    method: 'opening_credit',
    recordedBy: postedBy(scope),
    recordedAt: scope.now,
  });
  await tx.insert(credit).values({
    portfolioId: scope.portfolioId,
    paymentId: id,
    leaseId: opening.leaseId,
    paidOn: opening.on,
    openCents: opening.amountCents,
  });
}

type PaymentRow = typeof payment.$inferInsert;

/** @returns false when this very payment is recorded already */
export async function insertPayment(
  tx: Tx,
  scope: Scope,
  row: Omit<PaymentRow, 'portfolioId' | 'recordedBy' | 'recordedAt'> & { id: string },
): Promise<boolean> {
  const inserted = await tx
    .insert(payment)
    .values({
      ...row,
      portfolioId: scope.portfolioId,
      recordedBy: postedBy(scope),
      recordedAt: scope.now,
    })
    .onConflictDoNothing({ target: [payment.portfolioId, payment.id] })
    .returning({ id: payment.id });
  if (inserted.length > 0) return true;
  const [existing] = await tx
    .select({
      leaseId: payment.leaseId,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      direction: payment.direction,
      reversesPaymentId: payment.reversesPaymentId,
      isBounced: payment.isBounced,
    })
    .from(payment)
    .where(and(eq(payment.portfolioId, scope.portfolioId), eq(payment.id, row.id)));
  const isSame =
    existing &&
    existing.leaseId === row.leaseId &&
    existing.paidOn === row.paidOn &&
    existing.amountCents === row.amountCents &&
    existing.direction === row.direction &&
    existing.reversesPaymentId === (row.reversesPaymentId ?? null) &&
    existing.isBounced === (row.isBounced ?? false);
  if (!isSame) throw new DomainError('payment.id_used_differently');
  return false;
}

/** What became of a payment: the charges it settles and what is left as credit. */
export async function describePayment(tx: Tx, scope: Scope, paymentId: string) {
  const allocations = await tx
    .select({
      chargeId: allocation.chargeId,
      amountCents: sql<string>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(allocation)
    .where(and(eq(allocation.portfolioId, scope.portfolioId), eq(allocation.paymentId, paymentId)))
    .groupBy(allocation.chargeId)
    .having(sql`sum(${allocation.amountCents}) <> 0`);
  const [rest] = await tx
    .select({ openCents: credit.openCents })
    .from(credit)
    .where(and(eq(credit.portfolioId, scope.portfolioId), eq(credit.paymentId, paymentId)));
  return { id: paymentId, allocations, creditCents: rest?.openCents ?? 0 };
}
