import 'server-only';
import { and, count, eq, isNull, or } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { eraseMatchesOfProperty } from './free-lines';
import { documentLink, recurring, recurringAmount, transaction, transactionShare, unit } from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** What is booked on a property and its units, or in the portfolio: what a person would count, not the rows. */
export async function countBookings(tx: Tx, scope: Scope, propertyId: string | null) {
  const isOf = (table: typeof transaction | typeof recurring) =>
    and(within(table, scope), propertyId === null ? undefined : eq(table.propertyId, propertyId));
  const [[booked], [items]] = await Promise.all([
    tx
      .select({ reversals: count(transaction.reversesTransactionId), all: count() })
      .from(transaction)
      .where(isOf(transaction)),
    tx
      .select({ count: count() })
      .from(recurring)
      .where(and(isOf(recurring), isNull(recurring.voidedAt))),
  ]);
  // Each reversal takes one other row with it.
  return { transactions: (booked?.all ?? 0) - 2 * (booked?.reversals ?? 0), recurring: items?.count ?? 0 };
}

/** Removes what is booked on a property and its units, children first. Only `hausbuch_erase` may. */
export async function eraseBookings(tx: Tx, scope: Scope, propertyId: string): Promise<void> {
  await eraseMatchesOfProperty(tx, scope, propertyId);
  const transactions = tx
    .select({ id: transaction.id })
    .from(transaction)
    .where(and(within(transaction, scope), eq(transaction.propertyId, propertyId)));
  const units = tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId)));
  const items = tx
    .select({ id: recurring.id })
    .from(recurring)
    .where(and(within(recurring, scope), eq(recurring.propertyId, propertyId)));
  await tx
    .delete(transactionShare)
    .where(
      and(
        within(transactionShare, scope),
        or(isAmong(transactionShare.transactionId, transactions), isAmong(transactionShare.unitId, units)),
      ),
    );
  await tx
    .delete(documentLink)
    .where(and(within(documentLink, scope), isAmong(documentLink.transactionId, transactions)));
  await tx.delete(transaction).where(and(within(transaction, scope), eq(transaction.propertyId, propertyId)));
  await tx
    .delete(recurringAmount)
    .where(and(within(recurringAmount, scope), isAmong(recurringAmount.recurringId, items)));
  await tx.delete(recurring).where(and(within(recurring, scope), eq(recurring.propertyId, propertyId)));
}
