import 'server-only';
import { and, asc, eq, gt, gte, not, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { costStatement, costStatementLease, letter, property } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { tellsSomething } from '@/db/told';
import { joins, within } from '@/db/within';
import { listStated, nothingStated, type StatedBefore } from '@/ledger';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import type { StatementInput } from '@/statement';
import { listEnclosable, shownPaper } from '../outbox/enclosure-queries';
import type { LetterHead, OwnLetter } from './letter-queries';
import type { LineSource } from './rules';
import type { statementPapersInput } from './schema';
import type { StatementView } from './view-rules';

/** What is kept of a statement that was sent: everything it rested on, everything it said, and no name. */
export type FrozenStatement = {
  input: StatementInput;
  lines: Record<string, LineSource>;
  view: Omit<StatementView, 'parties'>;
  head: LetterHead;
};

/**
 * What was kept, with what is kept since. Before November 2026 no lease was settled with VAT, and an account that is paid into
 * had an IBAN and euros.
 */
function readFrozen(snapshot: unknown): FrozenStatement {
  const { head, view, ...rest } = snapshot as FrozenStatement;
  const account = { scheme: 'iban', bankCode: null, accountNumber: null, currency: 'EUR' } as const;
  return {
    ...rest,
    head: {
      ...head,
      taxNumbers: head.taxNumbers ?? [],
      account: head.account && { ...account, ...head.account },
    },
    view: {
      ...view,
      leases: view.leases.map((lease) => ({
        ...lease,
        vat: lease.vat ?? null,
        lines: lease.lines.map((line) => ({ ...line, inputVatCents: line.inputVatCents ?? 0 })),
      })),
    },
  };
}

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
      leaseId: costStatementLease.leaseId,
      postedCents: costStatementLease.postedCents,
      letter: costStatementLease.letter,
    })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), eq(costStatementLease.statementId, id)));
  // Nobody but `sendStatement` writes these two, and nothing changes them.
  const frozen = readFrozen(row.snapshot);
  const letters = new Map(leases.map((one) => [one.leaseId, one.letter as FrozenLease]));
  const posted = new Map(leases.map((one) => [one.leaseId, one.postedCents]));
  return { ...row, frozen, letters, posted };
}

export type Sent = NonNullable<Awaited<ReturnType<typeof findSent>>>;

/** What one version told one lease, as it was frozen, with nobody else’s letter; null where there is none. */
export async function findTold(tx: Tx, scope: Scope, statementLeaseId: string) {
  const [row] = await tx
    .select({
      statementId: costStatementLease.statementId,
      leaseId: costStatementLease.leaseId,
      letter: costStatementLease.letter,
      sentOn: costStatement.sentOn,
      snapshot: costStatement.snapshot,
    })
    .from(costStatementLease)
    .innerJoin(costStatement, joins(costStatement.id, costStatementLease.statementId))
    .where(
      and(within([costStatementLease, costStatement], scope), eq(costStatementLease.id, statementLeaseId)),
    );
  if (!row) return null;
  const { snapshot, letter, ...own } = row;
  const frozen = readFrozen(snapshot);
  const result = frozen.view.leases.find(({ leaseId }) => leaseId === own.leaseId);
  return result ? { ...own, frozen, party: (letter as FrozenLease).party, result } : null;
}

export type ToldLease = NonNullable<Awaited<ReturnType<typeof findTold>>>;

/** The letters of versions that have gone or are on their way; what was taken back has not. */
export const listSentLetters = (tx: Tx, scope: Scope, statementIds: string[]) =>
  tx
    .select({
      id: letter.id,
      leaseId: letter.leaseId,
      statementId: costStatementLease.statementId,
      state: letter.state,
      way: letter.way,
      sentOn: letter.sentOn,
    })
    .from(letter)
    .innerJoin(costStatementLease, joins(costStatementLease.id, letter.statementLeaseId))
    .where(
      and(
        within([letter, costStatementLease], scope),
        isAmong(costStatementLease.statementId, statementIds),
        not(isAnyOf(letter.state, 'taken_back')),
      ),
    );

/** What a sent statement shows, with the names of the leases that are still there. */
export const viewOfSent = ({ frozen, letters }: Sent): StatementView => ({
  ...frozen.view,
  // Of whom somebody was erased the rest are named as they are today.
  parties: Object.fromEntries(
    [...letters].flatMap(([leaseId, { party }]) => (party.name === '' ? [] : [[leaseId, party]])),
  ),
});

