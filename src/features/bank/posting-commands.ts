import 'server-only';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import type { BankMatchKind } from '@/domain/vocabulary';
import {
  getStanding,
  listOpenItems,
  lockLeases,
  recordPayment,
  recordTransfer,
  refundCredit,
  returnPayment,
  returnRefund,
  reversePayment,
  revertReturn,
} from '@/ledger';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { nameDebitPayment } from '../debit/item-queries';
import { bookAs, proveBooking } from './booking-commands';
import { provePaidOut, returnPaidOut } from './movement-commands';
import { settleOrder } from './order-commands';
import { type BankLine, lockPayment, type Posted, paymentFields, prove } from './proof-commands';
import type { acceptLineInput, DecidedPart } from './schema';

type Decision = Pick<z.output<typeof acceptLineInput>, 'id' | 'parts'>;
type PaymentPart = Extract<DecidedPart, { kind: 'payment' }>;

/**
 * Posts a line with the ledger's verbs: a payment, one transfer for several leases, a return, credit paid back; as income or
 * an expense; all that a file asked the bank for; or finds what it proves.
 */
export async function post(tx: Tx, scope: Scope, line: BankLine, { id, parts }: Decision): Promise<Posted[]> {
  const [first] = parts;
  if (first?.kind === 'evidence') return [await prove(tx, scope, line, id, first.paymentId)];
  if (first?.kind === 'return') return [await returnBy(tx, scope, line, id, first.paymentId)];
  if (first?.kind === 'deposit_paid') return [await provePaidOut(tx, scope, line, id, first.movementId)];
  if (first?.kind === 'deposit_returned') return [await returnPaidOut(tx, scope, line, id, first.movementId)];
  if (first?.kind === 'order') return settleOrder(tx, scope, line, id, first);
  if (first?.kind === 'refund') return [await refundBy(tx, scope, line, id, first.leaseId)];
  if (first?.kind === 'booking') return [await bookAs(tx, scope, line, id, first)];
  if (first?.kind === 'booked') return [await proveBooking(tx, scope, line, id, first)];
  return receive(
    tx,
    scope,
    line,
    id,
    parts.filter((part) => part.kind === 'payment'),
  );
}

async function receive(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  parts: readonly PaymentPart[],
): Promise<Posted[]> {
  if (line.amountCents < 0) throw new DomainError('bank.other_direction');
  if (sumCents(parts.map((part) => part.amountCents)) !== line.amountCents) {
    throw new DomainError('bank.parts_sum_differs', { field: 'parts' });
  }
  await refusePaid(tx, scope, parts);
  const shared = { ...paymentFields(line), payerTenantId: null };
  const [only] = parts;
  if (only && parts.length === 1) {
    const { leaseId, amountCents, chargeIds } = only;
    await recordPayment(tx, scope, { ...shared, id, leaseId, amountCents, chargeIds });
    await nameDebitPayment(tx, scope, line.givenReferences.endToEnd, { leaseId, paymentId: id });
    return [{ id, kind: 'payment', paymentId: id, amountCents }];
  }
  const transfer = await recordTransfer(tx, scope, {
    ...shared,
    id,
    leaseIds: parts.map((part) => part.leaseId),
    amountCents: line.amountCents,
    parts: parts.map(({ leaseId, amountCents }) => ({ leaseId, amountCents })),
  });
  for (const [at, paymentId] of transfer.paymentIds.entries()) {
    const leaseId = transfer.parts[at]?.leaseId ?? '';
    await nameDebitPayment(tx, scope, line.givenReferences.endToEnd, { leaseId, paymentId });
  }
  return transfer.paymentIds.map((paymentId, at) => ({
    id: at === 0 ? id : crypto.randomUUID(),
    kind: 'payment',
    paymentId,
    amountCents: transfer.parts[at]?.amountCents ?? 0,
  }));
}

async function refundBy(tx: Tx, scope: Scope, line: BankLine, id: string, leaseId: string): Promise<Posted> {
  if (line.amountCents > 0) throw new DomainError('bank.other_direction');
  const amountCents = -line.amountCents;
  await assertExists(tx, scope, lease, leaseId);
  await refundCredit(tx, scope, { ...paymentFields(line), id, leaseId, amountCents });
  return { id, kind: 'refund', paymentId: id, amountCents: line.amountCents };
}

/** Whoever saw a charge open that has been paid meanwhile, by hand or by another line, looks again before money comes twice. */
async function refusePaid(tx: Tx, scope: Scope, parts: readonly PaymentPart[]): Promise<void> {
  await lockLeases(tx, scope, [...new Set(parts.map((part) => part.leaseId))]);
  for (const { leaseId, chargeIds } of parts) {
    if (chargeIds.length === 0) continue;
    const { items } = await listOpenItems(tx, scope, leaseId);
    const open = new Set(items.map((item) => item.chargeId));
    if (!chargeIds.every((id) => open.has(id))) throw new DomainError('bank.paid_since');
  }
}

async function returnBy(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  paymentId: string,
): Promise<Posted> {
  const paid = await lockPayment(tx, scope, paymentId);
  if (paid.direction === 'out') {
    if (paid.isReversed || paid.amountCents !== line.amountCents)
      throw new DomainError('bank.payment_differs');
    await returnRefund(tx, scope, { id, paymentId, returnedOn: line.bookedOn });
    return { id, kind: 'return', paymentId: id, amountCents: line.amountCents };
  }
  if (line.amountCents > 0) throw new DomainError('bank.other_direction');
  const feeCents = -line.amountCents - paid.transferCents;
  if (paid.isReversed || feeCents < 0) throw new DomainError('bank.payment_differs');
  await returnPayment(tx, scope, {
    id,
    paymentId,
    returnedOn: line.bookedOn,
    feeCents,
    feeChargeId: crypto.randomUUID(),
    note: null,
  });
  return { id, kind: 'return', paymentId: id, amountCents: line.amountCents };
}

/**
 * Takes back what a line was posted as; what it only proved stays. Whoever corrected or moved the payment since changed
 * the same money: the row that took its place goes. What was taken back already is left as it is; what the bank took back is
 * refused, because the money came and went: its return is taken back first.
 */
export async function unpost(tx: Tx, scope: Scope, kind: BankMatchKind, paymentId: string): Promise<void> {
  if (kind === 'evidence') return;
  const posted = await getStanding(tx, scope, paymentId);
  if (posted.reversesPaymentId !== null) return unreturn(tx, scope, posted.reversesPaymentId);
  const standing = await getStanding(tx, scope, posted.latestId);
  if (standing.isReturned) throw new DomainError('bank.returned_since');
  if (standing.isReversed) return;
  await reversePayment(tx, scope, { id: crypto.randomUUID(), paymentId: standing.id, note: null });
}

async function unreturn(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  const returned = await getStanding(tx, scope, paymentId);
  // Somebody has said already that the bank did not take it back.
  if (returned.latestId !== paymentId) return;
  await revertReturn(tx, scope, { id: crypto.randomUUID(), paymentId });
}
