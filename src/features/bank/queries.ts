import 'server-only';
import { and, asc, count, desc, gt, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Match, MatchBook, MatchItem } from '@/bank/matching/book';
import { Matcher } from '@/bank/matching/matcher';
import { accountColumns } from '@/db/account-columns';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import {
  bankAccount,
  bankImport,
  bankLine,
  bankMatch,
  bankRule,
  bankStatement,
  category,
  deposit,
  depositMovement,
  property,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listStandings } from '@/ledger';
import { sumCents } from '@/lib/money';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { givingWay } from '@/lib/server/giving-way';
import { nameLeases } from '../occupancy/party-queries';
import { readBook } from './book-queries';
import { describePurposes, listBooked } from './booking-queries';
import { doubtOtherOwners } from './owner-queries';
import { leasesOfPart } from './rules';
import type { decidedLinesInput, inboxInput } from './schema';

const shownColumns = {
  id: bankLine.id,
  bankAccountId: bankLine.bankAccountId,
  bookedOn: bankLine.bookedOn,
  amountCents: bankLine.amountCents,
  currency: bankLine.currency,
  name: bankLine.name,
  account: bankLine.account,
  text: bankLine.text,
  kind: bankLine.kind,
  version: bankLine.version,
};

const matchedColumns = {
  ...shownColumns,
  onBehalfOf: bankLine.onBehalfOf,
  references: bankLine.givenReferences,
  returned: bankLine.returned,
  batchCount: bankLine.batchCount,
};

/** Lines before a page that its proposals take into account: what is certain of them pays first. */
const LINES_BEFORE = 500;

/** How many lines wait for somebody to say what they are; not counted further than `atMost`. */
export async function countWaiting(tx: Tx, scope: Scope, atMost?: number): Promise<number> {
  const waiting = tx
    .select({ one: sql`1`.as('one') })
    .from(bankLine)
    .where(and(within(bankLine, scope), isAnyOf(bankLine.state, 'waiting')));
  const [row] = await tx
    .select({ count: count() })
    .from((atMost === undefined ? waiting : waiting.limit(atMost)).as('waiting_line'));
  return row?.count ?? 0;
}

/**
 * Lines that wait, the oldest first, each with what is proposed for it, why, and what that does to the account. The proposals
 * are made from the books as they are now, so that nothing stored can be out of date.
 */
export async function getInbox(tx: Tx, scope: Scope, input: z.output<typeof inboxInput>) {
  const after = decodeCursor(input.cursor, 'date');
  const beyond = sql`(${bankLine.bookedOn}, ${bankLine.id}) > (${after?.key ?? null}::date, ${after?.id ?? null}::uuid)`;
  const upTo = sql`(${bankLine.bookedOn}, ${bankLine.id}) <= (${after?.key ?? null}::date, ${after?.id ?? null}::uuid)`;
  const [found, before, waiting, accounts] = await Promise.all([
    listWaiting(tx, scope, after ? beyond : undefined, 'asc', input.limit + 1),
    after ? listWaiting(tx, scope, upTo, 'desc', LINES_BEFORE) : [],
    countWaiting(tx, scope),
    listAccounts(tx, scope),
  ]);
  const page = toPage(found, input.limit, (row) => ({ key: row.bookedOn, id: row.id }));
  const earlier = before.toReversed();
  const proposals = await propose(tx, scope, [...earlier, ...page.rows]);
  const rows = page.rows.map(({ onBehalfOf, references, returned, batchCount, ...row }, at) => ({
    ...row,
    match: proposals.matches[earlier.length + at] ?? nothingFound,
  }));
  return {
    waiting,
    today: scope.today,
    rows,
    ...(await describeMatches(
      tx,
      scope,
      proposals.book,
      rows.map((row) => row.match),
    )),
    accounts,
    nextCursor: page.nextCursor,
  };
}

const nothingFound: Match = { grade: 'open', parts: [], reasons: [], alternatives: [] };

const listWaiting = (
  tx: Tx,
  scope: Scope,
  isAsked: SQL | undefined,
  order: 'asc' | 'desc',
  limit: number,
) => {
  const by = order === 'asc' ? asc : desc;
  return tx
    .select(matchedColumns)
    .from(bankLine)
    .where(and(within(bankLine, scope), isAnyOf(bankLine.state, 'waiting'), isAsked))
    .orderBy(by(bankLine.bookedOn), by(bankLine.id))
    .limit(limit);
};

type WaitingLine = Awaited<ReturnType<typeof listWaiting>>[number];

/** What is proposed for lines, in their order, and the book it was read from. */
async function propose(
  tx: Tx,
  scope: Scope,
  lines: readonly WaitingLine[],
): Promise<{ matches: Match[]; book: MatchBook | null }> {
  const [first] = lines;
  if (!first) return { matches: [], book: null };
  const { book, hearing } = await readBook(tx, scope, lines);
  const matcher = new Matcher(book, hearing);
  const matches = await givingWay(lines, (line) => matcher.next(line));
  return { matches: await doubtOtherOwners(tx, scope, lines, matches), book };
}

