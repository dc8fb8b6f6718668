import 'server-only';
import { and, desc, eq, gte, notExists, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { isHandedOver } from '@/db/handed-over';
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
        isHandedOver(tx, scope),
        eq(depositMovement.amountCents, amountCents),
        gte(depositMovement.bookedOn, since),
        eq(deposit.form, 'cash'),
        notExists(proved),
      ),
    )
    .orderBy(desc(depositMovement.bookedOn), desc(depositMovement.id));
}
