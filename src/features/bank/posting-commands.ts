import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { type bankLine, bankMatch, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { BankMatchKind } from '@/domain/vocabulary';
import {
  getStanding,
  listOpenItems,
  lockLeases,
  recordPayment,
  recordTransfer,
  refundCredit,
  returnPayment,
  reversePayment,
  revertReturn,
} from '@/ledger';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { nameDebitPayment } from '../debit/item-queries';
import { bookAs, proveBooking } from './booking-commands';
import { referenceOf } from './rules';
import type { acceptLineInput, DecidedPart } from './schema';

export type BankLine = typeof bankLine.$inferSelect;

/** What of a line stands in the ledger; the first has the id of the decision. */
export type Posted = {
  id: string;
  kind: BankMatchKind;
  paymentId?: string;
  transactionId?: string;
  amountCents: number;
};

type Decision = Pick<z.output<typeof acceptLineInput>, 'id' | 'parts'>;
type PaymentPart = Extract<DecidedPart, { kind: 'payment' }>;

/**
 * Posts a line with the ledger's verbs: a payment, one transfer for several leases, a return, credit paid back; as income or
 * an expense; or finds what it proves.
 */
export async function post(tx: Tx, scope: Scope, line: BankLine, { id, parts }: Decision): Promise<Posted[]> {
  const [first] = parts;
  if (first?.kind === 'evidence') return [await prove(tx, scope, line, id, first.paymentId)];
  if (first?.kind === 'return') return [await returnBy(tx, scope, line, id, first.paymentId)];
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

const paymentFields = (line: BankLine) => ({
  paidOn: line.bookedOn,
  method: line.kind === 'direct_debit' ? ('direct_debit' as const) : ('transfer' as const),
  bankAccountId: line.bankAccountId,
  reference: referenceOf(line.text),
  note: null,
});

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

/** The payment somebody typed in before the file came: the same money, so nothing is paid a second time. */
async function prove(tx: Tx, scope: Scope, line: BankLine, id: string, paymentId: string): Promise<Posted> {
  const paid = await lockPayment(tx, scope, paymentId);
  const ownCents = paid.direction === 'in' ? paid.amountCents : -paid.amountCents;
  if (paid.isReversed || ownCents !== line.amountCents) throw new DomainError('bank.payment_differs');
  const [taken] = await tx
    .select({ id: bankMatch.id })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), eq(bankMatch.paymentId, paymentId)));
  if (taken) throw new DomainError('bank.payment_has_line');
  const { leaseId } = paid;
  await nameDebitPayment(tx, scope, line.givenReferences.endToEnd, { leaseId, paymentId });
  return { id, kind: 'evidence', paymentId, amountCents: line.amountCents };
}

async function returnBy(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  paymentId: string,
): Promise<Posted> {
  const paid = await lockPayment(tx, scope, paymentId);
  if (line.amountCents > 0) throw new DomainError('bank.other_direction');
  const feeCents = -line.amountCents - paid.transferCents;
  if (paid.isReversed || paid.direction === 'out' || feeCents < 0)
    throw new DomainError('bank.payment_differs');
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

/** A payment with its lease held, so that nobody takes it back meanwhile. */
async function lockPayment(tx: Tx, scope: Scope, paymentId: string) {
  const { leaseId } = await getStanding(tx, scope, paymentId);
  await lockLeases(tx, scope, [leaseId]);
  return getStanding(tx, scope, paymentId);
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
