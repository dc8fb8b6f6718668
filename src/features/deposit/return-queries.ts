import 'server-only';
import { and, asc, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { deposit, depositMovement, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addMonths } from '@/lib/calendar';

/**
 * Deposits of the leases that are asked for of which something is held as of today and not held back, with what that is in cents;
 * those whose lease ended first come first.
 */
export function listReturnable(tx: Tx, scope: Scope, asked: SQL | undefined, limit: number) {
  const cents = sql<number>`sum(case
    when ${depositMovement.kind} in ('received', 'interest', 'moved_in') then ${depositMovement.amountCents}
    when ${depositMovement.kind} = 'hold_back' and ${depositMovement.heldUntil} < ${scope.today}::date then 0
    else -${depositMovement.amountCents} end)`.mapWith(Number);
  return tx
    .select({
      depositId: deposit.id,
      leaseId: deposit.leaseId,
      form: deposit.form,
      returnDueOn: deposit.returnDueOn,
      endsOn: lease.endsOn,
      cents,
    })
    .from(deposit)
    .innerJoin(lease, joins(lease.id, deposit.leaseId))
    .innerJoin(depositMovement, joins(depositMovement.depositId, deposit.id))
    .where(
      and(
        within([deposit, lease, depositMovement], scope),
        isNull(lease.voidedAt),
        asked,
        lte(depositMovement.bookedOn, scope.today),
      ),
    )
    .groupBy(deposit.id, deposit.leaseId, deposit.form, deposit.returnDueOn, lease.endsOn)
    .having(sql`${cents} > 0`)
    .orderBy(asc(lease.endsOn), asc(deposit.id))
    .limit(limit);
}

/** What somebody may claim lapses three years after the end of its year (§§ 195, 199 BGB): nothing older is told of. */
const TOLD_MONTHS = 48;

/**
 * Deposits that are still held though their lease has ended, as long as the tenant may claim them. One with a day of return comes
 * with that day, and not before; what is held back comes when its day is over.
 */
export async function listUnreturned(tx: Tx, scope: Scope, limit: number) {
  const rows = await listReturnable(
    tx,
    scope,
    and(
      lt(lease.endsOn, scope.today),
      gte(lease.endsOn, addMonths(scope.today, -TOLD_MONTHS)),
      sql`(${deposit.returnDueOn} is null or ${deposit.returnDueOn} <= ${scope.today}::date)`,
    ),
    limit,
  );
  return rows.map(({ endsOn, ...row }) => ({ ...row, endsOn: endsOn ?? scope.today }));
}
