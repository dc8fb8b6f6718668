import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { chargeState } from '../rules';
import { findAccountLeases } from './account-leases';
import { summarise } from './balance';

/** What is open of a lease, oldest due first, and its credit: for the payment dialog. */
export async function listOpenItems(tx: Tx, scope: Scope, leaseId: string) {
  await findAccountLeases(tx, scope, { leaseId });
  const rows = await tx
    .select({
      chargeId: openItem.chargeId,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      note: charge.note,
      carriedKind: charge.carriedKind,
      carriedPeriodFrom: charge.carriedPeriodFrom,
      dueOn: openItem.dueOn,
      owedSince: openItem.owedSince,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .innerJoin(charge, and(eq(charge.portfolioId, openItem.portfolioId), eq(charge.id, openItem.chargeId)))
    .where(
      and(
        eq(openItem.portfolioId, scope.portfolioId),
        eq(charge.portfolioId, scope.portfolioId),
        eq(openItem.leaseId, leaseId),
        gt(openItem.openCents, sql`0`),
      ),
    )
    .orderBy(asc(openItem.dueOn), asc(charge.periodFrom), asc(openItem.chargeId));
  const summary = await summarise(tx, scope, [leaseId], null);
  return {
    items: rows.map((row) => ({ ...row, state: chargeState({ ...row, waived: false }, scope.today) })),
    ...summary,
  };
}
