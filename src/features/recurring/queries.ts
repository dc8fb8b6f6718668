import 'server-only';
import { and, asc, eq, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { auditEvent, category, property, recurring, recurringAmount, transaction, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { addDays, type CalendarDate, maxDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { isStanding, type TransactionRow } from '../transaction/queries';
import { amountOn, dueDays, nextDueDay, recurringState } from './rules';

export const itemColumns = {
  id: recurring.id,
  version: recurring.version,
  level: recurring.level,
  propertyId: recurring.propertyId,
  unitId: recurring.unitId,
  direction: recurring.direction,
  title: recurring.title,
  categoryId: recurring.categoryId,
  payee: recurring.payee,
  bankAccountId: recurring.bankAccountId,
  everyMonths: recurring.everyMonths,
  anchorDay: recurring.anchorDay,
  startsOn: recurring.startsOn,
  endsOn: recurring.endsOn,
  pausedOn: recurring.pausedOn,
  postedThrough: recurring.postedThrough,
  recoverableKey: recurring.recoverableKey,
  note: recurring.note,
};

export type RecurringAmount = {
  recurringId: string;
  validFrom: CalendarDate;
  amountCents: number;
  vatRateBp: number;
};

/**
 * The last day on which something of an item may fall due. Benefits and burdens of a house are the buyer's from the day it is
 * handed over (§ 446 BGB): an item on it ends before that day, as its rents do. Its own end stays, should the sale be taken back.
 */
export const lastDueOn = (tx: Tx, scope: Scope): SQL<CalendarDate | null> =>
  sql`least(${recurring.endsOn}, ${tx
    .select({ day: sql`${property.soldOn} - 1` })
    .from(property)
    .where(and(within(property, scope), joins(property.id, recurring.propertyId)))})`;

/** The columns of an item with the end that counts. */
const dueColumns = (tx: Tx, scope: Scope) => ({
  ...itemColumns,
  endsOn: sql<CalendarDate | null>`${lastDueOn(tx, scope)}::text`,
});

/** Every amount of the items, oldest first. */
export async function listAmounts(tx: Tx, scope: Scope, recurringIds: string[]): Promise<RecurringAmount[]> {
  if (recurringIds.length === 0) return [];
  return tx
    .select({
      recurringId: recurringAmount.recurringId,
      validFrom: recurringAmount.validFrom,
      amountCents: recurringAmount.amountCents,
      vatRateBp: recurringAmount.vatRateBp,
    })
    .from(recurringAmount)
    .where(and(within(recurringAmount, scope), isAmong(recurringAmount.recurringId, recurringIds)))
    .orderBy(asc(recurringAmount.recurringId), asc(recurringAmount.validFrom));
}

const readItems = (tx: Tx, scope: Scope) =>
  tx
    .select({
      ...itemColumns,
      lastDueOn: dueColumns(tx, scope).endsOn,
      categoryCode: category.code,
      categoryName: category.name,
      propertyName: property.name,
      unitName: unit.name,
    })
    .from(recurring)
    .innerJoin(category, joins(category.id, recurring.categoryId))
    .leftJoin(property, joins(property.id, recurring.propertyId))
    .leftJoin(unit, joins(unit.id, recurring.unitId));

type Item = Awaited<ReturnType<typeof readItems>>[number];

function toItem(item: Item, amounts: RecurringAmount[], today: CalendarDate) {
  const series = { ...item, endsOn: item.lastDueOn };
  const state = recurringState(series, today);
  // What is due today is booked already, so "next" is what is still to come.
  const nextDueOn =
    state === 'ended' || state === 'paused'
      ? null
      : nextDueDay(series, maxDate(item.startsOn, item.postedThrough && addDays(item.postedThrough, 1)));
  const current = amountOn(amounts, maxDate(today, item.startsOn));
  return {
    ...item,
    state,
    amounts: amounts.map(({ recurringId, ...amount }) => amount),
    amountCents: current?.amountCents ?? 0,
    vatRateBp: current?.vatRateBp ?? 0,
    nextDueOn,
    nextAmountCents: nextDueOn === null ? null : (amountOn(amounts, nextDueOn)?.amountCents ?? 0),
  };
}

/** Recurring items of a property and its units, or of the portfolio itself, by title. Voided ones show nowhere. */
export async function listRecurring(tx: Tx, scope: Scope, { propertyId }: { propertyId: string | null }) {
  if (propertyId !== null) await assertExists(tx, scope, property, propertyId);
  const items = await readItems(tx, scope)
    .where(
      and(
        within(recurring, scope),
        propertyId === null ? eq(recurring.level, 'portfolio') : eq(recurring.propertyId, propertyId),
        isNull(recurring.voidedAt),
      ),
    )
    .orderBy(asc(recurring.title), asc(recurring.id));
  const amounts = Map.groupBy(
    await listAmounts(
      tx,
      scope,
      items.map((item) => item.id),
    ),
    (amount) => amount.recurringId,
  );
  return items.map((item) => toItem(item, amounts.get(item.id) ?? [], scope.today));
}

export async function getRecurring(tx: Tx, scope: Scope, id: string) {
  const [item] = await readItems(tx, scope).where(
    and(isRow(recurring, scope, id), isNull(recurring.voidedAt)),
  );
  if (!item) throw new DomainError('not_found');
  return toItem(item, await listAmounts(tx, scope, [id]), scope.today);
}

/** The standing bookings of an item that were due on the day or later, oldest first. */
export async function listPostedRows(
  tx: Tx,
  scope: Scope,
  id: string,
  range: { from?: CalendarDate; to?: CalendarDate | null } = {},
): Promise<TransactionRow[]> {
  return tx
    .select()
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        eq(transaction.recurringId, id),
        range.from ? gte(transaction.dueOn, range.from) : undefined,
        range.to ? lte(transaction.dueOn, range.to) : undefined,
        isStanding(tx, scope),
      ),
    )
    .orderBy(asc(transaction.dueOn), asc(transaction.id));
}

export async function listPosted(tx: Tx, scope: Scope, input: { id: string; from: CalendarDate }) {
  await assertExists(tx, scope, recurring, input.id);
  const rows = await listPostedRows(tx, scope, input.id, { from: input.from });
  return rows.map(({ id, dueOn, bookedOn, amountCents, title }) => ({
    id,
    dueOn,
    bookedOn,
    amountCents,
    title,
  }));
}

/**
 * Holds the items that may have something to post. They are read again once held: what another process has
 * posted in the meantime is left out.
 */
export function lockItemsToPost(tx: Tx, scope: Scope, recurringId?: string) {
  const { today } = scope;
  const endsOn = lastDueOn(tx, scope);
  return tx
    .select(dueColumns(tx, scope))
    .from(recurring)
    .where(
      and(
        within(recurring, scope),
        recurringId ? eq(recurring.id, recurringId) : undefined,
        isNull(recurring.voidedAt),
        isNull(recurring.pausedOn),
        lte(recurring.startsOn, today),
        or(isNull(recurring.postedThrough), sql`${recurring.postedThrough} < ${today}`),
        sql`(${recurring.postedThrough} is null or coalesce(${endsOn} > ${recurring.postedThrough}, true))`,
      ),
    )
    .orderBy(asc(recurring.id))
    .for('update');
}

const isComing = (tx: Tx, scope: Scope) =>
  and(
    within(recurring, scope),
    isNull(recurring.voidedAt),
    isNull(recurring.pausedOn),
    sql`coalesce(${lastDueOn(tx, scope)} >= ${scope.today}, true)`,
  );

/** An item of which more is to come, held until the transaction ends; null where there is none. */
export async function findComingItem(tx: Tx, scope: Scope, recurringId: string) {
  const [item] = await tx
    .select(dueColumns(tx, scope))
    .from(recurring)
    .where(and(isComing(tx, scope), eq(recurring.id, recurringId)))
    .for('update');
  return item ?? null;
}

/** What falls due after today until a day, as it will be booked; what is booked ahead already is left out. */
export async function listComing(tx: Tx, scope: Scope, through: CalendarDate) {
  const items = await tx
    .select(dueColumns(tx, scope))
    .from(recurring)
    .where(and(isComing(tx, scope), lte(recurring.startsOn, through)))
    .orderBy(asc(recurring.id));
  const ids = items.map((item) => item.id);
  const amounts = Map.groupBy(await listAmounts(tx, scope, ids), (amount) => amount.recurringId);
  const ahead = await tx
    .select({ recurringId: transaction.recurringId, dueOn: transaction.dueOn })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        isAmong(transaction.recurringId, ids),
        gt(transaction.dueOn, scope.today),
      ),
    );
  const takenBack = await listTakenBack(tx, scope, ahead);
  const isBooked = new Set(ahead.map(dueKey).filter((key) => !takenBack.has(key)));
  return items.flatMap((item) =>
    dueDays(item, addDays(maxDate(scope.today, item.postedThrough), 1), through)
      .filter((dueOn) => !isBooked.has(dueKey({ recurringId: item.id, dueOn })))
      .map((dueOn) => ({
        ...item,
        dueOn,
        amountCents: amountOn(amounts.get(item.id) ?? [], dueOn)?.amountCents ?? 0,
      })),
  );
}

