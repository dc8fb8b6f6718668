import 'server-only';
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import {
  category,
  document,
  documentLink,
  property,
  recurring,
  transaction,
  transactionShare,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { matchesFolded } from '@/db/search';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import type { BookingLevel } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { historyOf } from './rules';
import type { listTransactionsInput } from './schema';

export type Place = { level: BookingLevel; propertyId: string | null; unitId: string | null };

/** Where something is booked, by the unit or property it names; `not_found` for a stranger's. */
export async function getPlace(
  tx: Tx,
  scope: Scope,
  named: { propertyId: string | null; unitId: string | null },
): Promise<Place> {
  if (named.unitId !== null) {
    const [row] = await tx
      .select({ propertyId: unit.propertyId })
      .from(unit)
      .where(isRow(unit, scope, named.unitId));
    if (!row) throw new DomainError('not_found', { field: 'unitId' });
    if (named.propertyId !== null && named.propertyId !== row.propertyId) {
      throw new DomainError('not_found', { field: 'propertyId' });
    }
    return { level: 'unit', propertyId: row.propertyId, unitId: named.unitId };
  }
  if (named.propertyId === null) return { level: 'portfolio', propertyId: null, unitId: null };
  await assertExists(tx, scope, property, named.propertyId);
  return { level: 'property', propertyId: named.propertyId, unitId: null };
}

const reversal = alias(transaction, 'reversal');

/** The row stands: it reverses nothing and nothing reverses it. */
export const isStanding = (tx: Tx, scope: Scope): SQL | undefined =>
  and(
    isNull(transaction.reversesTransactionId),
    sql`not exists ${tx
      .select({ id: reversal.id })
      .from(reversal)
      .where(and(within(reversal, scope), eq(reversal.reversesTransactionId, transaction.id)))}`,
  );

const transactionColumns = {
  id: transaction.id,
  level: transaction.level,
  propertyId: transaction.propertyId,
  unitId: transaction.unitId,
  bookedOn: transaction.bookedOn,
  serviceFrom: transaction.serviceFrom,
  serviceTo: transaction.serviceTo,
  direction: transaction.direction,
  categoryId: transaction.categoryId,
  title: transaction.title,
  payee: transaction.payee,
  amountCents: transaction.amountCents,
  vatRateBp: transaction.vatRateBp,
  vatCents: transaction.vatCents,
  labourCents: transaction.labourCents,
  bankAccountId: transaction.bankAccountId,
  invoiceOn: transaction.invoiceOn,
  invoiceNumber: transaction.invoiceNumber,
  recoverableKey: transaction.recoverableKey,
  splitMethod: transaction.splitMethod,
  note: transaction.note,
  recurringId: transaction.recurringId,
  dueOn: transaction.dueOn,
};

const wordColumns = {
  categoryCode: category.code,
  categoryName: category.name,
  propertyName: property.name,
  unitName: unit.name,
  isEdited: sql<boolean>`${transaction.replacesTransactionId} is not null`,
};

const withWords = (tx: Tx) =>
  tx
    .select({ ...transactionColumns, ...wordColumns })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .leftJoin(property, joins(property.id, transaction.propertyId))
    .leftJoin(unit, joins(unit.id, transaction.unitId));

type Filter = z.output<typeof listTransactionsInput>;

async function filterOf(tx: Tx, scope: Scope, input: Filter): Promise<SQL | undefined> {
  const named = [
    [category, input.categoryId],
    [property, input.propertyId],
    [unit, input.unitId],
    [recurring, input.recurringId],
  ] as const;
  for (const [table, id] of named) if (id) await assertExists(tx, scope, table, id);
  const { categoryId } = input;
  const ofCategory = categoryId
    ? or(
        eq(transaction.categoryId, categoryId),
        isAmong(
          transaction.categoryId,
          tx
            .select({ id: category.id })
            .from(category)
            .where(and(within(category, scope), eq(category.parentId, categoryId))),
        ),
      )
    : undefined;
  return and(
    within(transaction, scope),
    isStanding(tx, scope),
    input.from ? gte(transaction.bookedOn, input.from) : undefined,
    input.to ? lte(transaction.bookedOn, input.to) : undefined,
    input.kind ? eq(transaction.direction, input.kind) : undefined,
    ofCategory,
    input.propertyId ? eq(transaction.propertyId, input.propertyId) : undefined,
    input.unitId ? eq(transaction.unitId, input.unitId) : undefined,
    input.onPortfolioOnly ? eq(transaction.level, 'portfolio') : undefined,
    input.recurringId ? eq(transaction.recurringId, input.recurringId) : undefined,
    matchesFolded(input.search, transaction.searchText),
  );
}

/**
 * What is booked, newest first, as it stands: what was corrected shows its last state, what was taken back
 * is left out. The first page also tells what all rows of the filter add up to.
 */
export async function listTransactions(tx: Tx, scope: Scope, input: Filter) {
  const filter = await filterOf(tx, scope, input);
  const after = decodeCursor(input.cursor, 'date');
  const onPage = and(
    filter,
    after
      ? sql`(${transaction.bookedOn}, ${transaction.id}) < (${after.key}::date, ${after.id}::uuid)`
      : undefined,
  );
  const read = input.search === '' ? readInOrder : readFound;
  const { rows, totals } = await read(tx, scope, onPage, input.limit + 1);
  const page = toPage(rows, input.limit, (row) => ({ key: row.bookedOn, id: row.id }));
  const receipts = await countReceipts(
    tx,
    scope,
    page.rows.map((row) => row.id),
  );
  return {
    rows: page.rows.map((row) => ({ ...row, receiptCount: receipts.get(row.id) ?? 0 })),
    nextCursor: page.nextCursor,
    totals: after ? null : await totals(),
  };
}

const newestFirst = [desc(transaction.bookedOn), desc(transaction.id)];

/** What a filter without words leaves follows the index of the days; only the totals read further than the page. */
async function readInOrder(tx: Tx, _scope: Scope, filter: SQL | undefined, limit: number) {
  const rows = await withWords(tx)
    .where(filter)
    .orderBy(...newestFirst)
    .limit(limit);
  return { rows, totals: () => sumUp(tx, filter) };
}

/** Words can be anywhere, so that all is read: once for the page and the totals, and without what is only shown. */
async function readFound(tx: Tx, scope: Scope, filter: SQL | undefined, limit: number) {
  const found = await tx
    .select({ id: transaction.id, ...totalColumns(sql` over ()`) })
    .from(transaction)
    .where(filter)
    .orderBy(...newestFirst)
    .limit(limit);
  const [first] = found;
  if (!first) return { rows: [], totals: async () => noTotals };
  const rows = await withWords(tx)
    .where(
      and(
        within(transaction, scope),
        isAmong(
          transaction.id,
          found.map((row) => row.id),
        ),
      ),
    )
    .orderBy(...newestFirst);
  const { id, ...totals } = first;
  return { rows, totals: async () => totals };
}

const noTotals = { count: 0, incomeCents: 0, expenseCents: 0 };

/** What the rows add up to; `over` makes it a column beside each of them. */
function totalColumns(over: SQL = sql``) {
  const total = (value: SQL) => sql<number>`${value}`.mapWith(Number);
  const sumOf = (direction: SQL) =>
    total(
      sql`coalesce(sum(${transaction.amountCents}) filter (where ${transaction.direction} = ${direction})${over}, 0)`,
    );
  return {
    count: total(sql`count(*)${over}`),
    incomeCents: sumOf(sql`'income'`),
    expenseCents: sumOf(sql`'expense'`),
  };
}

async function sumUp(tx: Tx, filter: SQL | undefined) {
  const [row] = await tx.select(totalColumns()).from(transaction).where(filter);
  return row ?? noTotals;
}

/** Documents that can be opened; one whose file is still on its way, or that was deleted, is none. */
async function countReceipts(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: documentLink.transactionId, count: sql<number>`count(*)`.mapWith(Number) })
    .from(documentLink)
    .innerJoin(document, joins(document.id, documentLink.documentId))
    .where(
      and(
        within(documentLink, scope),
        isAmong(documentLink.transactionId, ids),
        isNull(document.deletedAt),
        isNotNull(document.currentVersionId),
      ),
    )
    .groupBy(documentLink.transactionId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

export type TransactionRow = typeof transaction.$inferSelect;

/** The row as it is stored, standing or not. */
export async function getTransactionRow(tx: Tx, scope: Scope, id: string): Promise<TransactionRow> {
  const [row] = await tx
    .select()
    .from(transaction)
    .where(isRow(transaction, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

export async function listShares(tx: Tx, scope: Scope, transactionIds: string[]) {
  if (transactionIds.length === 0) return [];
  return tx
    .select({
      transactionId: transactionShare.transactionId,
      unitId: transactionShare.unitId,
      unitName: unit.name,
      weight: transactionShare.weight,
      amountCents: transactionShare.amountCents,
    })
    .from(transactionShare)
    .innerJoin(unit, joins(unit.id, transactionShare.unitId))
    .where(and(within(transactionShare, scope), isAmong(transactionShare.transactionId, transactionIds)))
    .orderBy(asc(unit.sortName), asc(unit.id));
}

/** One booking with its split. `isStanding` is false once it was corrected or taken back. */
export async function getTransaction(tx: Tx, scope: Scope, id: string) {
  const [row] = await withWords(tx).where(and(within(transaction, scope), eq(transaction.id, id)));
  if (!row) throw new DomainError('not_found');
  const [standing] = await tx
    .select({ id: transaction.id })
    .from(transaction)
    .where(and(isRow(transaction, scope, id), isStanding(tx, scope)));
  const [shares, receipts] = [await listShares(tx, scope, [id]), await countReceipts(tx, scope, [id])];
  return {
    ...row,
    shares: shares.map(({ transactionId, ...share }) => share),
    receiptCount: receipts.get(id) ?? 0,
    isStanding: standing !== undefined,
  };
}

/** How the latest bill of a category in a place is passed on, which what comes back of it follows; undefined without one. */
export async function findLastKey(
  tx: Tx,
  scope: Scope,
  { categoryId, propertyId, unitId }: { categoryId: string } & Omit<Place, 'level'>,
): Promise<(typeof transaction.$inferSelect)['recoverableKey'] | undefined> {
  const ofUnit = unitId === null ? isNull(transaction.propertyId) : eq(transaction.unitId, unitId);
  const place = propertyId === null ? ofUnit : eq(transaction.propertyId, propertyId);
  const [last] = await tx
    .select({ key: transaction.recoverableKey })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        eq(transaction.categoryId, categoryId),
        eq(transaction.direction, 'expense'),
        gt(transaction.amountCents, 0),
        place,
        isStanding(tx, scope),
      ),
    )
    .orderBy(desc(transaction.bookedOn), desc(transaction.id))
    .limit(1);
  return last?.key;
}

/** How a booking came to be what it is, newest first: who changed what when. */
export async function getHistory(tx: Tx, scope: Scope, id: string) {
  await assertExists(tx, scope, transaction, id);
  const p = scope.portfolioId;
  const chain = await tx.execute<{ id: string }>(sql`
    with recursive back as (
      select t.id, coalesce(t.replaces_transaction_id, t.reverses_transaction_id) as before
      from hausbuch.transaction t where t.portfolio_id = ${p} and t.id = ${id}
      union all
      select t.id, coalesce(t.replaces_transaction_id, t.reverses_transaction_id)
      from hausbuch.transaction t join back on t.id = back.before where t.portfolio_id = ${p}
    ), forth as (
      select id from back where before is null
      union all
      select t.id from hausbuch.transaction t
      join forth on forth.id = coalesce(t.replaces_transaction_id, t.reverses_transaction_id)
      where t.portfolio_id = ${p}
    )
    select id from forth`);
  const rows = await tx
    .select({
      ...transactionColumns,
      categoryCode: category.code,
      categoryName: category.name,
      unitName: unit.name,
      reversesTransactionId: transaction.reversesTransactionId,
      replacesTransactionId: transaction.replacesTransactionId,
      bookedBy: transaction.bookedBy,
      bookedAt: transaction.bookedAt,
    })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .leftJoin(unit, joins(unit.id, transaction.unitId))
    .where(
      and(
        within(transaction, scope),
        isAmong(
          transaction.id,
          chain.map((row) => row.id),
        ),
      ),
    );
  const actor = scope.actor.kind === 'user' ? scope.actor.userId : null;
  return historyOf(rows).map(({ by, ...event }) => ({
    ...event,
    by: by === null ? ('system' as const) : by === actor ? ('self' as const) : ('member' as const),
  }));
}
