import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { allocation, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { listStandingAllocations } from './allocations';
import { openCredit } from './credits';
import { insertPayment, type Payment } from './payments';
import { takeCredits, undoRefund } from './refunds';
import { insertReversal, unsettle } from './reversals';
import { settleAgain, settleWithPayment } from './settle';

type Replacement = Pick<
  Payment,
  | 'id'
  | 'leaseId'
  | 'paidOn'
  | 'amountCents'
  | 'method'
  | 'payerTenantId'
  | 'bankAccountId'
  | 'reference'
  | 'note'
  | 'transferId'
>;

/**
 * True when this very row has taken the payment's place already; `payment.already_reversed` when something else has,
 * `payment.id_used_differently` when the row says something else.
 */
export async function isReplaced(
  tx: Tx,
  scope: Scope,
  { id, paymentId, ...wanted }: { id: string; paymentId: string } & Partial<Replacement>,
): Promise<boolean> {
  const [later] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.reversesPaymentId, paymentId)));
  if (!later) return false;
  const [replacement] = await tx
    .select()
    .from(payment)
    .where(and(within(payment, scope), eq(payment.id, id)));
  if (replacement?.replacesPaymentId !== paymentId) throw new DomainError('payment.already_reversed');
  if (changesBetween(replacement, wanted)) throw new DomainError('payment.id_used_differently');
  return true;
}

/**
 * Reverses a payment, as if it had never been, and lets another take its place. In the same account that one settles
 * what the old one did as far as it reaches; in another it settles what is open there by law. The caller holds the
 * leases and lets credits settle afterwards.
 */
export async function replacePayment(
  tx: Tx,
  scope: Scope,
  original: Payment,
  next: Replacement,
): Promise<void> {
  const { id, leaseId, paidOn, amountCents, method, payerTenantId, bankAccountId, reference, note } = next;
  const standing = await listStandingAllocations(tx, scope, eq(allocation.paymentId, original.id));
  await insertPayment(tx, scope, {
    id,
    leaseId,
    paidOn,
    amountCents,
    direction: original.direction,
    method,
    payerTenantId,
    bankAccountId,
    reference,
    note,
    transferId: next.transferId,
    replacesPaymentId: original.id,
  });
  await insertReversal(tx, scope, original, { id: crypto.randomUUID(), note: null });
  if (original.direction === 'out') {
    await undoRefund(tx, scope, original.id);
    const missing = await takeCredits(tx, scope, { leaseId, amountCents, refundPaymentId: id });
    if (missing > 0) throw new DomainError('payment.exceeds_credit', { field: 'amountCents' });
    return;
  }
  if (leaseId !== original.leaseId) {
    await unsettle(tx, scope, original);
    await settleWithPayment(tx, scope, { id, leaseId, paidOn, amountCents });
    return;
  }
  // The new money first: what was refunded out of the old can then come out of the new.
  await openCredit(tx, scope, { paymentId: id, leaseId, paidOn, openCents: amountCents });
  await unsettle(tx, scope, original);
  await settleAgain(tx, scope, id, standing);
}
