import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { bankMatch } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { findCategory } from '../category/queries';
import { getPropertyFields } from '../property/queries';
import { postAhead } from '../recurring/commands';
import { recordTransaction, removeTransaction } from '../transaction/commands';
import { findLastKey, getTransaction } from '../transaction/queries';
import { usualKey } from '../transaction/rules';
import type { BankLine, Posted } from './proof-commands';
import { referenceOf } from './rules';
import type { DecidedPart } from './schema';

type BookingPart = Extract<DecidedPart, { kind: 'booking' }>;
type BookedPart = Extract<DecidedPart, { kind: 'booked' }>;

/**
 * Books a line as income or an expense: its day, amount, account and words are those of the line. Money that came in a
 * category of expenses is a refund: an expense below zero, which takes down what the property and its tenants bear.
 */
export async function bookAs(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  { categoryId, propertyId, unitId, title }: BookingPart,
): Promise<Posted> {
  const category = await findCategory(tx, scope, categoryId);
  const isExpense = line.amountCents < 0 || category?.direction === 'expense';
  const isRefund = isExpense && line.amountCents > 0;
  const lastKey = isRefund ? await findLastKey(tx, scope, { categoryId, propertyId, unitId }) : undefined;
  await recordTransaction(tx, scope, {
    id,
    propertyId,
    unitId,
    bookedOn: line.bookedOn,
    serviceFrom: null,
    serviceTo: null,
    direction: isExpense ? 'expense' : 'income',
    categoryId,
    title: title ?? referenceOf(line.name ?? line.text) ?? '–',
    payee: line.name === null ? null : referenceOf(line.name),
    amountCents: isExpense ? 0 - line.amountCents : line.amountCents,
    vatRateBp: 0,
    labourCents: 0,
    bankAccountId: line.bankAccountId,
    invoiceOn: null,
    invoiceNumber: null,
    // As is usual there; a refund as its bill, so that whoever bore that has it back.
    recoverableKey: lastKey === undefined ? await keyFor(tx, scope, category, propertyId) : lastKey,
    note: referenceOf(line.text),
    splitMethod: null,
    shares: [],
  });
  return { id, kind: 'booking', transactionId: id, amountCents: line.amountCents };
}

/** The key that is usual where the house lies; of a booking for all of them, where the portfolio does. */
async function keyFor(
  tx: Tx,
  scope: Scope,
  category: Awaited<ReturnType<typeof findCategory>>,
  propertyId: string | null,
) {
  if (!category?.isRecoverable) return null;
  const house = propertyId === null ? null : await getPropertyFields(tx, scope, propertyId);
  return usualKey(house?.country ?? scope.jurisdiction, category);
}

/** Income or an expense that stands in the books, or that a recurring item is about to book: the same money. */
export async function proveBooking(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  { bookingId, dueOn }: BookedPart,
): Promise<Posted> {
  const transactionId =
    dueOn === null
      ? bookingId
      : await postAhead(tx, scope, { id, recurringId: bookingId, dueOn, bookedOn: line.bookedOn });
  const booked = await getTransaction(tx, scope, transactionId);
  const ownCents = booked.direction === 'income' ? booked.amountCents : -booked.amountCents;
  if (!booked.isStanding || ownCents !== line.amountCents) throw new DomainError('bank.booking_differs');
  const [taken] = await tx
    .select({ id: bankMatch.id })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), eq(bankMatch.transactionId, transactionId)));
  if (taken) throw new DomainError('bank.booking_has_line');
  return { id, kind: 'evidence', transactionId, amountCents: line.amountCents };
}

/** Takes back what a line was booked as; what it only proved stays, and what somebody took back already is left as it is. */
export async function unbook(tx: Tx, scope: Scope, posted: { kind: string; transactionId: string }) {
  if (posted.kind !== 'booking') return;
  const { transactionId } = posted;
  const { isStanding } = await getTransaction(tx, scope, transactionId);
  if (isStanding) await removeTransaction(tx, scope, { id: crypto.randomUUID(), transactionId });
}
