import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { freeLinesOf, moveLine } from '@/db/free-lines';
import { documentLink, transaction, transactionShare } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { within } from '@/db/within';
import { vatContained } from '@/domain/vat';
import { DomainError } from '@/lib/errors';
import { allocateCents } from '@/lib/money';
import { changesBetween } from '@/lib/server/changes';
import { assertBookable } from '../category/queries';
import { getPlace, getTransactionRow, listShares, type TransactionRow } from './queries';
import { splitBill, splitDay } from './rules';
import type { recordTransactionInput, updateTransactionInput } from './schema';
import { listSplitUnits } from './split-queries';

type Bill = Omit<z.output<typeof recordTransactionInput>, 'id'>;
type Share = { unitId: string; weight: number; amountCents: number };
type Draft = Omit<typeof transaction.$inferInsert, 'portfolioId' | 'bookedBy' | 'bookedAt'> & { id: string };

// Postgres takes 65,535 parameters in a statement; a row has some thirty.
const ROWS_PER_STATEMENT = 1_000;

/**
 * Adds rows. One whose id or due day is taken is left out: what is due is posted once, by whom ever.
 * @returns ids of the rows that are new
 */
export async function insertTransactions(tx: Tx, scope: Scope, drafts: readonly Draft[]): Promise<string[]> {
  const added: string[] = [];
  for (let start = 0; start < drafts.length; start += ROWS_PER_STATEMENT) {
    const rows = await tx
      .insert(transaction)
      .values(
        drafts.slice(start, start + ROWS_PER_STATEMENT).map((draft) => ({
          ...draft,
          portfolioId: scope.portfolioId,
          bookedBy: postedBy(scope),
          bookedAt: scope.now,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: transaction.id });
    added.push(...rows.map((row) => row.id));
  }
  return added;
}

/** As `insertTransactions` for one row, but a clash with somebody else's correction is an error. */
async function insertOne(tx: Tx, scope: Scope, draft: Draft): Promise<boolean> {
  const rows = await tx
    .insert(transaction)
    .values({
      ...exactly(transaction, draft),
      portfolioId: scope.portfolioId,
      bookedBy: postedBy(scope),
      bookedAt: scope.now,
    })
    .onConflictDoNothing({ target: [transaction.portfolioId, transaction.id] })
    .returning({ id: transaction.id });
  return rows.length > 0;
}

async function insertShares(tx: Tx, scope: Scope, transactionId: string, shares: readonly Share[]) {
  if (shares.length === 0) return;
  await tx.insert(transactionShare).values(
    shares.map((share) => ({
      ...exactly(transactionShare, share),
      portfolioId: scope.portfolioId,
      transactionId,
    })),
  );
}

/** The row's columns for a bill, checked against what is in the portfolio, and its shares to the cent. */
async function prepare(tx: Tx, scope: Scope, bill: Bill) {
  if (bill.bookedOn > scope.today) throw new DomainError('transaction.in_future', { field: 'bookedOn' });
  const { shares: wanted, ...fields } = bill;
  const place = await getPlace(tx, scope, bill);
  await assertBookable(tx, scope, bill.categoryId, bill.direction);
  const columns = { ...fields, ...place, vatCents: vatContained(bill.amountCents, bill.vatRateBp) };
  if (bill.splitMethod === null || place.propertyId === null) return { columns, shares: [] };
  const units = await listSplitUnits(tx, scope, {
    propertyId: place.propertyId,
    unitIds: wanted.map((share) => share.unitId),
    asOf: splitDay(bill),
  });
  const { shares, problem } = splitBill({
    amountCents: bill.amountCents,
    method: bill.splitMethod,
    units,
    manualCents: new Map(wanted.map((share) => [share.unitId, share.amountCents])),
  });
  if (problem) throw new DomainError(`transaction.split_${problem}`, { field: 'splitMethod' });
  return { columns, shares: shares.map((share) => ({ ...share, weight: share.weight ?? 0 })) };
}

/** The same request sent twice: nothing more happens, unless it asks for something else under the same id. */
async function assertSameRequest(tx: Tx, scope: Scope, id: string, wanted: Record<string, unknown>) {
  if (changesBetween(await getTransactionRow(tx, scope, id), wanted)) throw new DomainError('already_exists');
}

const sharesOf = (rows: readonly Pick<Share, 'unitId' | 'amountCents'>[]) =>
  Object.fromEntries(rows.map(({ unitId, amountCents }) => [unitId, amountCents]));

const differInShares = (before: readonly Share[], after: readonly Share[]) => {
  const [own, other] = [sharesOf(before), sharesOf(after)];
  const unitIds = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  return unitIds.some((id) => own[id] !== other[id]);
};

/** The same of a bill with what each unit bears of it. */
async function assertSameBill(
  tx: Tx,
  scope: Scope,
  id: string,
  { columns, shares }: { columns: Record<string, unknown>; shares: readonly Share[] },
) {
  await assertSameRequest(tx, scope, id, columns);
  if (differInShares(await listShares(tx, scope, [id]), shares)) throw new DomainError('already_exists');
}

const auditFields = ({ title, direction, bookedOn, amountCents, propertyId }: TransactionRow | Draft) => ({
  name: title,
  direction,
  bookedOn,
  amountCents,
  propertyId,
});

/** Books income or expense once, split over the units where asked. */
export async function recordTransaction(
  tx: Tx,
  scope: Scope,
  { id, ...bill }: z.output<typeof recordTransactionInput>,
) {
  const { columns, shares } = await prepare(tx, scope, bill);
  if (!(await insertOne(tx, scope, { id, ...columns }))) {
    await assertSameBill(tx, scope, id, { columns, shares });
    return { id };
  }
  await insertShares(tx, scope, id, shares);
  await recordAudit(tx, scope, {
    action: 'transaction.record',
    entity: 'transaction',
    entityId: id,
    after: auditFields({ id, ...columns }),
  });
  return { id };
}

/** A booking as an editor has seen it, and the row that has reversed it since, if any. */
async function getSeen(tx: Tx, scope: Scope, id: string) {
  const row = await getTransactionRow(tx, scope, id);
  if (row.reversesTransactionId !== null) throw new DomainError('not_found');
  const [reversal] = await tx
    .select({ id: transaction.id })
    .from(transaction)
    .where(and(within(transaction, scope), eq(transaction.reversesTransactionId, id)));
  return { row, reversedBy: reversal?.id ?? null };
}

/** The row that takes another back: the same day, place and category, the amounts with the other sign. */
const reversalOf = (row: TransactionRow, id: string): Draft => ({
  ...row,
  id,
  amountCents: 0 - row.amountCents,
  vatCents: 0 - row.vatCents,
  labourCents: 0 - row.labourCents,
  reversesTransactionId: row.id,
  replacesTransactionId: null,
});

/** @returns false when this very reversal is booked already */
async function reverse(tx: Tx, scope: Scope, row: TransactionRow, id: string): Promise<boolean> {
  if (!(await insertOne(tx, scope, reversalOf(row, id)))) return false;
  const shares = await listShares(tx, scope, [row.id]);
  await insertShares(
    tx,
    scope,
    id,
    shares.map(({ unitId, weight, amountCents }) => ({ unitId, weight, amountCents: 0 - amountCents })),
  );
  return true;
}

/** Receipts hang on what stands. */
async function moveReceipts(tx: Tx, scope: Scope, fromId: string, toId: string): Promise<void> {
  await tx
    .update(documentLink)
    .set({ transactionId: toId })
    .where(and(within(documentLink, scope), eq(documentLink.transactionId, fromId)));
}

/**
 * Puts a new row in the place of a standing one. The reversal bears the day of what it reverses, so that the
 * rows of a booking always sum to its last amount and no other month changes.
 * @returns false when the very same request was quicker
 */
async function replace(
  tx: Tx,
  scope: Scope,
  before: TransactionRow,
  after: Draft,
  shares: readonly Share[],
): Promise<boolean> {
  if (!(await insertOne(tx, scope, after))) return false;
  await reverse(tx, scope, before, crypto.randomUUID());
  await insertShares(tx, scope, after.id, shares);
  await moveReceipts(tx, scope, before.id, after.id);
  await moveLine(tx, scope, before.id, after.id);
  return true;
}

/** Corrects a booking; on the screen it is simply changed, behind it stand a reversal and a new row. */
export async function updateTransaction(
  tx: Tx,
  scope: Scope,
  { id, transactionId, ...bill }: z.output<typeof updateTransactionInput>,
) {
  const { columns, shares } = await prepare(tx, scope, bill);
  const { row: before, reversedBy } = await getSeen(tx, scope, transactionId);
  if (reversedBy !== null) {
    // Either this very request has been here before, or somebody else was quicker.
    const [done] = await tx
      .select({ id: transaction.id })
      .from(transaction)
      .where(and(within(transaction, scope), eq(transaction.id, id)));
    if (!done) throw new DomainError('version_conflict');
    await assertSameBill(tx, scope, id, { columns, shares });
    return { id };
  }
  const changes = changesBetween(before, columns);
  const known = await listShares(tx, scope, [before.id]);
  if (!changes && !differInShares(known, shares)) return { id: before.id };
  // The rows of a property go with it in the danger zone: nothing may point at them from elsewhere.
  const stays = columns.propertyId === before.propertyId;
  const after: Draft = {
    id,
    ...columns,
    recurringId: stays ? before.recurringId : null,
    dueOn: stays ? before.dueOn : null,
    replacesTransactionId: stays ? before.id : null,
  };
  if (!(await replace(tx, scope, before, after, shares))) {
    await assertSameBill(tx, scope, id, { columns, shares });
    return { id };
  }
  await recordAudit(tx, scope, {
    action: 'transaction.update',
    entity: 'transaction',
    entityId: id,
    before: { name: before.title, ...changes?.before },
    after: { name: after.title, ...changes?.after },
  });
  return { id };
}

/** Takes a booking back. The same id again changes nothing. */
export async function removeTransaction(tx: Tx, scope: Scope, input: { id: string; transactionId: string }) {
  const { row, reversedBy } = await getSeen(tx, scope, input.transactionId);
  if (reversedBy === input.id) return { id: input.id };
  if (reversedBy !== null) throw new DomainError('version_conflict');
  if (!(await reverse(tx, scope, row, input.id))) {
    await assertSameRequest(tx, scope, input.id, { reversesTransactionId: row.id });
    return { id: input.id };
  }
  await freeLinesOf(tx, scope, [row.id]);
  await recordAudit(tx, scope, {
    action: 'transaction.delete',
    entity: 'transaction',
    entityId: row.id,
    before: auditFields(row),
  });
  return { id: input.id };
}

/** Brings back what was taken back, as it was. The same id again changes nothing. */
export async function restoreTransaction(tx: Tx, scope: Scope, input: { id: string; transactionId: string }) {
  const { row, reversedBy } = await getSeen(tx, scope, input.transactionId);
  if (reversedBy === null) throw new DomainError('version_conflict');
  const draft = { ...row, id: input.id, replacesTransactionId: row.id };
  if (!(await insertOne(tx, scope, draft))) {
    await assertSameRequest(tx, scope, input.id, { replacesTransactionId: row.id });
    return { id: input.id };
  }
  const shares = await listShares(tx, scope, [row.id]);
  await insertShares(
    tx,
    scope,
    input.id,
    shares.map(({ unitId, weight, amountCents }) => ({ unitId, weight, amountCents })),
  );
  await moveReceipts(tx, scope, row.id, input.id);
  await recordAudit(tx, scope, {
    action: 'transaction.restore',
    entity: 'transaction',
    entityId: input.id,
    after: auditFields(row),
  });
  return { id: input.id };
}

/** Takes back many standing bookings at once, for a recurring item; writes no audit of its own. */
export async function removeTransactions(tx: Tx, scope: Scope, rows: readonly TransactionRow[]) {
  const reversals = rows.map((row) => reversalOf(row, crypto.randomUUID()));
  // One that somebody else takes back at this moment is left to them.
  const added = new Set(await insertTransactions(tx, scope, reversals));
  await freeLinesOf(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  const reversalIds = new Map(
    reversals.filter(({ id }) => added.has(id)).map((draft) => [draft.reversesTransactionId, draft.id]),
  );
  const shares = await listShares(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  const mirrored = shares.flatMap(({ transactionId, unitId, weight, amountCents }) => {
    const id = reversalIds.get(transactionId);
    return id ? [{ transactionId: id, unitId, weight, amountCents: 0 - amountCents }] : [];
  });
  if (mirrored.length > 0) {
    await tx
      .insert(transactionShare)
      .values(
        mirrored.map((share) => ({ ...exactly(transactionShare, share), portfolioId: scope.portfolioId })),
      );
  }
}

/** Gives a standing booking another amount; a split keeps its proportions, labour is capped by the amount. */
export async function changeAmount(
  tx: Tx,
  scope: Scope,
  row: TransactionRow,
  amount: { amountCents: number; vatRateBp: number },
): Promise<void> {
  const known = await listShares(tx, scope, [row.id]);
  const parts = known.length
    ? allocateCents(
        amount.amountCents,
        known.map((share) => Math.abs(share.amountCents)),
      )
    : [];
  await replace(
    tx,
    scope,
    row,
    {
      ...row,
      ...amount,
      id: crypto.randomUUID(),
      vatCents: vatContained(amount.amountCents, amount.vatRateBp),
      labourCents: Math.min(Math.abs(row.labourCents), amount.amountCents),
      reversesTransactionId: null,
      replacesTransactionId: row.id,
    },
    known.map(({ unitId, weight }, index) => ({ unitId, weight, amountCents: parts[index] ?? 0 })),
  );
}
