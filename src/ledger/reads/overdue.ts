import 'server-only';
import { and, asc, count, countDistinct, desc, gt, inArray, lte, min, type SQL, sql, sum } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, credit, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { isOpen, isOverdue, openSums, rentKinds } from './figures';

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

/** Condition on an open item: open, and its day has come. */
const isDue = (today: CalendarDate): SQL | undefined => and(isOpen, lte(openItem.dueOn, today));

/**
 * The first leases with something open whose day has come, those behind longest first and of them who owes most, each with these
 * items, and how many there are. What was carried over from another lease is as old as it was there.
 */
export async function listDebtors(tx: Tx, scope: Scope, limit: number) {
  const since = min(openItem.owedSince);
  const leases = await tx
    .select({
      leaseId: openItem.leaseId,
      since: sql<CalendarDate>`to_char(${since}, 'YYYY-MM-DD')`,
      all: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(openItem)
    .where(and(within(openItem, scope), isDue(scope.today)))
    .groupBy(openItem.leaseId)
    .orderBy(asc(since), desc(sum(openItem.openCents)), asc(openItem.leaseId))
    .limit(limit);
  if (leases.length === 0) return { count: 0, rows: [] };
  const leaseIds = leases.map((row) => row.leaseId);
  const items = await tx
    .select({
      leaseId: openItem.leaseId,
      chargeId: openItem.chargeId,
      owedSince: openItem.owedSince,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .where(and(within(openItem, scope), isAmong(openItem.leaseId, leaseIds), isDue(scope.today)))
    .orderBy(asc(openItem.owedSince), asc(openItem.chargeId));
  const rows = leases.map(({ leaseId, since: oldest }) => {
    const own = items.filter((item) => item.leaseId === leaseId);
    return {
      leaseId,
      since: oldest,
      openCents: sumCents(own.map((item) => item.openCents)),
      items: own.map(({ chargeId, owedSince, openCents }) => ({ chargeId, owedSince, openCents })),
    };
  });
  return { count: leases[0]?.all ?? 0, rows };
}

/** The leases on which something is paid that settles nothing yet, the most first. */
export async function listCredits(tx: Tx, scope: Scope, limit = Number.MAX_SAFE_INTEGER) {
  const cents = sql<number>`sum(${credit.openCents})`.mapWith(Number);
  return (
    tx
      .select({ leaseId: credit.leaseId, cents })
      .from(credit)
      // The literal 0 is what lets Postgres use the partial index.
      .where(and(within(credit, scope), gt(credit.openCents, sql`0`)))
      .groupBy(credit.leaseId)
      .orderBy(desc(cents), asc(credit.leaseId))
      .limit(limit)
  );
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
