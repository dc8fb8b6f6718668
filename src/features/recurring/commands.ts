import 'server-only';
import { and, between, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { recurring, recurringAmount, transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import {
  changedRow,
  isChangedSo,
  isRow,
  isSeenRow,
  nextVersion,
  type SeenRow,
  sameRequestOnly,
} from '@/db/versioned';
import { within } from '@/db/within';
import { vatContained } from '@/domain/vat';
import type { BookingDirection } from '@/domain/vocabulary';
import {
  addDays,
  type CalendarDate,
  firstOfMonth,
  lastOfMonth,
  type Month,
  maxDate,
  minDate,
  monthOf,
} from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { changesBetween } from '@/lib/server/changes';
import { assertBookable } from '../category/queries';
import { changeAmount, insertTransactions, removeTransactions } from '../transaction/commands';
import { getPlace } from '../transaction/queries';
import {
  dueKey,
  findComingItem,
  itemColumns,
  lastDueOn,
  listAmounts,
  listPostedRows,
  listTakenBack,
  lockItemsToPost,
  type RecurringAmount,
} from './queries';
import { amountOn, daysToPost, dueDays, postedAfterMove } from './rules';
import type {
  createRecurringInput,
  deleteAmountInput,
  endRecurringInput,
  setAmountInput,
  updateRecurringInput,
} from './schema';

export type PostingReport = {
  items: number;
  transactions: number;
  incomeCents: number;
  expenseCents: number;
};

/**
 * Books what is due by today in the portfolio's time zone and not booked yet, of one item or of all. Days off
 * are caught up, pauses are not; running it again, or from several processes at once, changes nothing.
 */
export async function postDueTransactions(
  tx: Tx,
  scope: Scope,
  options: { recurringId?: string } = {},
): Promise<PostingReport> {
  const items = await lockItemsToPost(tx, scope, options.recurringId);
  const itemIds = items.map((item) => item.id);
  const amounts = Map.groupBy(await listAmounts(tx, scope, itemIds), (amount) => amount.recurringId);
  const drafts = items.flatMap((item) =>
    daysToPost(item, scope.today).map((dueOn) => draftOf(item, amounts.get(item.id) ?? [], dueOn)),
  );
  const added = await insertDue(tx, scope, drafts);
  for (const [postedThrough, rows] of Map.groupBy(items, ({ endsOn }) => minDate(scope.today, endsOn))) {
    const ids = rows.map((item) => item.id);
    await tx
      .update(recurring)
      .set({ postedThrough })
      .where(and(within(recurring, scope), isAmong(recurring.id, ids)));
  }
  const report = reportOf(drafts.filter((draft) => added.has(draft.id)));
  // Of one item it is part of what somebody just did with it, and written there.
  if (report.transactions > 0 && !options.recurringId) {
    await recordAudit(tx, scope, {
      action: 'recurring.post',
      entity: 'portfolio',
      entityId: scope.portfolioId,
      after: report,
    });
  }
  return report;
}

/** Books due days, each once; one that was booked ahead and taken back before it came is booked in the place of that. */
async function insertDue(tx: Tx, scope: Scope, drafts: readonly ReturnType<typeof draftOf>[]) {
  const added = new Set(await insertTransactions(tx, scope, drafts));
  const left = drafts.filter((draft) => !added.has(draft.id));
  const takenBack = await listTakenBack(tx, scope, left);
  const again = left.flatMap((draft) => {
    const replacesTransactionId = takenBack.get(dueKey(draft));
    return replacesTransactionId === undefined ? [] : [{ ...draft, replacesTransactionId }];
  });
  for (const id of await insertTransactions(tx, scope, again)) added.add(id);
  return added;
}

/** What an item books on a due day. */
function draftOf(
  item: Awaited<ReturnType<typeof lockItemsToPost>>[number],
  amounts: readonly RecurringAmount[],
  dueOn: CalendarDate,
) {
  const { amountCents = 0, vatRateBp = 0 } = amountOn(amounts, dueOn) ?? {};
  return {
    id: crypto.randomUUID(),
    level: item.level,
    propertyId: item.propertyId,
    unitId: item.unitId,
    bookedOn: dueOn,
    direction: item.direction,
    categoryId: item.categoryId,
    title: item.title,
    payee: item.payee,
    amountCents,
    vatRateBp,
    vatCents: vatContained(amountCents, vatRateBp),
    bankAccountId: item.bankAccountId,
    recoverableKey: item.recoverableKey,
    recurringId: item.id,
    dueOn,
  };
}

/**
 * Books one due day before it comes, because the bank has moved the money already; when the day comes nothing more is
 * booked. One that is booked already is left as it is.
 * @returns the booking of the due day
 */
export async function postAhead(
  tx: Tx,
  scope: Scope,
  due: { id: string; recurringId: string; dueOn: CalendarDate; bookedOn: CalendarDate },
): Promise<string> {
  if (due.bookedOn > scope.today) throw new DomainError('transaction.in_future', { field: 'bookedOn' });
  const item = await findComingItem(tx, scope, due.recurringId);
  if (!item || dueDays(item, due.dueOn, due.dueOn).length === 0) throw new DomainError('not_found');
  const { id, bookedOn } = due;
  const draft = { ...draftOf(item, await listAmounts(tx, scope, [item.id]), due.dueOn), id, bookedOn };
  const added = await insertDue(tx, scope, [draft]);
  if (!added.has(id)) throw new DomainError('version_conflict');
  const { title, direction, amountCents, propertyId } = draft;
  await recordAudit(tx, scope, {
    action: 'transaction.record',
    entity: 'transaction',
    entityId: id,
    after: { name: title, direction, bookedOn, amountCents, propertyId },
  });
  return id;
}

function reportOf(
  posted: readonly Pick<typeof transaction.$inferSelect, 'recurringId' | 'direction' | 'amountCents'>[],
): PostingReport {
  const sumOf = (direction: BookingDirection) =>
    sumCents(posted.filter((row) => row.direction === direction).map((row) => row.amountCents));
  return {
    items: new Set(posted.map((row) => row.recurringId)).size,
    transactions: posted.length,
    incomeCents: sumOf('income'),
    expenseCents: sumOf('expense'),
  };
}

const recurringKey = { id: recurring.id, version: recurring.version };

/** A new item; what is due of it by today is booked at once. */
export async function createRecurring(tx: Tx, scope: Scope, input: z.output<typeof createRecurringInput>) {
  const { amountCents, vatRateBp, postPast, ...item } = input;
  const place = await getPlace(tx, scope, item);
  await assertBookable(tx, scope, item.categoryId, item.direction);
  const columns = { ...item, ...place };
  const entry = {
    action: 'recurring.create',
    entity: 'recurring',
    entityId: item.id,
    after: { name: item.title, ...columns, amountCents, vatRateBp, ...(postPast && { postPast }) },
  } as const;
  const [row] = await tx
    .insert(recurring)
    .values({
      portfolioId: scope.portfolioId,
      ...exactly(recurring, columns),
      postedThrough: postPast ? null : addDays(scope.today, -1),
    })
    .onConflictDoNothing()
    .returning(recurringKey);
  if (!row) {
    const [existing] = await tx
      .select(itemColumns)
      .from(recurring)
      .where(isRow(recurring, scope, item.id));
    const same = sameRequestOnly(existing, columns);
    // What it costs, and since when it is booked, stands in no column of its own.
    if (!(await isMadeSo(tx, scope, entry))) throw new DomainError('already_exists');
    return { ...same, posted: reportOf(await listPostedRows(tx, scope, item.id)) };
  }
  await tx.insert(recurringAmount).values({
    portfolioId: scope.portfolioId,
    recurringId: item.id,
    validFrom: item.startsOn,
    amountCents,
    vatRateBp,
  });
  await assertOwnStill(tx, scope, item);
  await recordAudit(tx, scope, entry);
  return { ...row, posted: await postDueTransactions(tx, scope, { recurringId: item.id }) };
}

/** Of a house that was sold before an item begins nothing would ever be booked. */
async function assertOwnStill(tx: Tx, scope: Scope, item: { id: string; startsOn: CalendarDate }) {
  const [row] = await tx
    .select({ isSold: sql<boolean>`coalesce(${lastDueOn(tx, scope)} < ${item.startsOn}, false)` })
    .from(recurring)
    .where(isRow(recurring, scope, item.id));
  if (row?.isSold) throw new DomainError('recurring.property_sold', { field: 'startsOn' });
}

/** The item, held until the transaction ends. */
async function holdItem(tx: Tx, scope: Scope, id: string) {
  const [item] = await tx
    .select(itemColumns)
    .from(recurring)
    .where(and(isRow(recurring, scope, id), isNull(recurring.voidedAt)))
    .for('update');
  if (!item) throw new DomainError('not_found');
  return item;
}

/** The item as its editor saw it, held until the transaction ends. */
async function lockItem(tx: Tx, scope: Scope, seen: SeenRow) {
  const item = await holdItem(tx, scope, seen.id);
  if (item.version !== seen.version) throw new DomainError('version_conflict');
  return item;
}

async function setItem(
  tx: Tx,
  scope: Scope,
  seen: SeenRow,
  fields: Partial<typeof recurring.$inferInsert>,
): Promise<SeenRow> {
  return changedRow(
    await tx
      .update(recurring)
      .set({ ...exactly(recurring, fields), ...nextVersion(recurring, scope) })
      .where(isSeenRow(recurring, scope, seen))
      .returning(recurringKey),
  );
}

/** Changes what is to come; what is booked stays. An item that has bookings stays where it is. */
export async function updateRecurring(tx: Tx, scope: Scope, input: z.output<typeof updateRecurringInput>) {
  const { id, version, ...item } = input;
  const before = await lockItem(tx, scope, input);
  const columns = { ...item, ...(await getPlace(tx, scope, item)) };
  await assertBookable(tx, scope, item.categoryId, item.direction);
  if (columns.propertyId !== before.propertyId && (await hasBookings(tx, scope, id))) {
    throw new DomainError('recurring.place_is_posted', { field: 'propertyId' });
  }
  const isMoved = item.startsOn !== before.startsOn || item.anchorDay !== before.anchorDay;
  const posted = isMoved && {
    postedThrough: postedAfterMove(
      before,
      scope.today,
      await hasBookings(tx, scope, id, monthOf(scope.today)),
    ),
  };
  const row = await setItem(tx, scope, { id, version }, { ...columns, ...posted });
  // The first amount holds from the first day on, wherever that is moved.
  const [first] = await listAmounts(tx, scope, [id]);
  if (first && item.startsOn < first.validFrom) {
    await tx
      .update(recurringAmount)
      .set({ validFrom: item.startsOn, ...nextVersion(recurringAmount, scope) })
      .where(isAmount(scope, id, first.validFrom));
  }
  await recordAudit(tx, scope, {
    action: 'recurring.update',
    entity: 'recurring',
    entityId: id,
    ...changesBetween({ name: before.title, ...before }, { name: item.title, ...columns }),
  });
  return { ...row, posted: await postDueTransactions(tx, scope, { recurringId: id }) };
}

/** Whether anything was ever booked of the item, or was due in a month, standing or not. */
async function hasBookings(tx: Tx, scope: Scope, recurringId: string, month?: Month): Promise<boolean> {
  const isDueThen =
    month === undefined ? undefined : between(transaction.dueOn, firstOfMonth(month), lastOfMonth(month));
  const rows = await tx
    .select({ id: transaction.id })
    .from(transaction)
    .where(and(within(transaction, scope), eq(transaction.recurringId, recurringId), isDueThen))
    .limit(1);
  return rows.length > 0;
}

const isAmount = (scope: Scope, recurringId: string, validFrom: CalendarDate) =>
  and(
    within(recurringAmount, scope),
    eq(recurringAmount.recurringId, recurringId),
    eq(recurringAmount.validFrom, validFrom),
  );

export type AmountDifference = {
  transactionId: string;
  dueOn: CalendarDate;
  postedCents: number;
  dueCents: number;
};

/**
 * Another amount from a day on; on a day that has one it replaces that. Answers with the bookings from then
 * until the next amount that differ after it; they are corrected only if confirmed. The same request again changes nothing.
 */
export async function setAmount(tx: Tx, scope: Scope, input: z.output<typeof setAmountInput>) {
  const { recurringId, validFrom, amountCents, vatRateBp } = input;
  const item = await holdItem(tx, scope, recurringId);
  const before = await listAmounts(tx, scope, [recurringId]);
  const standing = before.find((amount) => amount.validFrom === validFrom);
  const isSet =
    standing && isChangedSo({ ...standing, version: item.version }, input, { amountCents, vatRateBp });
  const row = isSet ? { id: item.id, version: item.version } : await writeAmount(tx, scope, input, before);
  const next = before.find((amount) => amount.validFrom > validFrom)?.validFrom;
  const concerned = (
    await listPostedRows(tx, scope, recurringId, { from: validFrom, to: next ? addDays(next, -1) : null })
  ).filter((booked) => booked.amountCents !== amountCents || booked.vatRateBp !== vatRateBp);
  if (input.correctPosted) {
    for (const booked of concerned) await changeAmount(tx, scope, booked, { amountCents, vatRateBp });
    return { ...row, differences: [] };
  }
  const differences = concerned.map(
    (booked): AmountDifference => ({
      transactionId: booked.id,
      dueOn: booked.dueOn ?? booked.bookedOn,
      postedCents: booked.amountCents,
      dueCents: amountCents,
    }),
  );
  return { ...row, differences };
}

async function writeAmount(
  tx: Tx,
  scope: Scope,
  { recurringId, version, validFrom, amountCents, vatRateBp }: z.output<typeof setAmountInput>,
  before: readonly RecurringAmount[],
): Promise<SeenRow> {
  const row = await setItem(tx, scope, { id: recurringId, version }, {});
  await tx
    .insert(recurringAmount)
    .values({ portfolioId: scope.portfolioId, recurringId, validFrom, amountCents, vatRateBp })
    .onConflictDoUpdate({
      target: [recurringAmount.portfolioId, recurringAmount.recurringId, recurringAmount.validFrom],
      set: { amountCents, vatRateBp, ...nextVersion(recurringAmount, scope) },
    });
  await recordAudit(tx, scope, {
    action: 'recurring.set_amount',
    entity: 'recurring',
    entityId: recurringId,
    before: { amounts: before.map(({ recurringId: _, ...amount }) => amount) },
    after: { validFrom, amountCents, vatRateBp },
  });
  return row;
}

/** Takes a later amount out again; what was booked with it stays. */
export async function deleteAmount(tx: Tx, scope: Scope, input: z.output<typeof deleteAmountInput>) {
  const { recurringId, version, validFrom } = input;
  await lockItem(tx, scope, { id: recurringId, version });
  const amounts = await listAmounts(tx, scope, [recurringId]);
  const index = amounts.findIndex((amount) => amount.validFrom === validFrom);
  if (index < 0) throw new DomainError('not_found');
  if (index === 0) throw new DomainError('recurring.first_amount');
  await tx.delete(recurringAmount).where(isAmount(scope, recurringId, validFrom));
  const row = await setItem(tx, scope, { id: recurringId, version }, {});
  await recordAudit(tx, scope, {
    action: 'recurring.delete_amount',
    entity: 'recurring',
    entityId: recurringId,
    before: amounts[index] ?? null,
  });
  return row;
}

/** From today on nothing more is booked; what is due by today still is, so that it matters not when jobs run. */
export async function pauseRecurring(tx: Tx, scope: Scope, seen: SeenRow) {
  const item = await lockItem(tx, scope, seen);
  if (item.pausedOn !== null) throw new DomainError('recurring.paused');
  const posted = await postDueTransactions(tx, scope, { recurringId: seen.id });
  const row = await setItem(tx, scope, seen, { pausedOn: scope.today });
  await recordAudit(tx, scope, {
    action: 'recurring.pause',
    entity: 'recurring',
    entityId: seen.id,
    after: { name: item.title, pausedOn: scope.today },
  });
  return { ...row, posted };
}

/** Goes on with what is due today or later; what fell into the pause is not caught up. */
export async function resumeRecurring(tx: Tx, scope: Scope, seen: SeenRow) {
  const item = await lockItem(tx, scope, seen);
  if (item.pausedOn === null) throw new DomainError('recurring.not_paused');
  const row = await setItem(tx, scope, seen, {
    pausedOn: null,
    postedThrough: maxDate(addDays(scope.today, -1), item.postedThrough),
  });
  await recordAudit(tx, scope, {
    action: 'recurring.resume',
    entity: 'recurring',
    entityId: seen.id,
    after: { name: item.title },
  });
  return { ...row, posted: await postDueTransactions(tx, scope, { recurringId: seen.id }) };
}

/** Ends an item on a day, or takes its end back. What is booked after it is taken back only if asked. */
export async function endRecurring(tx: Tx, scope: Scope, input: z.output<typeof endRecurringInput>) {
  const { id, version, endsOn } = input;
  const item = await lockItem(tx, scope, input);
  if (endsOn !== null && endsOn < item.startsOn) {
    throw new DomainError('invalid', { field: 'endsOn' });
  }
  const row = await setItem(tx, scope, { id, version }, { endsOn });
  const later = endsOn === null ? [] : await listPostedRows(tx, scope, id, { from: addDays(endsOn, 1) });
  if (input.removeLater) await removeTransactions(tx, scope, later);
  await recordAudit(tx, scope, {
    action: 'recurring.end',
    entity: 'recurring',
    entityId: id,
    before: { endsOn: item.endsOn },
    after: { name: item.title, endsOn, removed: input.removeLater ? later.length : 0 },
  });
  return {
    ...row,
    later: later.length,
    posted: await postDueTransactions(tx, scope, { recurringId: id }),
  };
}

/** An item entered by mistake: everything booked of it is taken back, and it shows nowhere any more. */
export async function voidRecurring(tx: Tx, scope: Scope, seen: SeenRow) {
  const item = await lockItem(tx, scope, seen);
  const posted = await listPostedRows(tx, scope, seen.id);
  await removeTransactions(tx, scope, posted);
  const row = await setItem(tx, scope, seen, { voidedAt: scope.now });
  await recordAudit(tx, scope, {
    action: 'recurring.void',
    entity: 'recurring',
    entityId: seen.id,
    before: { name: item.title, transactions: posted.length },
  });
  return { ...row, removed: posted.length };
}
