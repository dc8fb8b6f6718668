import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { allocation, credit, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import {
  allocate,
  changeCredit,
  listStandingAllocations,
  lockLeases,
  type StandingAllocation,
  settleWithCredits,
} from '../ledger/commands';
import { insertPayment } from './commands';
import { takeCredits, undoRefund } from './refund-commands';
import type { updatePaymentInput } from './schema';
import { getReversible, insertReversal, listTransferParts, type Payment, unsettle } from './undo-commands';

type Edit = z.output<typeof updatePaymentInput>;

/**
 * Corrects a payment: the recorded one is reversed and a new one takes its place, in one transaction. What it
 * settled it settles again as far as it reaches; what is left pays the oldest due. Of a transfer over several
 * leases every part follows, and the amounts stay: the bank knows only one. The same id again changes nothing.
 */
export async function updatePayment(tx: Tx, scope: Scope, input: Edit) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  const original = await getReversible(tx, scope, input.paymentId);
  if (original.method === 'deposit') throw new DomainError('payment.from_deposit');
  if (original.method === 'opening_credit' || original.method === 'account_transfer')
    throw new DomainError('payment.cannot_edit');
  const parts = original.transferId ? await listTransferParts(tx, scope, original.transferId) : [original];
  await lockLeases(tx, scope, [...new Set(parts.map((part) => part.leaseId))]);
  if (await isEdited(tx, scope, input)) return { id: input.id };
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
    action: 'payment.update',
    entity: 'payment',
    entityId: input.id,
    before: auditedFields(original),
    after: auditedFields(input),
  });
  return { id: input.id };
}

const auditedFields = ({ paidOn, amountCents, method, reference, note }: Edit | Payment) => ({
  paidOn,
  amountCents,
  method,
  reference,
  note,
});

/** True when this very edit is done already; another one of the same payment came first. */
async function isEdited(tx: Tx, scope: Scope, input: Edit): Promise<boolean> {
  const [later] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.portfolioId, scope.portfolioId), eq(payment.reversesPaymentId, input.paymentId)));
  if (!later) return false;
  const [replacement] = await tx
    .select({ replaces: payment.replacesPaymentId })
    .from(payment)
    .where(and(eq(payment.portfolioId, scope.portfolioId), eq(payment.id, input.id)));
  if (replacement?.replaces === input.paymentId) return true;
  throw new DomainError('payment.already_reversed');
}

async function replacePayment(
  tx: Tx,
  scope: Scope,
  original: Payment,
  next: Edit & { transferId: string | null },
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
  await tx.insert(credit).values({
    portfolioId: scope.portfolioId,
    paymentId: id,
    leaseId: original.leaseId,
    paidOn,
    openCents: amountCents,
  });
  await unsettle(tx, scope, original);
  await settleAgain(tx, scope, id, standing);
}

/** The new payment settles what the old one did, the oldest allocation first, as far as its credit reaches. */
export async function settleAgain(
  tx: Tx,
  scope: Scope,
  paymentId: string,
  former: StandingAllocation[],
): Promise<void> {
  if (former.length === 0) return;
  const [rest] = await tx
    .select({ openCents: credit.openCents })
    .from(credit)
    .where(and(eq(credit.portfolioId, scope.portfolioId), eq(credit.paymentId, paymentId)));
  const items = await tx
    .select({ chargeId: openItem.chargeId, openCents: openItem.openCents })
    .from(openItem)
    .where(
      and(
        eq(openItem.portfolioId, scope.portfolioId),
        isAmong(
          openItem.chargeId,
          former.map((part) => part.chargeId),
        ),
      ),
    );
  const open = new Map(items.map((item) => [item.chargeId, item.openCents]));
  let left = rest?.openCents ?? 0;
  for (const part of former.toReversed()) {
    const openCents = open.get(part.chargeId) ?? 0;
    const amountCents = Math.min(part.amountCents, openCents, left);
    if (amountCents === 0) continue;
    const { chargeId, effectiveOn } = part;
    await allocate(tx, scope, [{ paymentId, chargeId, amountCents, effectiveOn: effectiveOn ?? null }]);
    await changeCredit(tx, scope, paymentId, -amountCents);
    open.set(chargeId, openCents - amountCents);
    left -= amountCents;
  }
}
