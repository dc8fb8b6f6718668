import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { costStatement, costStatementLease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { Period } from '@/lib/period';
import type { StatementInput } from '@/statement';
import type { LetterHead, OwnLetter } from './letter-queries';
import type { LineSource } from './rules';
import type { StatementView } from './view-rules';

/** What is kept of a statement that was sent: everything it rested on, everything it said, and no name. */
export type FrozenStatement = {
  input: StatementInput;
  lines: Record<string, LineSource>;
  view: Omit<StatementView, 'parties'>;
  head: LetterHead;
};

/** Whom its letter to a lease was to. */
export type FrozenLease = { party: StatementView['parties'][string]; letter: Omit<OwnLetter, 'result'> };

/** The sent statement of a period; null where none was sent. */
export async function findSent(tx: Tx, scope: Scope, propertyId: string, period: Period) {
  const [row] = await tx
    .select()
    .from(costStatement)
    .where(
      and(
        within(costStatement, scope),
        eq(costStatement.propertyId, propertyId),
        eq(costStatement.periodFrom, period.from),
        eq(costStatement.periodTo, period.to),
      ),
    );
  if (!row) return null;
  const leases = await tx
    .select({ leaseId: costStatementLease.leaseId, letter: costStatementLease.letter })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), eq(costStatementLease.statementId, row.id)));
  // Nobody but `sendStatement` writes these two, and nothing changes them.
  const frozen = row.snapshot as FrozenStatement;
  const letters = new Map(leases.map((one) => [one.leaseId, one.letter as FrozenLease]));
  return { ...row, frozen, letters };
}

export type Sent = NonNullable<Awaited<ReturnType<typeof findSent>>>;

/** What a sent statement shows, with the names of the leases that are still there. */
export const viewOfSent = ({ frozen, letters }: Sent): StatementView => ({
  ...frozen.view,
  parties: Object.fromEntries([...letters].map(([leaseId, { party }]) => [leaseId, party])),
});

/** The periods of a property whose statements were sent. */
export const listSentPeriods = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ from: costStatement.periodFrom, to: costStatement.periodTo })
    .from(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.propertyId, propertyId)));
