import 'server-only';
import { and, asc, between, eq, isNull, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { charge, lease, openItem, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isUnsoldOn } from '@/db/unsold';
import { joins, within } from '@/db/within';
import { type CalendarDate, type Month, monthOf, yearOf } from '@/lib/calendar';
import { leaseIdsOf } from './account-leases';
import { chargeColumns, listChargesOf, pageOfLeases } from './by-place';
import { chargeOf, isOpen, isOverdue, openSums, sumRents, totalOf } from './figures';

/** More than anybody checks in one go; the next ones come when these are paid. */
const OVERDUE_LIMIT = 100;

/**
 * What was due in a year on the leases of a property or of all and what is open of it, one row per lease, with the sums of
 * its months over all leases. A rent belongs to the month it is for, anything else to the month it is due in.
 * Reads the charges of that year and no others.
 */
export async function getRentYear(
  tx: Tx,
  scope: Scope,
  input: { propertyId?: string | null; year?: number | null; cursor?: string | null; limit: number },
) {
  const propertyId = input.propertyId ?? null;
  if (propertyId !== null) await assertExists(tx, scope, property, propertyId);
  const year = input.year ?? yearOf(scope.today);
  const [page, years, months, overdue] = await Promise.all([
    listLeasesOfYear(tx, scope, { ...input, propertyId, year }),
    findYears(tx, scope, propertyId),
    sumMonths(tx, scope, propertyId, year),
    sumOverdue(tx, scope, propertyId),
  ]);
  const charges = await listChargesOf(
    tx,
    scope,
    page.rows.map((row) => row.id),
    ofYear(year),
  );
  return {
    year,
    years,
    months,
    /** Of all years. */
    overdue,
    today: scope.today,
    rows: page.rows.map(({ id, startsOn, endsOn }) => ({
      leaseId: id,
      startsOn,
      endsOn,
      charges: charges
        .filter((row) => row.leaseId === id)
        .map((row) => ({ ...row, month: monthOf(row.periodFrom ?? row.dueOn) })),
    })),
    nextCursor: page.nextCursor,
  };
}

type Days = Record<'dueOn' | 'periodFrom', AnyPgColumn>;

const belongsOn = (of: Days) => sql<string>`coalesce(${of.periodFrom}, ${of.dueOn})`;
/** Whole days, with the month after: a tenancy that begins on the 30th owes its first rent in the next month. */
const ofYear = (year: number, of: Days = charge) =>
  and(
    between(of.dueOn, `${year}-01-01`, `${year + 1}-01-31`),
    sql`${belongsOn(of)} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`,
  );

async function listLeasesOfYear(
  tx: Tx,
  scope: Scope,
  input: { propertyId: string | null; year: number; cursor?: string | null; limit: number },
) {
  const [first, last] = [`${input.year}-01-01`, `${input.year}-12-31`];
  const owesInYear = tx
    .select({ id: charge.leaseId })
    .from(charge)
    .where(and(within(charge, scope), eq(charge.leaseId, lease.id), ofYear(input.year)));
  return pageOfLeases(
    tx,
    scope,
    input,
    and(
      input.propertyId === null ? undefined : eq(unit.propertyId, input.propertyId),
      lte(lease.startsOn, last),
      sql`((${lease.endsOn} is null or ${lease.endsOn} >= ${first}::date) and ${isUnsoldOn(first)} or exists ${owesInYear})`,
    ),
  );
}

/** Of each month the rent due, and what is open in it of anything. */
async function sumMonths(tx: Tx, scope: Scope, propertyId: string | null, year: number) {
  // As ids: by a query of them a plan for any values went through the year of all leases.
  const leaseIds = propertyId === null ? null : (await leaseIdsOf(tx, scope, propertyId)).map(({ id }) => id);
  const owed = chargeOf(tx, scope, openItem.chargeId);
  const [rents, open] = await Promise.all([
    sumRents(tx, scope, { from: `${year}-01-01`, to: `${year}-12-31` }, { leaseIds, byLease: false }),
    tx
      .select({
        month: sql<Month>`to_char(${belongsOn(owed)}, 'YYYY-MM')`,
        openCents: openSums(scope.today).openCents,
      })
      .from(openItem)
      .innerJoinLateral(owed, sql`true`)
      .where(
        and(
          within(openItem, scope),
          isOpen,
          ofProperty(tx, scope, openItem.leaseId, propertyId),
          ofYear(year, owed),
        ),
      )
      .groupBy(sql`1`),
  ]);
  const months = [...new Set([...rents.map((row) => monthOf(row.day)), ...open.map((row) => row.month)])];
  return months.toSorted().map((month) => ({
    month,
    dueCents: totalOf(rents.filter((row) => monthOf(row.day) === month)).dueCents,
    openCents: open.find((row) => row.month === month)?.openCents ?? 0,
  }));
}

/** The first and last year there is something to see of. */
async function findYears(tx: Tx, scope: Scope, propertyId: string | null) {
  const [row] = await tx
    .select({
      first: sql<string | null>`to_char(min(${lease.bookedFrom}), 'YYYY-MM-DD')`,
      last: sql<string | null>`to_char(max(${lease.postedThrough}), 'YYYY-MM-DD')`,
    })
    .from(lease)
    .where(and(within(lease, scope), isNull(lease.voidedAt), ofProperty(tx, scope, lease.id, propertyId)));
  const now = yearOf(scope.today);
  return {
    first: Math.min(now, row?.first ? yearOf(row.first) : now),
    last: Math.max(now, row?.last ? yearOf(row.last) : now),
  };
}

const ofProperty = (tx: Tx, scope: Scope, leaseId: AnyPgColumn, propertyId: string | null) =>
  propertyId === null ? undefined : isAmong(leaseId, leaseIdsOf(tx, scope, propertyId));

async function sumOverdue(tx: Tx, scope: Scope, propertyId: string | null) {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      openCents: sql<number>`coalesce(sum(${openItem.openCents}), 0)`.mapWith(Number),
    })
    .from(openItem)
    .where(
      and(
        within(openItem, scope),
        ofProperty(tx, scope, openItem.leaseId, propertyId),
        isOverdue(scope.today),
      ),
    );
  return row ?? { count: 0, openCents: 0 };
}

/**
 * What is overdue on a lease, on the leases of a property or of all, the oldest first; with a day what is open and due through it.
 * The first hundred of it.
 */
export async function listOverdueCharges(
  tx: Tx,
  scope: Scope,
  input: { propertyId?: string | null; leaseId?: string | null; dueThrough?: CalendarDate | null },
) {
  const propertyId = input.propertyId ?? null;
  const leaseId = input.leaseId ?? null;
  if (propertyId !== null) await assertExists(tx, scope, property, propertyId);
  if (leaseId !== null) await assertExists(tx, scope, lease, leaseId);
  const found = await tx
    .select(chargeColumns)
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(
      and(
        within([charge, openItem], scope),
        ofProperty(tx, scope, openItem.leaseId, propertyId),
        leaseId === null ? undefined : eq(openItem.leaseId, leaseId),
        input.dueThrough ? and(isOpen, lte(openItem.dueOn, input.dueThrough)) : isOverdue(scope.today),
      ),
    )
    .orderBy(asc(openItem.dueOn), asc(openItem.chargeId))
    .limit(OVERDUE_LIMIT + 1);
  const rows = found.slice(0, OVERDUE_LIMIT);
  return { rows, hasMore: found.length > OVERDUE_LIMIT };
}