/** What of these lines is certain, by the books as they are now. */
export async function findCertain(tx: Tx, scope: Scope, lineIds: string[]): Promise<Map<string, Match>> {
  const lines = await tx
    .select(matchedColumns)
    .from(bankLine)
    .where(and(within(bankLine, scope), isAnyOf(bankLine.state, 'waiting'), isAmong(bankLine.id, lineIds)))
    .orderBy(asc(bankLine.bookedOn), asc(bankLine.id));
  const { matches } = await propose(tx, scope, lines);
  return new Map(
    lines.flatMap((line, at) => {
      const match = matches[at];
      return match?.grade === 'certain' ? [[line.id, match] as const] : [];
    }),
  );
}

/** The names behind the ids of matches: leases with what is open of them, charges, and payments. */
async function describeMatches(tx: Tx, scope: Scope, book: MatchBook | null, matches: readonly Match[]) {
  const parts = matches.flatMap((match) => match.parts);
  const leaseIds = unique([
    ...parts.flatMap(leasesOfPart),
    ...matches.flatMap((match) => match.alternatives),
  ]);
  const itemIds = new Set(parts.flatMap((part) => ('itemIds' in part ? part.itemIds : [])));
  const paymentIds = new Set(parts.flatMap((part) => ('paymentId' in part ? [part.paymentId] : [])));
  const items: Pick<MatchItem, 'id' | 'kind' | 'month' | 'dueOn' | 'openCents'>[] = (book?.items ?? [])
    .filter((item) => itemIds.has(item.id))
    .map(({ id, kind, month, dueOn, openCents }) => ({ id, kind, month, dueOn, openCents }));
  const ordered = (book?.orders ?? []).flatMap(({ on: paidOn, items: own }) =>
    own.flatMap(({ posted, amountCents }) =>
      posted === null ? [] : [{ id: posted.id, paidOn, amountCents }],
    ),
  );
  const known = new Map([...ordered, ...(book?.payments ?? [])].map((row) => [row.id, row]));
  const payments = [...paymentIds].flatMap((paymentId) => {
    const found = known.get(paymentId);
    return found ? [{ id: found.id, paidOn: found.paidOn, amountCents: found.amountCents }] : [];
  });
  const bookingIds = new Set(parts.flatMap((part) => (part.kind === 'booked' ? [part.bookingId] : [])));
  const bookings = (book?.bookings ?? []).filter((row) => bookingIds.has(row.id));
  const purposes = [...bookings, ...parts.flatMap((part) => (part.kind === 'category' ? [part] : []))];
  const open = Map.groupBy(book?.items ?? [], (item) => item.leaseId);
  const leases = leaseIds.map(await nameLeases(tx, scope, leaseIds)).map((lease) => ({
    ...lease,
    openCents: sumCents((open.get(lease.id) ?? []).map((item) => item.openCents)),
  }));
  return { leases, items, payments, bookings, ...(await describePurposes(tx, scope, purposes)) };
}

const listAccounts = (tx: Tx, scope: Scope) =>
  tx
    .select({ id: bankAccount.id, holder: bankAccount.holder, ...accountColumns })
    .from(bankAccount)
    .where(within(bankAccount, scope))
    .orderBy(asc(bankAccount.holder), asc(bankAccount.iban), asc(bankAccount.id));

