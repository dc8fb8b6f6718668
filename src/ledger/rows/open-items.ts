import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';

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
    .innerJoin(charge, and(eq(charge.portfolioId, openItem.portfolioId), eq(charge.id, openItem.chargeId)))
    .where(
      and(
        eq(openItem.portfolioId, scope.portfolioId),
        eq(charge.portfolioId, scope.portfolioId),
        isAmong(openItem.leaseId, leaseIds),
        gt(openItem.openCents, sql`0`),
      ),
    )
    .orderBy(asc(openItem.dueOn), asc(charge.periodFrom), asc(openItem.chargeId));
}

/** What is open of a charge, more or less. */
export async function changeOpen(tx: Tx, scope: Scope, chargeId: string, byCents: number): Promise<void> {
  await tx
    .update(openItem)
    .set({ openCents: sql`${openItem.openCents} + ${byCents}` })
    .where(and(eq(openItem.portfolioId, scope.portfolioId), eq(openItem.chargeId, chargeId)));
}
