import 'server-only';
import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, costStatement, costStatementLease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

/**
 * The rents of leases whose advances are in the result of a statement: their period is settled, and what that put on the
 * account stands. The result counts what was paid of them; whatever became of them besides would be asked for or given
 * back twice.
 */
export async function listSettledRents(
  tx: Tx,
  scope: Scope,
  leaseIds: readonly string[],
): Promise<Set<string>> {
  const { portfolioId } = scope;
  // Taken off: a back-payment that was voided or waived in full, a credit that was taken back. What a later version took off
  // is settled all the same; and what such a version posted nothing for stands by what was posted before it.
  const stands = sql`not exists (select 1 from hausbuch.open_item i where i.portfolio_id = ${portfolioId}
      and i.charge_id = ${costStatementLease.id} and i.total_cents = 0
      and exists (select 1 from hausbuch.charge k where k.portfolio_id = ${portfolioId}
        and k.corrects_charge_id = i.charge_id and k.correction_reason <> 'correction'))
    and not exists (select 1 from hausbuch.payment p where p.portfolio_id = ${portfolioId}
      and p.reverses_payment_id = ${costStatementLease.id})
    and (${costStatement.version} = 1 or ${costStatementLease.postedCents} > 0
      or exists (select 1 from hausbuch.payment p where p.portfolio_id = ${portfolioId}
        and p.id = ${costStatementLease.id}))`;
  const rows = await tx
    .select({ id: charge.id })
    .from(costStatementLease)
    .innerJoin(costStatement, joins(costStatement.id, costStatementLease.statementId))
    .innerJoin(
      charge,
      and(
        joins(charge.leaseId, costStatementLease.leaseId),
        lte(costStatement.periodFrom, charge.periodFrom),
        gte(costStatement.periodTo, charge.periodFrom),
      ),
    )
    .where(
      and(
        within([costStatementLease, costStatement, charge], scope),
        isAmong(costStatementLease.leaseId, [...leaseIds]),
        eq(charge.kind, 'rent'),
        stands,
      ),
    );
  return new Set(rows.map((row) => row.id));
}