type DueDay = { recurringId: string | null; dueOn: CalendarDate | null };

export const dueKey = ({ recurringId, dueOn }: DueDay) => `${recurringId} ${dueOn}`;

/**
 * The bookings of due days that somebody took back, by item and day. One that was moved to another property stands there, without
 * its item: it was not taken back.
 */
export async function listTakenBack(
  tx: Tx,
  scope: Scope,
  due: readonly DueDay[],
): Promise<Map<string, string>> {
  const [from] = due.flatMap((one) => one.dueOn ?? []).toSorted();
  if (from === undefined) return new Map();
  const rows = await tx
    .select({
      id: transaction.id,
      recurringId: transaction.recurringId,
      dueOn: transaction.dueOn,
      reverses: transaction.reversesTransactionId,
      replaces: transaction.replacesTransactionId,
    })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        isAmong(
          transaction.recurringId,
          due.flatMap((one) => one.recurringId ?? []),
        ),
        gte(transaction.dueOn, from),
      ),
    );
  const gone = new Set(rows.flatMap(({ reverses }) => reverses ?? []));
  const replaced = new Set(rows.flatMap(({ replaces }) => replaces ?? []));
  const latest = rows.filter(({ id, reverses }) => reverses === null && gone.has(id) && !replaced.has(id));
  const removed = await tx
    .select({ id: auditEvent.entityId })
    .from(auditEvent)
    .where(
      and(
        within(auditEvent, scope),
        eq(auditEvent.entity, 'transaction'),
        eq(auditEvent.action, 'transaction.delete'),
        isAmong(
          auditEvent.entityId,
          latest.map(({ id }) => id),
        ),
      ),
    );
  const isRemoved = new Set(removed.map(({ id }) => id));
  return new Map(latest.filter(({ id }) => isRemoved.has(id)).map((row) => [dueKey(row), row.id]));
}
