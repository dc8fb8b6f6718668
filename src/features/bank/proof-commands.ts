import 'server-only';
import type { Tx } from '@/db/client';
import type { bankLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import type { BankMatchKind } from '@/domain/vocabulary';
import { getStanding, listProved, lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { nameDebitPayment } from '../debit/item-queries';
import { referenceOf } from './rules';

export type BankLine = typeof bankLine.$inferSelect;

/** What of a line stands in the ledger; the first has the id of the decision. */
export type Posted = {
  id: string;
  kind: BankMatchKind;
  paymentId?: string;
  transactionId?: string;
  movementId?: string;
  amountCents: number;
};

export const paymentFields = (line: BankLine) => ({
  paidOn: line.bookedOn,
  method: line.kind === 'direct_debit' ? ('direct_debit' as const) : ('transfer' as const),
  bankAccountId: line.bankAccountId,
  reference: referenceOf(line.text),
  note: null,
});

/** The payment somebody typed in before the file came: the same money, so nothing is paid a second time. */
export async function prove(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  paymentId: string,
): Promise<Posted> {
  const paid = await lockPayment(tx, scope, paymentId);
  return proveAs(tx, scope, { line, id, paymentId, amountCents: line.amountCents, paid });
}

type Proof = {
  line: BankLine;
  id: string;
  paymentId: string;
  amountCents: number;
  paid: Awaited<ReturnType<typeof getStanding>>;
};

/** The same of a part of a line, for a payment that is held. */
export async function proveAs(
  tx: Tx,
  scope: Scope,
  { line, id, paymentId, amountCents, paid }: Proof,
): Promise<Posted> {
  const ownCents = paid.direction === 'in' ? paid.amountCents : -paid.amountCents;
  if (paid.isReversed || ownCents !== amountCents) throw new DomainError('bank.payment_differs');
  if ((await listProved(tx, scope, [paymentId])).size > 0) throw new DomainError('bank.payment_has_line');
  const { leaseId } = paid;
  await nameDebitPayment(tx, scope, line.givenReferences.endToEnd, { leaseId, paymentId });
  return { id, kind: 'evidence', paymentId, amountCents };
}

/** A payment with its lease held, so that nobody takes it back meanwhile. */
export async function lockPayment(tx: Tx, scope: Scope, paymentId: string) {
  const { leaseId } = await getStanding(tx, scope, paymentId);
  await lockLeases(tx, scope, [leaseId]);
  return getStanding(tx, scope, paymentId);
}
