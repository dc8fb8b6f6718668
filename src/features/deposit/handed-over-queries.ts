import 'server-only';
import { and, desc, eq, gte, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '@/db/client';
import { bankMatch, deposit, depositMovement } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';

/** What was handed over to buyers since a day in parts of an amount, stands, and no line of the bank proves yet; the latest first. */
export function listUnprovedHandedOver(
  tx: Tx,
  scope: Scope,
  { amountCents, since }: { amountCents: number; since: CalendarDate },
) {
  const reversal = alias(depositMovement, 'reversal');
  const undone = tx
    .select({ one: sql`1` })
    .from(reversal)
    .where(and(within(reversal, scope), eq(reversal.reversesMovementId, depositMovement.id)));
  const proved = tx
    .select({ one: sql`1` })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), eq(bankMatch.movementId, depositMovement.id)));
  return tx
    .select({ movementId: depositMovement.id, leaseId: deposit.leaseId, on: depositMovement.bookedOn })
    .from(depositMovement)
    .innerJoin(deposit, joins(deposit.id, depositMovement.depositId))
    .where(
      and(
        within([depositMovement, deposit], scope),
        eq(depositMovement.kind, 'handed_over'),
        eq(depositMovement.amountCents, amountCents),
        gte(depositMovement.bookedOn, since),
        eq(deposit.form, 'cash'),
        isNull(depositMovement.reversesMovementId),
        notExists(undone),
        notExists(proved),
      ),
    )
    .orderBy(desc(depositMovement.bookedOn), desc(depositMovement.id));
}