/** What the versions of a period have told each lease, and have left on its account. */
export async function listTold(
  tx: Tx,
  scope: Scope,
  versions: readonly SentVersion[],
): Promise<Map<string, Told>> {
  const [first] = versions;
  if (!first) return new Map();
  const rows = await tx
    .select({
      id: costStatementLease.id,
      statementId: costStatementLease.statementId,
      leaseId: costStatementLease.leaseId,
      claimedCents: costStatementLease.claimedCents,
      isConcerned: tellsSomething(costStatementLease),
    })
    .from(costStatementLease)
    .where(
      and(
        within(costStatementLease, scope),
        isAmong(
          costStatementLease.statementId,
          versions.map(({ id }) => id),
        ),
      ),
    );
  const stated = await listStated(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
  const told = new Map<string, Told>();
  for (const { id: statementId, sentOn } of versions.toReversed()) {
    for (const { id, leaseId, claimedCents, isConcerned, ...row } of rows) {
      if (row.statementId !== statementId) continue;
      const known = told.get(leaseId);
      const own = stated.get(id) ?? nothingStated;
      told.set(leaseId, {
        claimedCents: known?.claimedCents ?? claimedCents,
        firstOn: first.sentOn,
        toldOn: known?.toldOn ?? (isConcerned ? sentOn : null),
        toldBy: known?.toldBy ?? (isConcerned ? { statementId, rowId: id } : null),
        ids: [...(known?.ids ?? []), id],
        chargedCents: (known?.chargedCents ?? 0) + own.chargedCents,
        waivedCents: (known?.waivedCents ?? 0) + own.waivedCents,
        creditedCents: (known?.creditedCents ?? 0) + own.creditedCents,
      });
    }
  }
  return told;
}

export type Told = StatedBefore & {
  /** What the last version asks for in all. */
  claimedCents: number;
  firstOn: CalendarDate;
  /** The day of the version whose letter holds, and where it stands. */
  toldOn: CalendarDate | null;
  toldBy: { statementId: string; rowId: string } | null;
  /** What each was posted with, the newest first. */
  ids: string[];
};

/**
 * The leases whom the version that holds for them has told nothing yet: no letter of it has gone. `isFirst`: none of any version
 * has.
 */
export async function listUnsent(
  tx: Tx,
  scope: Scope,
  { versions, told }: { versions: readonly SentVersion[]; told: ReadonlyMap<string, Told> },
) {
  const ids = versions.map(({ id }) => id);
  const gone = ids.length === 0 ? [] : await listSentLetters(tx, scope, ids);
  return [...told].flatMap(([leaseId, { toldBy }]) => {
    const own = gone.filter((one) => one.leaseId === leaseId);
    const isGone = own.some((one) => one.statementId === toldBy?.statementId);
    return toldBy && !isGone ? [{ leaseId, ...toldBy, isFirst: own.length === 0 }] : [];
  });
}

/**
 * How many letters of the settled periods of properties have still to go, of those that end on a day or later: as `listUnsent`
 * finds them, for many houses in one statement.
 */
export function countUnsent(tx: Tx, scope: Scope, propertyIds: readonly string[], since: CalendarDate) {
  const laterOf = alias(costStatement, 'later_statement');
  const later = alias(costStatementLease, 'later');
  const isToldLater = tx
    .select({ one: sql`1` })
    .from(later)
    .innerJoin(laterOf, joins(laterOf.id, later.statementId))
    .where(
      and(
        within([later, laterOf], scope),
        eq(later.leaseId, costStatementLease.leaseId),
        eq(laterOf.propertyId, costStatement.propertyId),
        eq(laterOf.periodFrom, costStatement.periodFrom),
        eq(laterOf.periodTo, costStatement.periodTo),
        gt(laterOf.version, costStatement.version),
        tellsSomething(later),
      ),
    );
  const isGone = tx
    .select({ one: sql`1` })
    .from(letter)
    .where(
      and(
        within(letter, scope),
        eq(letter.statementLeaseId, costStatementLease.id),
        not(isAnyOf(letter.state, 'taken_back')),
      ),
    );
  return tx
    .select({
      propertyId: costStatement.propertyId,
      from: costStatement.periodFrom,
      to: costStatement.periodTo,
      count: sql<number>`count(*)::integer`,
    })
    .from(costStatement)
    .innerJoin(costStatementLease, joins(costStatementLease.statementId, costStatement.id))
    .where(
      and(
        within([costStatement, costStatementLease], scope),
        isAmong(costStatement.propertyId, propertyIds),
        gte(costStatement.periodTo, since),
        tellsSomething(costStatementLease),
        notExists(isGone),
        notExists(isToldLater),
      ),
    )
    .groupBy(costStatement.propertyId, costStatement.periodFrom, costStatement.periodTo);
}

/** The periods of a property whose statements were sent; of several versions once. */
export const listSentPeriods = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .selectDistinct({ from: costStatement.periodFrom, to: costStatement.periodTo })
    .from(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.propertyId, propertyId)));

/** Papers that may come with each letter of a settled period that has not gone yet: of the house, and nobody's own. */
export async function listPapers(tx: Tx, scope: Scope, input: z.output<typeof statementPapersInput>) {
  const { propertyId, search, ...period } = input;
  await assertExists(tx, scope, property, propertyId);
  const versions = await listVersions(tx, scope, propertyId, period);
  const unsent = await listUnsent(tx, scope, { versions, told: await listTold(tx, scope, versions) });
  if (unsent.length === 0) return [];
  const leaseIds = unsent.map(({ leaseId }) => leaseId);
  return (await listEnclosable(tx, scope, { leaseIds, search })).map(shownPaper);
}
