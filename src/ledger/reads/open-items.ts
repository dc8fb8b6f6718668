import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { OpenLine } from '../allocation-rules';
import { listOpenLines } from '../rows/lines';
import { chargeState } from '../rules';
import { findAccountLeases } from './account-leases';
import { summarise } from './balance';

/**
 * What is open of a lease, oldest due first, with its open lines, and its credit: what a payment dialog needs to show
 * what an amount will settle.
 */
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
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(
      and(within([openItem, charge], scope), eq(openItem.leaseId, leaseId), gt(openItem.openCents, sql`0`)),
    )
    .orderBy(asc(openItem.dueOn), asc(charge.periodFrom), asc(openItem.chargeId));
  const [lines, summary] = await Promise.all([
    listOpenLines(tx, scope, [leaseId]),
    summarise(tx, scope, [leaseId], null),
  ]);
  const openLines = lines
    .filter((line) => line.openCents > 0)
    .map(
      ({ lineId, chargeId, openCents, dueOn, part, isAdvance, debt }): OpenLine => ({
        lineId,
        chargeId,
        openCents,
        dueOn,
        part,
        isAdvance,
        debt,
      }),
    );
  return {
    items: rows.map((row) => ({
      ...row,
      state: chargeState({ ...row, waived: false }, scope.today),
      lines: openLines.filter((line) => line.chargeId === row.chargeId),
    })),
    ...summary,
  };
}
