import 'server-only';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from './among';
import { recordAudit } from './audit';
import type { Tx } from './client';
import { bankLine, bankMatch, bankRule, payment, transaction } from './schema';
import type { Scope } from './scope';
import { isRow } from './versioned';
import { within } from './within';

/** The lines of a bank that prove bookings which somebody takes back wait again, and what they taught is forgotten. */
export async function freeLinesOf(tx: Tx, scope: Scope, transactionIds: string[]): Promise<void> {
  const freed = await tx
    .delete(bankMatch)
    .where(and(within(bankMatch, scope), isAmong(bankMatch.transactionId, transactionIds)))
    .returning({ lineId: bankMatch.lineId });
  await free(
    tx,
    scope,
    freed.map((row) => row.lineId),
  );
}

/** The line of a payment that somebody takes back in the account waits again, with all its parts. */
export async function freeLineOfPayment(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  await freeLineBy(tx, scope, isAmong(bankMatch.paymentId, await listEarlier(tx, scope, paymentId)));
}

/** The line of a repayment of a deposit that somebody takes back waits again. */
export const freeLineOfMovement = (tx: Tx, scope: Scope, movementId: string): Promise<void> =>
  freeLineBy(tx, scope, eq(bankMatch.movementId, movementId));

async function freeLineBy(tx: Tx, scope: Scope, proves: SQL): Promise<void> {
  const [proof] = await tx
    .select({ lineId: bankMatch.lineId })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), proves));
  if (!proof) return;
  await tx.delete(bankMatch).where(and(within(bankMatch, scope), eq(bankMatch.lineId, proof.lineId)));
  await free(tx, scope, [proof.lineId]);
}

/** A payment and those whose place it took when it was corrected or moved: the line names the first. */
async function listEarlier(tx: Tx, scope: Scope, paymentId: string): Promise<string[]> {
  const [row] = await tx
    .select({ replaces: payment.replacesPaymentId })
    .from(payment)
    .where(isRow(payment, scope, paymentId));
  return row?.replaces ? [paymentId, ...(await listEarlier(tx, scope, row.replaces))] : [paymentId];
}

async function free(tx: Tx, scope: Scope, lineIds: string[]): Promise<void> {
  if (lineIds.length === 0) return;
  await letWait(tx, scope, lineIds);
  await tx.delete(bankRule).where(and(within(bankRule, scope), isAmong(bankRule.learnedFromLineId, lineIds)));
  for (const entityId of lineIds) {
    await recordAudit(tx, scope, { action: 'bank_line.reopen', entity: 'bank_line', entityId });
  }
}

/** A line proves the booking that stands in the place of another. */
export async function moveLine(tx: Tx, scope: Scope, fromId: string, toId: string): Promise<void> {
  await tx
    .update(bankMatch)
    .set({ transactionId: toId })
    .where(and(within(bankMatch, scope), eq(bankMatch.transactionId, fromId)));
}

/** As `freeLinesOf`, for what goes with its property, and without what is known of senders for it. Only `hausbuch_erase` may. */
export async function eraseMatchesOfProperty(tx: Tx, scope: Scope, propertyId: string): Promise<void> {
  const transactions = tx
    .select({ id: transaction.id })
    .from(transaction)
    .where(and(within(transaction, scope), eq(transaction.propertyId, propertyId)));
  const freed = await tx
    .delete(bankMatch)
    .where(and(within(bankMatch, scope), isAmong(bankMatch.transactionId, transactions)))
    .returning({ lineId: bankMatch.lineId });
  const lineIds = freed.map((row) => row.lineId);
  await letWait(tx, scope, lineIds);
  await tx
    .delete(bankRule)
    .where(
      and(
        within(bankRule, scope),
        or(eq(bankRule.propertyId, propertyId), isAmong(bankRule.learnedFromLineId, lineIds)),
      ),
    );
}

const letWait = (tx: Tx, scope: Scope, lineIds: string[]) =>
  tx
    .update(bankLine)
    .set({ state: 'waiting', decidedAt: null, version: sql`${bankLine.version} + 1` })
    .where(and(within(bankLine, scope), isAmong(bankLine.id, lineIds)));
