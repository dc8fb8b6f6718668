import 'server-only';
import { and, asc, eq, ne } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { costStatement, costStatementLease, letter } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listStated } from '@/ledger';
import type { Period } from '@/lib/period';
import type { StatementInput } from '@/statement';
import type { Stated } from './input-queries';
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

/** The versions of the statement of a period that were sent, the first first. */
export const listVersions = (tx: Tx, scope: Scope, propertyId: string, { from, to }: Period) =>
  tx
    .select({ id: costStatement.id, version: costStatement.version, sentOn: costStatement.sentOn })
    .from(costStatement)
    .where(
      and(
        within(costStatement, scope),
        eq(costStatement.propertyId, propertyId),
        eq(costStatement.periodFrom, from),
        eq(costStatement.periodTo, to),
      ),
    )
    .orderBy(asc(costStatement.version));

export type SentVersion = Awaited<ReturnType<typeof listVersions>>[number];

/** What was sent, whole; null where nothing was. */
export async function findSent(tx: Tx, scope: Scope, id: string | undefined) {
  if (id === undefined) return null;
  const [row] = await tx
    .select()
    .from(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.id, id)));
  if (!row) return null;
  const leases = await tx
    .select({
      id: costStatementLease.id,
      leaseId: costStatementLease.leaseId,
      postedCents: costStatementLease.postedCents,
      letter: costStatementLease.letter,
    })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), eq(costStatementLease.statementId, id)));
  // Nobody but `sendStatement` writes these two, and nothing changes them.
  const frozen = row.snapshot as FrozenStatement;
  const letters = new Map(leases.map((one) => [one.leaseId, one.letter as FrozenLease]));
  const posted = new Map(leases.map((one) => [one.leaseId, one.postedCents]));
  const rowIds = new Map(leases.map((one) => [one.leaseId, one.id]));
  return { ...row, frozen, letters, posted, rowIds };
}

export type Sent = NonNullable<Awaited<ReturnType<typeof findSent>>>;

/** The letters of a statement that have gone or are on their way; what was taken back has not. */
export const listSentLetters = (tx: Tx, scope: Scope, statementId: string) =>
  tx
    .select({
      id: letter.id,
      leaseId: letter.leaseId,
      state: letter.state,
      way: letter.way,
      sentOn: letter.sentOn,
    })
    .from(letter)
    .innerJoin(costStatementLease, joins(costStatementLease.id, letter.statementLeaseId))
    .where(
      and(
        within([letter, costStatementLease], scope),
        eq(costStatementLease.statementId, statementId),
        ne(letter.state, 'taken_back'),
      ),
    );

/** What a sent statement shows, with the names of the leases that are still there. */
export const viewOfSent = ({ frozen, letters }: Sent): StatementView => ({
  ...frozen.view,
  parties: Object.fromEntries([...letters].map(([leaseId, { party }]) => [leaseId, party])),
});

/**
 * What the versions of a period have told each lease, and have left on its account: with the ids it was posted with, the
 * newest first.
 */
export async function listTold(tx: Tx, scope: Scope, versions: readonly SentVersion[]) {
  const [first] = versions;
  if (!first) return new Map<string, Told>();
  const order = versions.map(({ id }) => id);
  const rows = await tx
    .select({
      id: costStatementLease.id,
      statementId: costStatementLease.statementId,
      leaseId: costStatementLease.leaseId,
      claimedCents: costStatementLease.claimedCents,
    })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.statementId, order)));
  const standing = await listStated(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
  const told = new Map<string, Told>();
  for (const row of rows.toSorted((a, b) => order.indexOf(b.statementId) - order.indexOf(a.statementId))) {
    const { leaseId, claimedCents } = row;
    const known = told.get(leaseId) ?? { claimedCents, firstOn: first.sentOn, standingCents: 0, ids: [] };
    const standingCents = known.standingCents + (standing.get(row.id) ?? 0);
    told.set(leaseId, { ...known, standingCents, ids: [...known.ids, row.id] });
  }
  return told;
}

export type Told =
  Stated extends ReadonlyMap<string, infer One> ? One & { standingCents: number; ids: string[] } : never;

/** The periods of a property whose statements were sent; of several versions once. */
export const listSentPeriods = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .selectDistinct({ from: costStatement.periodFrom, to: costStatement.periodTo })
    .from(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.propertyId, propertyId)));
