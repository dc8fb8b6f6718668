import 'server-only';
import { and, between, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { category, transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { BookingDirection } from '@/domain/vocabulary';
import { addDays, type CalendarDate, yearOf } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { NEAR_DAYS, nearYearOf, taxYear } from './rules';

export type TaxCategory = {
  id: string;
  code: string | null;
  name: string | null;
  anlageVGroup: string | null;
  scheduleELine: number | null;
};

/** What counts in a year of a category, on a property or on none; income and expenses are both positive. */
export type BookedSum = {
  propertyId: string | null;
  category: TaxCategory;
  direction: BookingDirection;
  isPassedOn: boolean;
  cents: number;
};

type Raw = Omit<BookedSum, 'category'> & { categoryId: string };

const isPassedOn = sql<boolean>`${transaction.recoverableKey} is not null`;
const group = {
  propertyId: transaction.propertyId,
  categoryId: transaction.categoryId,
  direction: transaction.direction,
  isPassedOn,
};

const ofProperty = (propertyId: string | null) =>
  propertyId === null ? undefined : eq(transaction.propertyId, propertyId);

/**
 * Bookings by the year in which they count: what comes back regularly and is paid and due around New Year counts with the
 * year it belongs to, if `hasTenDays` (`taxYear`). Of all properties, or of one.
 */
export async function listBookedSums(
  tx: Tx,
  scope: Scope,
  year: number,
  propertyId: string | null,
  hasTenDays: (propertyId: string | null) => boolean,
): Promise<BookedSum[]> {
  const first: CalendarDate = `${year}-01-01`;
  const next: CalendarDate = `${year + 1}-01-01`;
  const around = (day: CalendarDate) => ({ from: addDays(day, -NEAR_DAYS), to: addDays(day, NEAR_DAYS - 1) });
  const [start, end] = [around(first), around(next)];
  const [sums, ...edges] = await Promise.all([
    sumBooked(tx, scope, { from: addDays(start.to, 1), to: addDays(end.from, -1) }, propertyId),
    listBooked(tx, scope, start, propertyId),
    listBooked(tx, scope, end, propertyId),
  ]);
  const near = edges.flat().filter(({ bookedOn, dueOn, serviceFrom, serviceTo, propertyId: of }) => {
    const isOfOneYear =
      serviceFrom !== null && serviceTo !== null && yearOf(serviceFrom) === yearOf(serviceTo);
    const belongsTo = isOfOneYear && hasTenDays(of) ? yearOf(serviceFrom) : null;
    return taxYear({ paidIn: yearOf(bookedOn), nearYear: nearYearOf(bookedOn, dueOn), belongsTo }) === year;
  });
  const raw: Raw[] = [...sums, ...near];
  const categories = await readCategories(tx, scope, [...new Set(raw.map((row) => row.categoryId))]);
  return raw.flatMap(({ categoryId, ...row }) => {
    const known = categories.get(categoryId);
    return known ? [{ ...row, category: known }] : [];
  });
}

const sumBooked = (tx: Tx, scope: Scope, period: Period, propertyId: string | null): Promise<Raw[]> =>
  tx
    .select({ ...group, cents: sql<number>`sum(${transaction.amountCents})`.mapWith(Number) })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        between(transaction.bookedOn, period.from, period.to),
        ofProperty(propertyId),
      ),
    )
    .groupBy(group.propertyId, group.categoryId, group.direction, isPassedOn);

const listBooked = (tx: Tx, scope: Scope, period: Period, propertyId: string | null) =>
  tx
    .select({
      ...group,
      cents: transaction.amountCents,
      bookedOn: transaction.bookedOn,
      dueOn: transaction.dueOn,
      serviceFrom: transaction.serviceFrom,
      serviceTo: transaction.serviceTo,
    })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        between(transaction.bookedOn, period.from, period.to),
        ofProperty(propertyId),
      ),
    );

async function readCategories(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string, TaxCategory>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      id: category.id,
      code: category.code,
      name: category.name,
      anlageVGroup: category.anlageVGroup,
      scheduleELine: category.scheduleELine,
    })
    .from(category)
    .where(and(within(category, scope), isAmong(category.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

export type SpentOn = {
  propertyId: string;
  bookedOn: CalendarDate;
  cents: number;
  vatCents: number;
  group: string;
};

/** What was spent on buildings until a day: improvements since ever, and their upkeep. */
export async function listSpentOn(
  tx: Tx,
  scope: Scope,
  until: CalendarDate,
  groups: readonly ('depreciation' | 'maintenance')[],
  { since, propertyId }: { since?: CalendarDate; propertyId: string | null },
): Promise<SpentOn[]> {
  const rows = await tx
    .select({
      propertyId: transaction.propertyId,
      bookedOn: transaction.bookedOn,
      group: sql<string>`${category.anlageVGroup}`,
      cents: sql<number>`sum(${transaction.amountCents})`.mapWith(Number),
      vatCents: sql<number>`sum(${transaction.vatCents})`.mapWith(Number),
    })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .where(
      and(
        within([transaction, category], scope),
        eq(transaction.direction, 'expense'),
        isAmong(category.anlageVGroup, [...groups]),
        lte(transaction.bookedOn, until),
        since === undefined ? undefined : gte(transaction.bookedOn, since),
        isNotNull(transaction.propertyId),
        ofProperty(propertyId),
      ),
    )
    .groupBy(transaction.propertyId, transaction.bookedOn, category.anlageVGroup);
  return rows.flatMap(({ propertyId: of, ...row }) => (of === null ? [] : [{ ...row, propertyId: of }]));
}
