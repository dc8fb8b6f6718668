import 'server-only';
import { and, between, eq, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { deposit, depositMovement } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { Period } from '@/lib/period';

/** What was kept of deposits in some days for something that never stood on the rent account; what settled it is a payment there. */
export const listKept = (tx: Tx, scope: Scope, period: Period, leaseIds: string[] | null) =>
  tx
    .select({
      leaseId: deposit.leaseId,
      day: depositMovement.bookedOn,
      cents: depositMovement.amountCents,
    })
    .from(depositMovement)
    .innerJoin(deposit, joins(deposit.id, depositMovement.depositId))
    .where(
      and(
        within([depositMovement, deposit], scope),
        eq(depositMovement.kind, 'deduction'),
        isNull(depositMovement.paymentId),
        isNull(depositMovement.reversesMovementId),
        between(depositMovement.bookedOn, period.from, period.to),
        leaseIds === null ? undefined : isAmong(deposit.leaseId, leaseIds),
        sql`not exists (
          select 1 from hausbuch.deposit_movement later
          where later.portfolio_id = ${scope.portfolioId}
            and later.reverses_movement_id = ${depositMovement.id}
        )`,
      ),
    );
