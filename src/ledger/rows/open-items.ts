import 'server-only';
import { and, asc, gt, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { sumCents } from '@/lib/money';

/** What is open of leases, oldest due first. */
export function listOpen(tx: Tx, scope: Scope, leaseIds: string[]) {
  return tx
    .select({
      chargeId: openItem.chargeId,
      leaseId: openItem.leaseId,
      dueOn: openItem.dueOn,
      openCents: openItem.openCents,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      owedSince: openItem.owedSince,
      carriedKind: charge.carriedKind,
      carriedPeriodFrom: charge.carriedPeriodFrom,
    })
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(
      and(
        within([openItem, charge], scope),
        isAmong(openItem.leaseId, leaseIds),
        gt(openItem.openCents, sql`0`),
      ),
    )
    .orderBy(asc(openItem.dueOn), asc(charge.periodFrom), asc(openItem.chargeId));
}

/** What is open of charges, more or less; each may be named several times. */
export async function changeOpen(
  tx: Tx,
  scope: Scope,
  changes: readonly { chargeId: string; byCents: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  const byCharge = Map.groupBy(changes, (change) => change.chargeId);
  const sums = [...byCharge].map(([id, own]) => ({ id, cents: sumCents(own.map((one) => one.byCents)) }));
  await tx.execute(sql`
    update hausbuch.open_item i set open_cents = i.open_cents + change.cents
    from unnest(${sql.param(sums.map((sum) => sum.id))}::uuid[], ${sql.param(sums.map((sum) => sum.cents))}::bigint[])
      as change (id, cents)
    where i.portfolio_id = ${scope.portfolioId} and i.charge_id = change.id`);
}
