import 'server-only';
import { and, asc, count, eq, or } from 'drizzle-orm';
import { withoutName } from '@/lib/without-name';
import { isAmong } from './among';
import type { Tx } from './client';
import { eraseAfterStatements } from './erase-receipt-room';
import { exactly } from './exactly';
import {
  costAgreement,
  costSharing,
  costStatement,
  costStatementLease,
  heatingPlant,
  heatingYear,
  letter,
  objection,
} from './schema';
import type { SharedPeriod } from './schema/cost-sharing';
import type { Scope } from './scope';
import { isRow, nextVersion } from './versioned';
import { within } from './within';

/** Objections that go with leases, or with the statements of a property, whoever raised them. */
export async function countObjections(
  tx: Tx,
  scope: Scope,
  { leaseIds, propertyId }: { leaseIds: string[]; propertyId?: string },
): Promise<number> {
  const told = tx
    .select({ id: costStatementLease.id })
    .from(costStatementLease)
    .where(
      and(
        within(costStatementLease, scope),
        or(
          isAmong(costStatementLease.leaseId, leaseIds),
          propertyId === undefined
            ? undefined
            : isAmong(costStatementLease.statementId, statementsOf(tx, scope, propertyId)),
        ),
      ),
    );
  const [row] = await tx
    .select({ count: count() })
    .from(objection)
    .where(and(within(objection, scope), isAmong(objection.statementLeaseId, told)));
  return row?.count ?? 0;
}

/** The statements of a property that were sent, each version, and its heating plants. */
export async function countStatementsOf(tx: Tx, scope: Scope, propertyId: string) {
  const [[statements], [plants]] = await Promise.all([
    tx
      .select({ count: count() })
      .from(costStatement)
      .where(and(within(costStatement, scope), eq(costStatement.propertyId, propertyId))),
    tx
      .select({ count: count() })
      .from(heatingPlant)
      .where(and(within(heatingPlant, scope), eq(heatingPlant.propertyId, propertyId))),
  ]);
  return { statements: statements?.count ?? 0, plants: plants?.count ?? 0 };
}

const statementsOf = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: costStatement.id })
    .from(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.propertyId, propertyId)));

/** What was agreed and who was sent what: gone with the lease. What the house came to stays, and names nobody. */
export async function eraseStatementsOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  await tx
    .delete(costAgreement)
    .where(and(within(costAgreement, scope), isAmong(costAgreement.leaseId, leaseIds)));
  await eraseByHand(tx, scope, leaseIds);
  const told = tx
    .select({ id: costStatementLease.id })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.leaseId, leaseIds)));
  await eraseAfterStatements(tx, scope, told);
  await tx
    .delete(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.leaseId, leaseIds)));
}

/** What was set by hand for a lease, and the reason for it, which may name somebody. */
async function eraseByHand(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  const rows = await tx
    .select({ id: costSharing.id, costs: costSharing.costs })
    .from(costSharing)
    .where(within(costSharing, scope))
    .orderBy(asc(costSharing.id))
    // Written back whole: what somebody says at the same moment waits, or would be lost.
    .for('update');
  const isOf = (period: SharedPeriod) =>
    period.byHand?.amounts.some(({ leaseId }) => leaseIds.includes(leaseId)) ?? false;
  for (const { id, costs } of rows) {
    if (!costs.some(({ periods }) => periods.some(isOf))) continue;
    await tx
      .update(costSharing)
      .set({
        costs: costs.map((cost) => ({
          ...cost,
          periods: cost.periods.map((period) => (isOf(period) ? { ...period, byHand: null } : period)),
        })),
        // A form that is open still would write it back.
        ...nextVersion(costSharing, scope),
      })
      .where(isRow(costSharing, scope, id));
  }
}

/** The sent statements of a property, with what they said to leases that stay, what its contracts say as a rule, its plants. */
export async function eraseStatementsOf(tx: Tx, scope: Scope, propertyId: string): Promise<void> {
  await tx
    .delete(costAgreement)
    .where(and(within(costAgreement, scope), eq(costAgreement.propertyId, propertyId)));
  await tx.delete(costSharing).where(and(within(costSharing, scope), eq(costSharing.propertyId, propertyId)));
  const plants = tx
    .select({ id: heatingPlant.id })
    .from(heatingPlant)
    .where(and(within(heatingPlant, scope), eq(heatingPlant.propertyId, propertyId)));
  await tx.delete(heatingYear).where(and(within(heatingYear, scope), isAmong(heatingYear.plantId, plants)));
  await tx
    .delete(heatingPlant)
    .where(and(within(heatingPlant, scope), eq(heatingPlant.propertyId, propertyId)));
  const own = statementsOf(tx, scope, propertyId);
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

/**
 * What was said against a statement of a lease that others go on with is theirs, too, whoever wrote it: it stays for the claims
 * of both sides (Art. 17 (3) (e) GDPR), without the full name of whoever is deleted.
 */
export async function forgetNameInObjections(
  tx: Tx,
  scope: Scope,
  { keptIds, name, others }: { keptIds: string[]; name: string; others: string[] },
): Promise<void> {
  if (keptIds.length === 0) return;
  const told = tx
    .select({ id: costStatementLease.id })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.leaseId, keptIds)));
  const rows = await tx
    .select({ id: objection.id, text: objection.text, answer: objection.answer })
    .from(objection)
    .where(and(within(objection, scope), isAmong(objection.statementLeaseId, told)))
    .orderBy(asc(objection.id))
    .for('update');
  for (const { id, text, answer } of rows) {
    const said = {
      text: withoutName(text, name, others),
      answer: answer === null ? null : withoutName(answer, name, others),
    };
    if (said.text === text && said.answer === answer) continue;
    await tx
      .update(objection)
      .set({ ...exactly(objection, said), ...nextVersion(objection, scope) })
      .where(isRow(objection, scope, id));
  }
}
