import 'server-only';
import { and, eq } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { eraseAfterStatements } from './erase-receipt-room';
import {
  costAgreement,
  costStatement,
  costStatementLease,
  heatingPlant,
  heatingYear,
  letter,
} from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** What was agreed and who was sent what: gone with the lease. What the house came to stays, and names nobody. */
export async function eraseStatementsOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  await tx
    .delete(costAgreement)
    .where(and(within(costAgreement, scope), isAmong(costAgreement.leaseId, leaseIds)));
  const told = tx
    .select({ id: costStatementLease.id })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.leaseId, leaseIds)));
  await eraseAfterStatements(tx, scope, told);
  await tx
    .delete(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.leaseId, leaseIds)));
}

/** The sent statements of a property, with what they said to leases that stay, what its contracts say as a rule, its plants. */
export async function eraseStatementsOf(tx: Tx, scope: Scope, propertyId: string): Promise<void> {
  await tx
    .delete(costAgreement)
    .where(and(within(costAgreement, scope), eq(costAgreement.propertyId, propertyId)));
  const plants = tx
    .select({ id: heatingPlant.id })
    .from(heatingPlant)
    .where(and(within(heatingPlant, scope), eq(heatingPlant.propertyId, propertyId)));
  await tx.delete(heatingYear).where(and(within(heatingYear, scope), isAmong(heatingYear.plantId, plants)));
  await tx
    .delete(heatingPlant)
    .where(and(within(heatingPlant, scope), eq(heatingPlant.propertyId, propertyId)));
  const own = tx
    .select({ id: costStatement.id })
    .from(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.propertyId, propertyId)));
  const told = tx
    .select({ id: costStatementLease.id })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.statementId, own)));
  // What was sent to a lease that stays is still its letter.
  await tx
    .update(letter)
    .set({ statementLeaseId: null })
    .where(and(within(letter, scope), isAmong(letter.statementLeaseId, told)));
  await eraseAfterStatements(tx, scope, told);
  await tx
    .delete(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.statementId, own)));
  await tx
    .delete(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.propertyId, propertyId)));
}
