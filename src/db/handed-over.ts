import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from './client';
import { depositMovement } from './schema';
import type { Scope } from './scope';
import { within } from './within';

const reversal = alias(depositMovement, 'reversal');

/** Condition on a movement of a deposit: it was handed over to the buyer of the house, and that was not taken back. */
export function isHandedOver(tx: Tx, scope: Scope): SQL | undefined {
  const undone = tx
    .select({ one: sql`1` })
    .from(reversal)
    .where(and(within(reversal, scope), eq(reversal.reversesMovementId, depositMovement.id)));
  return and(
    eq(depositMovement.kind, 'handed_over'),
    isNull(depositMovement.reversesMovementId),
    notExists(undone),
  );
}
