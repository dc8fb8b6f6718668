import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { allocation, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import type { correctPaymentInput } from '../inputs';
import { listStandingAllocations } from '../rows/allocations';
import { openCredit } from '../rows/credits';
import { lockLeases } from '../rows/lock';
import { getReversible, insertPayment, listTransferParts, type Payment } from '../rows/payments';
import { takeCredits, undoRefund } from '../rows/refunds';
import { insertReversal, unsettle } from '../rows/reversals';
import { settleAgain, settleWithCredits } from '../rows/settle';

type Correction = z.output<typeof correctPaymentInput>;

/**
 * Corrects a payment: the recorded one is reversed and a new one takes its place, in one transaction. What it
 * settled it settles again as far as it reaches; what is left pays the oldest due. Of a transfer over several
 * leases every part follows, and the amounts stay: the bank knows only one. The same id again changes nothing.
 */
export async function correctPayment(tx: Tx, scope: Scope, input: Correction) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  const original = await getReversible(tx, scope, input.paymentId);
  const { undoneWith, isMoney } = paymentTraits[original.method];
  if (undoneWith === 'deposit') throw new DomainError('payment.from_deposit');
  if (!isMoney) throw new DomainError('payment.cannot_correct');
  const parts = original.transferId ? await listTransferParts(tx, scope, original.transferId) : [original];
  await lockLeases(tx, scope, [...new Set(parts.map((part) => part.leaseId))]);
  if (await isCorrected(tx, scope, input)) return { id: input.id };
  const isSplit = parts.length > 1;
  if (isSplit && input.amountCents !== original.amountCents) {
    throw new DomainError('payment.part_of_transfer', { field: 'amountCents' });
  }
  const transferId = original.transferId === null ? null : crypto.randomUUID();
  for (const part of parts) {
    const isThis = part.id === original.id;
    await replacePayment(tx, scope, part, {
      ...input,
      id: isThis ? input.id : crypto.randomUUID(),
      amountCents: isThis ? input.amountCents : part.amountCents,
      transferId,
    });
  }
  await settleWithCredits(tx, scope, [...new Set(parts.map((part) => part.leaseId))]);
  await recordAudit(tx, scope, {
    action: 'payment.correct',
    entity: 'payment',
    entityId: input.id,
    before: auditedFields(original),
    after: auditedFields(input),
  });
  return { id: input.id };
}

const auditedFields = ({ paidOn, amountCents, method, reference, note }: Correction | Payment) => ({
  paidOn,
  amountCents,
  method,
  reference,
  note,
});

/** True when this very correction is done already; another one of the same payment came first. */
async function isCorrected(tx: Tx, scope: Scope, input: Correction): Promise<boolean> {
  const [later] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.reversesPaymentId, input.paymentId)));
  if (!later) return false;
  const [replacement] = await tx
    .select({ replaces: payment.replacesPaymentId })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.id, input.id)));
  if (replacement?.replaces === input.paymentId) return true;
  throw new DomainError('payment.already_reversed');
}

async function replacePayment(
  tx: Tx,
  scope: Scope,
  original: Payment,
  next: Correction & { transferId: string | null },
): Promise<void> {
  const { id, paidOn, amountCents, method, payerTenantId, bankAccountId, reference, note, transferId } = next;
  const standing = await listStandingAllocations(tx, scope, eq(allocation.paymentId, original.id));
  await insertPayment(tx, scope, {
    id,
    leaseId: original.leaseId,
    paidOn,
    amountCents,
    direction: original.direction,
    method,
    payerTenantId,
    bankAccountId,
    reference,
    note,
    transferId,
    replacesPaymentId: original.id,
  });
  await insertReversal(tx, scope, original, { id: crypto.randomUUID(), note: null });
  if (original.direction === 'out') {
    await undoRefund(tx, scope, original.id);
    const missing = await takeCredits(tx, scope, {
      leaseId: original.leaseId,
      amountCents,
      refundPaymentId: id,
    });
    if (missing > 0) throw new DomainError('payment.exceeds_credit', { field: 'amountCents' });
    return;
  }
  // The new money first: what was refunded out of the old can then come out of the new.
  await openCredit(tx, scope, { paymentId: id, leaseId: original.leaseId, paidOn, openCents: amountCents });
  await unsettle(tx, scope, original);
  await settleAgain(tx, scope, id, standing);
}
