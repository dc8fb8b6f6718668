import 'server-only';
import { and, eq } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { listStandingAllocations, reverseAllocations } from './allocations';
import { listCarriedCharges, voidCharges } from './corrections';
import { emptyCredit } from './credits';
import { lockLeases } from './lock';
import { insertPayment, listTransferParts, type Payment } from './payments';
import { moveRefunds, type Returned, undoRefund } from './refunds';
import { settleWithCredits } from './settle';

/** The bank's return comes on a day of its own; what was recorded wrongly never was. */
type Reversal = { id: string; note: string | null; returnedOn?: CalendarDate };

/**
 * Reverses a payment and the other parts of its transfer.
 * @returns false when this very reversal is recorded already
 */
export async function takeBack(
  tx: Tx,
  scope: Scope,
  original: Payment,
  reversal: Reversal,
): Promise<boolean> {
  const parts = original.transferId ? await listTransferParts(tx, scope, original.transferId) : [original];
  const carried = original.transferId ? await listCarriedCharges(tx, scope, original.transferId) : [];
  const leaseIds = [...new Set([...parts, ...carried].map((part) => part.leaseId))];
  await lockLeases(tx, scope, leaseIds);
  const ids = parts.map((part) => part.id);
  const earlier = await tx
    .select({ id: payment.id, of: payment.reversesPaymentId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.reversesPaymentId, ids)));
  const reversed = new Map(earlier.map((row) => [row.of, row.id]));
  const before = reversed.get(original.id);
  if (before && before !== reversal.id) throw new DomainError('payment.already_reversed');
  const isNew = await insertReversal(tx, scope, original, reversal);
  if (!isNew) return false;
  for (const part of parts) {
    if (reversed.has(part.id)) continue;
    const id = part.id === original.id ? reversal.id : crypto.randomUUID();
    if (part.id !== original.id) await insertReversal(tx, scope, part, { ...reversal, id });
    await unsettle(tx, scope, part, reversal.returnedOn ? { on: reversal.returnedOn, id } : undefined);
  }
  // What was carried over to another lease is owed here again and there no more.
  await voidCharges(tx, scope, carried, reversal.returnedOn);
  await settleWithCredits(tx, scope, leaseIds, reversal.returnedOn);
  return true;
}

export const insertReversal = (tx: Tx, scope: Scope, original: Payment, reversal: Reversal) =>
  insertPayment(tx, scope, {
    id: reversal.id,
    leaseId: original.leaseId,
    paidOn: reversal.returnedOn ?? original.paidOn,
    amountCents: original.amountCents,
    direction: original.direction === 'in' ? 'out' : 'in',
    method: original.method,
    payerTenantId: original.payerTenantId,
    bankAccountId: original.bankAccountId,
    reference: original.reference,
    note: reversal.note,
    reversesPaymentId: original.id,
    isReturned: reversal.returnedOn !== undefined,
  });

/** What a payment had done to the account is undone; what is then credit settles nothing yet. */
export async function unsettle(tx: Tx, scope: Scope, original: Payment, returned?: Returned): Promise<void> {
  if (original.direction === 'out') {
    await undoRefund(tx, scope, original.id);
    return;
  }
  const standing = await listStandingAllocations(tx, scope, eq(allocation.paymentId, original.id));
  await reverseAllocations(tx, scope, standing, returned?.on);
  await emptyCredit(tx, scope, original.id);
  await moveRefunds(tx, scope, original.leaseId, original.id, returned);
}
