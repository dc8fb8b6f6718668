import 'server-only';
import { and, between, eq, isNotNull, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { category, openItem, transaction, transactionShare } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { BookingDirection } from '@/domain/vocabulary';
import { type ArrearsByAge, arrearsAge, noArrears } from '@/features/arrears/age-rules';
import { findGermanProperties } from '@/features/legal/law-queries';
import type { Subject } from '@/features/occupancy/subject-queries';
import { type DaySum, isOverdue, type RentSum, sumDepositsIn, sumMoneyIn, sumRents } from '@/ledger';
import { type CalendarDate, firstOfMonth, lastOfMonth, type Month, monthOf } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import type { LeaseShares } from '../occupancy/lease-share-queries';

const total = (cents: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${cents}), 0)`.mapWith(Number);

/** The sums by month: of the portfolio as they are, of a property or unit its units' part of each lease. */
function byMonth(rows: readonly DaySum[], shares: LeaseShares | null): Map<Month, number> {
  const sums = new Map<Month, number>();
  for (const [month, ofMonth] of Map.groupBy(rows, (row) => monthOf(row.day))) {
    const period = { from: firstOfMonth(month), to: lastOfMonth(month) };
    for (const [leaseId, ofLease] of Map.groupBy(ofMonth, (row) => row.leaseId)) {
      const cents = ofLease.reduce((sum, row) => sum + row.cents, 0);
      const own =
        shares === null || leaseId === null
          ? cents
          : shares.split(leaseId, cents, period).reduce((sum, part) => sum + part.cents, 0);
      sums.set(month, (sums.get(month) ?? 0) + own);
    }
  }
  return sums;
}

export type LeaseMoney = Record<'paidIn' | 'deposits' | 'due' | 'received' | 'open', Map<Month, number>>;

/** The days figures of payments count, and those whose rents do: of a running month the whole rent is due. */
export type MoneyPeriod = Period & { rentsTo: CalendarDate };

/** What came in from tenants by the day it did; of the rents of each month what was due, received and is open. */
export async function readLeaseMoney(
  tx: Tx,
  scope: Scope,
  period: MoneyPeriod,
  shares: LeaseShares | null,
): Promise<LeaseMoney> {
  if (shares?.leaseIds.length === 0) {
    return { paidIn: new Map(), deposits: new Map(), due: new Map(), received: new Map(), open: new Map() };
  }
  const of = { leaseIds: shares?.leaseIds ?? null, byLease: shares !== null };
  const [paidIn, deposits, rents] = await Promise.all([
    sumMoneyIn(tx, scope, period, of),
    sumDepositsIn(tx, scope, period, of),
    sumRents(tx, scope, { from: period.from, to: period.rentsTo }, of),
  ]);
  const depositSums = byMonth(deposits, shares);
  const paidInSums = byMonth(paidIn, shares);
  // The deposits are part of what was paid: taken out of the same months, so that nothing counts twice.
  for (const [month, cents] of depositSums) paidInSums.set(month, (paidInSums.get(month) ?? 0) - cents);
  const rentsByMonth = (cents: (row: RentSum) => number) =>
    byMonth(
      rents.map((row) => ({ day: row.day, leaseId: row.leaseId, cents: cents(row) })),
      shares,
    );
  const due = rentsByMonth((row) => row.dueCents);
  const open = rentsByMonth((row) => row.openCents);
  return {
    paidIn: paidInSums,
    deposits: depositSums,
    due,
    received: rentsByMonth((row) => row.receivedCents),
    open,
  };
}

/** What is overdue today by age; of a property or unit its part of each lease. */
export async function readArrears(tx: Tx, scope: Scope, shares: LeaseShares | null): Promise<ArrearsByAge> {
  const byAge = noArrears();
  if (shares?.leaseIds.length === 0) return byAge;
  const leaseId = shares === null ? sql<string | null>`null::uuid` : sql<string | null>`${openItem.leaseId}`;
  const rows = await tx
    .select({
      dueOn: openItem.dueOn,
      owedSince: openItem.owedSince,
      leaseId,
      cents: total(sql`${openItem.openCents}`),
    })
    .from(openItem)
    .where(
      and(
        within(openItem, scope),
        isOverdue(scope.today),
        shares === null ? undefined : isAmong(openItem.leaseId, shares.leaseIds),
      ),
    )
    .groupBy(openItem.dueOn, openItem.owedSince, leaseId);
  for (const { dueOn, owedSince, leaseId: id, cents } of rows) {
    const age = arrearsAge(owedSince, scope.today);
    if (age === null) continue;
    const sums = byMonth([{ day: dueOn, leaseId: id, cents }], shares);
    for (const own of sums.values()) byAge[age] += own;
  }
  return byAge;
}

/** `code` and `parentCode` say for what, `anlageVGroup` (Germany's own) and `isRecoverable` what law makes of it. */
export type BookingSum = CategoryWords & {
  month: Month;
  direction: BookingDirection;
  categoryId: string;
  cents: number;
};

const parent = alias(category, 'parent');

/** Income and expenses booked in the period by month and category; reversals take back what they reverse. */
export async function readBookings(
  tx: Tx,
  scope: Scope,
  period: Period,
  subject: Subject,
): Promise<BookingSum[]> {
  const isUnit = subject.kind === 'unit';
  const rows = await sumBookings(tx, scope, period, subject);
  const split = isUnit ? await sumShares(tx, scope, period, subject) : [];
  const sums = [...rows, ...split];
  const categories = await readCategories(tx, scope, [...new Set(sums.map((row) => row.categoryId))]);
  return sums.map((row) => ({ ...row, ...(categories.get(row.categoryId) ?? noCategory) }));
}

type CategoryWords = Record<'code' | 'name' | 'parentCode' | 'anlageVGroup', string | null> & {
  isRecoverable: boolean;
};
const noCategory: CategoryWords = {
  ...{ code: null, name: null, parentCode: null, anlageVGroup: null },
  isRecoverable: false,
};

const monthSql = (day: SQLWrapper) => sql<string>`to_char(${day}, 'YYYY-MM')`;

const bookingGroup = {
  month: monthSql(transaction.bookedOn),
  direction: transaction.direction,
  categoryId: transaction.categoryId,
};

/** By day first, in the order of the index: writing each booking's day as its month takes longer than reading it. */
function sumBookings(tx: Tx, scope: Scope, period: Period, subject: Subject) {
  const sums = tx
    .select({
      bookedOn: transaction.bookedOn,
      direction: transaction.direction,
      categoryId: transaction.categoryId,
      cents: sql<string>`sum(${transaction.amountCents})`.as('cents'),
    })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        between(transaction.bookedOn, period.from, period.to),
        subject.kind === 'property' ? eq(transaction.propertyId, subject.propertyId) : undefined,
        subject.kind === 'unit' ? eq(transaction.unitId, subject.unitIds[0]) : undefined,
      ),
    )
    .groupBy(transaction.bookedOn, transaction.direction, transaction.categoryId)
    .as('sums');
  const month = monthSql(sums.bookedOn);
  return tx
    .select({
      month,
      direction: sums.direction,
      categoryId: sums.categoryId,
      cents: total(sql`${sums.cents}`),
    })
    .from(sums)
    .groupBy(month, sums.direction, sums.categoryId);
}

/** A unit's shares of the bills of its property. */
function sumShares(tx: Tx, scope: Scope, period: Period, subject: Subject & { kind: 'unit' }) {
  return tx
    .select({ ...bookingGroup, cents: total(sql`${transactionShare.amountCents}`) })
    .from(transaction)
    .innerJoin(transactionShare, joins(transactionShare.transactionId, transaction.id))
    .where(
      and(
        within([transaction, transactionShare], scope),
        between(transaction.bookedOn, period.from, period.to),
        eq(transaction.propertyId, subject.propertyId),
        isNotNull(transaction.splitMethod),
        eq(transactionShare.unitId, subject.unitIds[0]),
      ),
    )
    .groupBy(bookingGroup.month, transaction.direction, transaction.categoryId);
}

async function readCategories(tx: Tx, scope: Scope, ids: string[]) {
  if (ids.length === 0) return new Map<string, CategoryWords>();
  const rows = await tx
    .select({
      id: category.id,
      code: category.code,
      name: category.name,
      parentCode: parent.code,
      anlageVGroup: category.anlageVGroup,
      isRecoverable: category.isRecoverable,
    })
    .from(category)
    .leftJoin(parent, joins(parent.id, category.parentId))
    .where(and(within(category, scope), isAmong(category.id, ids)));
  return new Map(rows.map(({ id, ...words }) => [id, words]));
}

/**
 * The costs of the period that tenants do not bear, by property and category; for the net yield. A key passes on nothing of what
 * no statement has: what is booked on no property, and of a German one a category that is not recoverable (§ 1 (2) BetrKV).
 */
export async function readUnrecoverableCosts(
  tx: Tx,
  scope: Scope,
  period: Period,
  subject: Subject & { kind: 'portfolio' | 'property' },
) {
  const isKeyed = sql<boolean>`${transaction.recoverableKey} is not null`;
  const rows = await tx
    .select({
      propertyId: transaction.propertyId,
      categoryId: transaction.categoryId,
      isKeyed,
      cents: total(sql`${transaction.amountCents}`),
    })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        between(transaction.bookedOn, period.from, period.to),
        eq(transaction.direction, 'expense'),
        subject.kind === 'property' ? eq(transaction.propertyId, subject.propertyId) : undefined,
      ),
    )
    .groupBy(transaction.propertyId, transaction.categoryId, isKeyed);
  const german = await findGermanProperties(tx, scope, [
    ...new Set(rows.flatMap((row) => row.propertyId ?? [])),
  ]);
  const categories = await readCategories(tx, scope, [...new Set(rows.map((row) => row.categoryId))]);
  return rows
    .map((row) => ({ ...row, ...(categories.get(row.categoryId) ?? noCategory) }))
    .filter(
      ({ isKeyed: isPassedOn, propertyId, isRecoverable }) =>
        !isPassedOn || propertyId === null || (german.has(propertyId) && !isRecoverable),
    );
}
