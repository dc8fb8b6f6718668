import 'server-only';
import { and, asc, count, countDistinct, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, credit, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { compareDates } from '@/lib/calendar';
import { isOverdue, openSums, rentKinds } from './figures';

/** What is overdue in all: cents, items, and of how many leases. */
export async function sumOverdue(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({
      cents: openSums(scope.today).openCents,
      count: count(),
      leases: countDistinct(openItem.leaseId),
    })
    .from(openItem)
    .where(and(within(openItem, scope), isOverdue(scope.today)));
  return row ?? { cents: 0, count: 0, leases: 0 };
}

/** What was paid and settles nothing yet; reads what is left and never the payments. */
export async function sumCredit(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({
      cents: sql<number>`coalesce(sum(${credit.openCents}), 0)`.mapWith(Number),
      leases: countDistinct(credit.leaseId),
    })
    .from(credit)
    // The literal 0 is what lets Postgres use the partial index.
    .where(and(within(credit, scope), gt(credit.openCents, sql`0`)));
  return row ?? { cents: 0, leases: 0 };
}

/**
 * The oldest overdue items, with the day they are owed since. Those carried over from another lease are as old as they
 * were there; they are few and looked for apart, so that the index of due days finds the others.
 */
export async function listOldestOverdue(tx: Tx, scope: Scope, limit: number) {
  const find = (also: SQL | undefined, by: typeof openItem.dueOn | typeof openItem.owedSince) =>
    tx
      .select({
        chargeId: openItem.chargeId,
        leaseId: openItem.leaseId,
        kind: charge.kind,
        periodFrom: charge.periodFrom,
        dueOn: openItem.owedSince,
        totalCents: openItem.totalCents,
        openCents: openItem.openCents,
      })
      .from(openItem)
      .innerJoin(charge, joins(charge.id, openItem.chargeId))
      .where(and(within(openItem, scope), isOverdue(scope.today), also))
      .orderBy(asc(by), asc(openItem.chargeId))
      .limit(limit);
  const [here, carried] = await Promise.all([
    find(undefined, openItem.dueOn),
    find(sql`${openItem.owedSince} < ${openItem.dueOn}`, openItem.owedSince),
  ]);
  const items = new Map([...here, ...carried].map((item) => [item.chargeId, item]));
  return [...items.values()]
    .toSorted((a, b) => compareDates(a.dueOn, b.dueOn) || (a.chargeId < b.chargeId ? -1 : 1))
    .slice(0, limit);
}

/** The rents of the leases that are overdue, with the month each is for. */
export async function listOverdueRents(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  const rows = await tx
    .select({ leaseId: openItem.leaseId, periodFrom: charge.periodFrom, openCents: openItem.openCents })
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(
      and(
        within([openItem, charge], scope),
        isAmong(openItem.leaseId, leaseIds),
        inArray(charge.kind, rentKinds),
        isOverdue(scope.today),
      ),
    );
  return rows.flatMap(({ periodFrom, ...row }) => (periodFrom === null ? [] : [{ ...row, periodFrom }]));
}
