import 'server-only';
import { and, count } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { eraseMatchesOfLeases } from './erase-bank';
import { eraseStatementsOfLeases } from './erase-cost-statement';
import { eraseDebitsOfLeases } from './erase-debit';
import { countHandovers, eraseHandovers } from './erase-handover';
import { eraseLettersOfLeases } from './erase-letter';
import { erasePayoutsOfLeases } from './erase-payout';
import { paymentCount } from './payment-count';
import {
  allocation,
  charge,
  chargeLine,
  credit,
  deposit,
  depositMovement,
  household,
  indexClause,
  lease,
  leaseTenant,
  leaseUnit,
  letter,
  openItem,
  payment,
  refundPart,
  rent,
  rentLine,
} from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** Everything that belongs to a lease and goes with it, in numbers. */
export async function countLeaseRows(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0)
    return { leases: 0, rents: 0, charges: 0, payments: 0, deposits: 0, handovers: 0, letters: 0 };
  type Counted = typeof rent | typeof charge | typeof payment | typeof deposit | typeof letter;
  const countOf = async (rows: Counted) => {
    const [row] = await tx
      .select({ count: rows === payment ? paymentCount : count() })
      .from(rows)
      .where(and(within(rows, scope), isAmong(rows.leaseId, leaseIds)));
    return row?.count ?? 0;
  };
  const [rents, charges, payments, deposits, handovers, letters] = await Promise.all([
    countOf(rent),
    countOf(charge),
    countOf(payment),
    countOf(deposit),
    countHandovers(tx, scope, { leaseIds }),
    countOf(letter),
  ]);
  return { leases: leaseIds.length, rents, charges, payments, deposits, handovers, letters };
}

/**
 * Removes leases with their rents and their ledger, children first. Only `hausbuch_erase` may. A posting
 * that another lease's posting refers to stops it: the foreign key refuses, nothing is half removed.
 */
export async function eraseLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  if (leaseIds.length === 0) return;
  await eraseHandovers(tx, scope, { leaseIds });
  await eraseMatchesOfLeases(tx, scope, leaseIds);
  await eraseLettersOfLeases(tx, scope, leaseIds);
  await eraseDebitsOfLeases(tx, scope, leaseIds);
  await erasePayoutsOfLeases(tx, scope, leaseIds);
  await eraseStatementsOfLeases(tx, scope, leaseIds);
  const ofLeases = (table: typeof charge | typeof payment | typeof rent | typeof deposit) =>
    tx
      .select({ id: table.id })
      .from(table)
      .where(and(within(table, scope), isAmong(table.leaseId, leaseIds)));
  await tx
    .delete(allocation)
    .where(and(within(allocation, scope), isAmong(allocation.paymentId, ofLeases(payment))));
  await tx
    .delete(refundPart)
    .where(and(within(refundPart, scope), isAmong(refundPart.refundPaymentId, ofLeases(payment))));
  await tx
    .delete(depositMovement)
    .where(and(within(depositMovement, scope), isAmong(depositMovement.depositId, ofLeases(deposit))));
  await tx
    .update(charge)
    .set({ carriedFromChargeId: null })
    .where(and(within(charge, scope), isAmong(charge.carriedFromChargeId, ofLeases(charge))));
  for (const table of [openItem, credit]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.leaseId, leaseIds)));
  }
  await tx
    .delete(chargeLine)
    .where(and(within(chargeLine, scope), isAmong(chargeLine.chargeId, ofLeases(charge))));
  await tx.delete(rentLine).where(and(within(rentLine, scope), isAmong(rentLine.rentId, ofLeases(rent))));
  for (const table of [deposit, charge, payment, rent, indexClause, household, leaseTenant, leaseUnit]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.leaseId, leaseIds)));
  }
  await tx.delete(lease).where(and(within(lease, scope), isAmong(lease.id, leaseIds)));
}
