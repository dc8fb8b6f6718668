import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { bankMatch, depositMovement, payoutItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { getDeposit, recordMovement, takeBackMovement } from '../deposit/commands';
import type { BankLine, Posted } from './proof-commands';

/** A repayment of a deposit, or its way to the buyer of the house, that stands in the books: the same money. */
export async function provePaidOut(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  movementId: string,
): Promise<Posted> {
  await lockStanding(tx, scope, movementId, -line.amountCents);
  const [taken] = await tx
    .select({ id: bankMatch.id })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), eq(bankMatch.movementId, movementId)));
  if (taken) throw new DomainError('bank.payment_has_line');
  return { id, kind: 'evidence', movementId, amountCents: line.amountCents };
}

/** Such a repayment came back: it is held again, as if it had not left. */
export async function returnPaidOut(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  movementId: string,
): Promise<Posted> {
  await lockStanding(tx, scope, movementId, line.amountCents);
  await takeBackMovement(tx, scope, { id, movementId });
  return { id, kind: 'return', movementId: id, amountCents: line.amountCents };
}

/** The movement of a deposit with its lease held, so that nobody takes it back meanwhile. */
async function lockStanding(tx: Tx, scope: Scope, movementId: string, amountCents: number) {
  const row = await findMovement(tx, scope, movementId);
  await getDeposit(tx, scope, row.depositId);
  const [reversed] = await tx
    .select({ id: depositMovement.id })
    .from(depositMovement)
    .where(and(within(depositMovement, scope), eq(depositMovement.reversesMovementId, movementId)));
  const isPaidOut =
    (row.kind === 'returned' || row.kind === 'handed_over') && row.reversesMovementId === null;
  if (reversed || !isPaidOut || row.amountCents !== amountCents) {
    throw new DomainError('bank.payment_differs');
  }
}

async function findMovement(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(depositMovement)
    .where(isRow(depositMovement, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/**
 * Takes back that a repayment came back: it left after all, on the day it had. The row that says so takes the place of the one that
 * was reversed, with the line that proves it and the transfer it was ordered by.
 */
export async function unreturnPaidOut(tx: Tx, scope: Scope, reversalId: string): Promise<void> {
  const reversal = await findMovement(tx, scope, reversalId);
  const ofId = reversal.reversesMovementId;
  if (ofId === null) throw new DomainError('not_found');
  const { depositId, kind, bookedOn, amountCents, reason } = await findMovement(tx, scope, ofId);
  const id = crypto.randomUUID();
  await recordMovement(tx, scope, {
    ...{ id, depositId, bookedOn, amountCents, reason },
    kind: kind === 'handed_over' ? kind : 'returned',
    heldUntil: null,
    settlesAccount: false,
  });
  for (const table of [payoutItem, bankMatch]) {
    await tx
      .update(table)
      .set({ movementId: id })
      .where(and(within(table, scope), eq(table.movementId, ofId)));
  }
}
