import 'server-only';
import { and, eq, gt } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { costStatement, costStatementLease, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { untilSold } from '../occupancy/sale-queries';
import { listRents } from '../rent/queries';
import { advanceChange } from './advance-rules';
import type { Sent } from './sent-queries';

/**
 * The advances that fit a settled statement, lease by lease: what is proposed, and what was agreed on. Nothing is
 * proposed any more once a later period is settled.
 */
export async function listAdvanceChanges(tx: Tx, scope: Scope, sent: Sent) {
  const own = await tx
    .select({ id: costStatementLease.id, leaseId: costStatementLease.leaseId, endsOn: lease.endsOn })
    .from(costStatementLease)
    .innerJoin(
      lease,
      and(eq(lease.portfolioId, costStatementLease.portfolioId), eq(lease.id, costStatementLease.leaseId)),
    )
    .where(and(within([costStatementLease, lease], scope), eq(costStatementLease.statementId, sent.id)));
  const rents = Map.groupBy(
    await listRents(
      tx,
      scope,
      own.map(({ leaseId }) => leaseId),
    ),
    (row) => row.leaseId,
  );
  const isLatest = await hasNoLater(tx, scope, sent);
  // What is sold is for the buyer to raise.
  const leases = await untilSold(
    tx,
    scope,
    own.map(({ leaseId, endsOn }) => ({ id: leaseId, endsOn })),
  );
  // In the order of the statement.
  return sent.frozen.view.leases.flatMap(({ leaseId, newAdvanceCents }) => {
    const row = own.find((one) => one.leaseId === leaseId);
    if (!row) return [];
    const { id } = row;
    const endsOn = leases.find((one) => one.id === leaseId)?.endsOn ?? null;
    const known = { id, leaseId, endsOn, rents: rents.get(leaseId) ?? [], today: scope.today };
    const change = advanceChange({ ...known, fittingCents: isLatest ? newAdvanceCents : null });
    return change ? [{ ...change, id }] : [];
  });
}

async function hasNoLater(tx: Tx, scope: Scope, { propertyId, periodTo }: Sent): Promise<boolean> {
  const later = await tx
    .select({ id: costStatement.id })
    .from(costStatement)
    .where(
      and(
        within(costStatement, scope),
        eq(costStatement.propertyId, propertyId),
        gt(costStatement.periodFrom, periodTo),
      ),
    )
    .limit(1);
  return later.length === 0;
}
