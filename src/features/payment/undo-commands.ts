import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { allocation, credit, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { listCarriedCharges, voidCharges } from '../charge/commands';
import {
  listStandingAllocations,
  lockLeases,
  postCharges,
  reverseAllocations,
  settleWithCredits,
} from '../ledger/commands';
import { insertPayment } from './commands';
import { moveRefunds, undoRefund } from './refund-commands';
import type { bouncePaymentInput, reversePaymentInput } from './schema';

export type Payment = typeof payment.$inferSelect;
type Reversal = { id: string; note: string | null; paidOn?: string; isBounced?: boolean };

/**
 * Takes a payment back: a reversing row, its allocations reversed, what it had settled open again. Of a transfer
 * over several leases all parts go, since the bank knows only one. The same id again changes nothing; another
 * attempt finds it reversed already.
 */
export async function reversePayment(tx: Tx, scope: Scope, input: z.output<typeof reversePaymentInput>) {
  const original = await getReversible(tx, scope, input.paymentId);
  if (original.method === 'deposit') throw new DomainError('payment.from_deposit');
  const isNew = await takeBack(tx, scope, original, input);
  if (!isNew) return { id: input.id };
  await recordAudit(tx, scope, {
    action: 'payment.reverse',
    entity: 'payment',
    entityId: original.id,
    before: { amountCents: original.amountCents, paidOn: original.paidOn },
  });
  return { id: input.id };
}

/** The bank took a payment back on a day; its fee, if any, becomes a charge of the lease. */
export async function bouncePayment(tx: Tx, asked: Scope, input: z.output<typeof bouncePaymentInput>) {
  const scope: Scope = { ...asked, effectiveOn: input.bouncedOn };
  const original = await getReversible(tx, scope, input.paymentId);
  const cannotBounce =
    original.direction === 'out' ||
    ['opening_credit', 'deposit', 'account_transfer'].includes(original.method);
  if (cannotBounce) throw new DomainError('payment.cannot_bounce');
  if (input.bouncedOn > scope.today) throw new DomainError('payment.in_future', { field: 'bouncedOn' });
  if (input.bouncedOn < original.paidOn) {
    throw new DomainError('payment.bounced_before_paid', { field: 'bouncedOn' });
  }
  const isNew = await takeBack(tx, scope, original, {
    id: input.id,
    note: input.note,
    paidOn: input.bouncedOn,
    isBounced: true,
  });
  if (!isNew) return { id: input.id };
  if (input.feeCents > 0) {
    const posted = await postCharges(tx, scope, [
      {
        id: input.feeChargeId,
        leaseId: original.leaseId,
        kind: 'fee',
        periodFrom: null,
        periodTo: null,
        dueOn: input.bouncedOn,
        basis: { bouncedPaymentId: original.id },
        note: input.note,
        lines: [
          {
            component: 'fee',
            settlement: 'none',
            amountCents: input.feeCents,
            vatRateBp: 0,
            vatCents: 0,
          },
        ],
      },
    ]);
    if (posted.length === 0) throw new DomainError('already_exists');
    await settleWithCredits(tx, scope, [original.leaseId]);
  }
  await recordAudit(tx, scope, {
    action: 'payment.bounce',
    entity: 'payment',
    entityId: original.id,
    before: { amountCents: original.amountCents, paidOn: original.paidOn },
    after: { bouncedOn: input.bouncedOn, feeCents: input.feeCents },
  });
  return { id: input.id };
}

/** A payment that stands for itself. */
export async function getReversible(tx: Tx, scope: Scope, paymentId: string): Promise<Payment> {
  const [original] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.portfolioId, scope.portfolioId), eq(payment.id, paymentId)));
  if (!original) throw new DomainError('not_found');
  if (original.reversesPaymentId) throw new DomainError('payment.is_reversal');
  return original;
}

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
    .where(and(eq(payment.portfolioId, scope.portfolioId), isAmong(payment.reversesPaymentId, ids)));
  const reversed = new Map(earlier.map((row) => [row.of, row.id]));
  const before = reversed.get(original.id);
  if (before && before !== reversal.id) throw new DomainError('payment.already_reversed');
  const isNew = await insertReversal(tx, scope, original, reversal);
  if (!isNew) return false;
  for (const part of parts) {
    if (reversed.has(part.id)) continue;
    if (part.id !== original.id) {
      await insertReversal(tx, scope, part, { ...reversal, id: crypto.randomUUID() });
    }
    await unsettle(tx, scope, part);
  }
  // What was carried over to another lease is owed here again and there no more.
  await voidCharges(tx, scope, carried);
  await settleWithCredits(tx, scope, leaseIds);
  return true;
}

/** The payments one transfer was split into. */
export const listTransferParts = (tx: Tx, scope: Scope, transferId: string): Promise<Payment[]> =>
  tx
    .select()
    .from(payment)
    .where(and(eq(payment.portfolioId, scope.portfolioId), eq(payment.transferId, transferId)));

export const insertReversal = (tx: Tx, scope: Scope, original: Payment, reversal: Reversal) =>
  insertPayment(tx, scope, {
    id: reversal.id,
    leaseId: original.leaseId,
    paidOn: reversal.paidOn ?? original.paidOn,
    amountCents: original.amountCents,
    direction: original.direction === 'in' ? 'out' : 'in',
    method: original.method,
    payerTenantId: original.payerTenantId,
    bankAccountId: original.bankAccountId,
    reference: original.reference,
    note: reversal.note,
    reversesPaymentId: original.id,
    isBounced: reversal.isBounced ?? false,
  });

/** What a payment had done to the account is undone; what is then credit settles nothing yet. */
export async function unsettle(tx: Tx, scope: Scope, original: Payment): Promise<void> {
  if (original.direction === 'out') {
    await undoRefund(tx, scope, original.id);
    return;
  }
  const standing = await listStandingAllocations(tx, scope, eq(allocation.paymentId, original.id));
  await reverseAllocations(tx, scope, standing);
  await tx
    .update(credit)
    .set({ openCents: 0 })
    .where(and(eq(credit.portfolioId, scope.portfolioId), eq(credit.paymentId, original.id)));
  await moveRefunds(tx, scope, original.leaseId, original.id);
}