/** What was decided, the newest first, and what it became. */
export async function listDecided(tx: Tx, scope: Scope, input: z.output<typeof decidedLinesInput>) {
  const after = decodeCursor(input.cursor, 'instant');
  const found = await tx
    .select({
      ...shownColumns,
      state: bankLine.state,
      forgottenAt: bankLine.forgottenAt,
      // As text: a Date has no microseconds, and the next page would begin too late.
      decidedKey: sql<string>`to_char(${bankLine.decidedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(bankLine)
    .where(
      and(
        within(bankLine, scope),
        not(isAnyOf(bankLine.state, 'waiting')),
        after
          ? sql`(${bankLine.decidedAt}, ${bankLine.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(bankLine.decidedAt), desc(bankLine.id))
    .limit(input.limit + 1);
  const page = toPage(found, input.limit, (row) => ({ key: row.decidedKey, id: row.id }));
  const parts = await listParts(
    tx,
    scope,
    page.rows.map((row) => row.id),
  );
  const leaseIds = unique(parts.flatMap((part) => part.leaseId ?? []));
  return {
    rows: page.rows.map(({ decidedKey, ...row }) => ({
      ...row,
      parts: parts.filter((part) => part.lineId === row.id),
    })),
    leases: leaseIds.map(await nameLeases(tx, scope, leaseIds)),
    nextCursor: page.nextCursor,
  };
}

async function listParts(tx: Tx, scope: Scope, lineIds: string[]) {
  const rows = await tx
    .select({
      id: bankMatch.id,
      lineId: bankMatch.lineId,
      kind: bankMatch.kind,
      amountCents: bankMatch.amountCents,
      isByItself: bankMatch.isByItself,
      paymentId: bankMatch.paymentId,
      transactionId: bankMatch.transactionId,
      movementId: bankMatch.movementId,
    })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), isAmong(bankMatch.lineId, lineIds)))
    .orderBy(asc(bankMatch.decidedAt), asc(bankMatch.id));
  const ofMovements = await listLeasesOfMovements(
    tx,
    scope,
    rows.flatMap((row) => row.movementId ?? []),
  );
  const leaseOfMovement = new Map<string | null, string>(ofMovements.map((row) => [row.id, row.leaseId]));
  const standings = await listStandings(
    tx,
    scope,
    rows.flatMap((row) => row.paymentId ?? []),
  );
  const booked = await listBooked(
    tx,
    scope,
    rows.flatMap((row) => row.transactionId ?? []),
  );
  return rows.map(({ paymentId, transactionId, movementId, ...row }) => {
    const standing = paymentId === null ? undefined : standings.get(paymentId);
    return {
      ...row,
      booking: booked.find((one) => one.id === transactionId) ?? null,
      leaseId: standing?.leaseId ?? leaseOfMovement.get(movementId) ?? null,
      isDeposit: movementId !== null,
      /** Somebody took the payment back in the account, or the bank did. */
      isTakenBack: standing?.isReversed ?? false,
    };
  });
}

/** Whose deposits movements are of. */
export function listLeasesOfMovements(tx: Tx, scope: Scope, ids: string[]) {
  return tx
    .select({ id: depositMovement.id, leaseId: deposit.leaseId })
    .from(depositMovement)
    .innerJoin(deposit, joins(deposit.id, depositMovement.depositId))
    .where(and(within([depositMovement, deposit], scope), isAmong(depositMovement.id, ids)));
}

/** The latest files that brought something, to be found and taken back, with the lines that each has today. */
export async function listImports(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({ id: bankImport.id, fileName: bankImport.fileName, importedAt: bankImport.importedAt })
    .from(bankImport)
    .where(within(bankImport, scope))
    .orderBy(desc(bankImport.importedAt), desc(bankImport.id))
    .limit(IMPORTS_SHOWN);
  const ids = rows.map(({ id }) => id);
  // Not what it brought: a batch may have given way to its details since.
  const counts = await tx
    .select({ importId: bankStatement.importId, lines: count() })
    .from(bankStatement)
    .innerJoin(bankLine, joins(bankLine.statementId, bankStatement.id))
    .where(and(within([bankStatement, bankLine], scope), isAmong(bankStatement.importId, ids)))
    .groupBy(bankStatement.importId);
  const lines = new Map(counts.map((row) => [row.importId, row.lines]));
  return rows.map((row) => ({ ...row, lineCount: lines.get(row.id) ?? 0 }));
}

/** What is known of senders, the newest first. */
export async function listRules(tx: Tx, scope: Scope) {
  const rules = await tx
    .select({
      id: bankRule.id,
      kind: bankRule.kind,
      account: bankRule.account,
      name: bankRule.name,
      text: bankRule.text,
      leaseId: bankRule.leaseId,
      categoryCode: category.code,
      categoryName: category.name,
      propertyName: property.name,
      lineName: bankLine.name,
    })
    .from(bankRule)
    .innerJoin(bankLine, joins(bankLine.id, bankRule.learnedFromLineId))
    .leftJoin(category, joins(category.id, bankRule.categoryId))
    .leftJoin(property, joins(property.id, bankRule.propertyId))
    .where(and(within([bankRule, bankLine], scope), isNull(bankRule.removedAt)))
    .orderBy(desc(bankRule.learnedAt), desc(bankRule.id));
  const leaseIds = unique(rules.flatMap((rule) => rule.leaseId ?? []));
  const leases = leaseIds.map(await nameLeases(tx, scope, leaseIds));
  return rules.map(({ leaseId, ...rule }) => ({
    ...rule,
    lease: leases.find((one) => one.id === leaseId) ?? null,
  }));
}

const IMPORTS_SHOWN = 50;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Whether money came in on the bank that nobody has decided on: it may be anybody's rent. */
export async function hasWaitingMoney(tx: Tx, scope: Scope): Promise<boolean> {
  const [line] = await tx
    .select({ id: bankLine.id })
    .from(bankLine)
    .where(and(within(bankLine, scope), isAnyOf(bankLine.state, 'waiting'), gt(bankLine.amountCents, 0)))
    .limit(1);
  return line !== undefined;
}
