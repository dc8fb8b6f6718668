import 'server-only';
import { and, desc, eq, ne, or } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { costStatement } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { Period } from '@/lib/period';
import type { SettledBills } from './rules';
import type { FrozenStatement } from './sent-queries';

/** The bills of a property that the statements of its other periods have counted, each by its last version. */
export async function listSettledBills(
  tx: Tx,
  scope: Scope,
  propertyId: string,
  { from, to }: Period,
): Promise<SettledBills> {
  const rows = await tx
    .selectDistinctOn([costStatement.periodFrom, costStatement.periodTo], {
      snapshot: costStatement.snapshot,
    })
    .from(costStatement)
    .where(
      and(
        within(costStatement, scope),
        eq(costStatement.propertyId, propertyId),
        or(ne(costStatement.periodFrom, from), ne(costStatement.periodTo, to)),
      ),
    )
    .orderBy(costStatement.periodFrom, costStatement.periodTo, desc(costStatement.version));
  // Nobody but `sendStatement` writes it, and nothing changes it.
  const bills = rows.flatMap(({ snapshot }) =>
    (snapshot as FrozenStatement).view.lines.flatMap((line) => line.bills),
  );
  const ids = (some: typeof bills) => new Set(some.map(({ transactionId }) => transactionId));
  return {
    whole: ids(bills.filter(({ days }) => days === null)),
    byDays: ids(bills.filter(({ days }) => days !== null)),
  };
}
