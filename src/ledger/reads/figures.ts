import 'server-only';
import { and, between, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { literals } from '@/db/columns';
import { allocation, charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { chargeKindsWhere, paymentMethodsWhere } from '@/domain/account-kinds';
import { addDays, type CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';

/**
 * What the words of money mean, on every screen:
 *
 * - due: the rent of a month, by the month it is for; with its corrections and less what was waived of it. No fee, no
 *   interest, no one-off amount and nothing brought forward.
 * - received: what is paid of that, whenever it was paid, also out of the deposit; not what was only settled on paper: by
 *   credit from before the books began, or by passing it on to the account of another lease.
 * - open: any item that is not settled, whatever it is and also before its day.
 * - overdue: what is open and past its day.
 * - balance: all charges due by a day less all payments by that day, of an account (`balance.ts`).
 *
 * What came in on which day, for rent or anything else, is money in and is called so (`money-in.ts`).
 */

export const rentKinds = chargeKindsWhere((traits) => traits.isRent);
/** Methods that settle something and bring no money. */
export const onPaper = paymentMethodsWhere((traits) => !traits.isReceived);

/** Condition on an open item. The literal 0 is what lets Postgres use the partial indexes. */
export const isOpen: SQL = gt(openItem.openCents, sql`0`);

/** Condition on an open item: open and past its day. */
export const isOverdue = (today: CalendarDate): SQL | undefined => and(isOpen, lt(openItem.dueOn, today));

/** Of open items: what is open, and what of it is overdue. */
export const openSums = (today: CalendarDate) => ({
  openCents: sql<number>`coalesce(sum(${openItem.openCents}), 0)`.mapWith(Number),
  overdueCents:
    sql<number>`coalesce(sum(${openItem.openCents}) filter (where ${openItem.dueOn} < ${today}), 0)`.mapWith(
      Number,
    ),
});

/** A rent falls due in its month or, where its tenancy begins at the end of one, in the next. */
const LATEST_DUE_DAYS = 31;

type ChargeColumns = Record<'kind' | 'dueOn' | 'periodFrom', AnyPgColumn>;

const isRentFrom = ({ from, to }: Period, of: ChargeColumns) =>
  and(inArray(of.kind, rentKinds), between(of.periodFrom, from, to));

/** Condition on a charge: the rent of a month that begins in the days; found by the days in which it falls due. */
export const isRentOf = (period: Period, of: ChargeColumns = charge): SQL | undefined =>
  and(isRentFrom(period, of), between(of.dueOn, period.from, addDays(period.to, LATEST_DUE_DAYS)));

/** The same of some leases, by which it is found: asked by days as well Postgres read the rents of all of them. */
const isRentOfLeases = (period: Period, leaseIds: NonNullable<Of['leaseIds']>) =>
  and(isRentFrom(period, charge), isAmong(charge.leaseId, leaseIds));

/** Of rents that begin on a day: what was due, what of it is received, and what is open of it. */
export type RentSum = {
  day: CalendarDate;
  leaseId: string | null;
  dueCents: number;
  receivedCents: number;
  openCents: number;
};

/** Of which leases a sum is asked. */
export type Of = {
  /** Ids or a query of them; null for the portfolio. */
  leaseIds: Parameters<typeof isAmong>[1] | null;
  /** Whether the sums are told apart by lease. */
  byLease: boolean;
};

/** What was due of the months that begin in the days, received and open, by day. */
export async function sumRents(tx: Tx, scope: Scope, period: Period, of: Of): Promise<RentSum[]> {
  const isAsked = of.leaseIds === null ? isRentOf(period) : isRentOfLeases(period, of.leaseIds);
  const [due, open, settledOnPaper] = await Promise.all([
    sumDue(tx, scope, isAsked, of),
    sumOpen(tx, scope, period, of),
    sumOnPaper(tx, scope, period, of),
  ]);
  const sums = new Map<string, RentSum>();
  const at = ({ day, leaseId }: { day: CalendarDate; leaseId: string | null }) => {
    const key = `${day} ${leaseId ?? ''}`;
    const sum = sums.get(key) ?? { day, leaseId, dueCents: 0, receivedCents: 0, openCents: 0 };
    sums.set(key, sum);
    return sum;
  };
  for (const row of due) {
    at(row).dueCents += row.cents;
    at(row).receivedCents += row.cents;
  }
  for (const row of open) {
    at(row).openCents += row.cents;
    at(row).receivedCents -= row.cents;
  }
  for (const row of settledOnPaper) at(row).receivedCents -= row.cents;
  return [...sums.values()];
}

/** What was due, added up in the order of the index first: of many rents few days are left to be sorted by their month. */
function sumDue(tx: Tx, scope: Scope, isAsked: SQL | undefined, of: Of) {
  const leaseId = of.byLease ? sql<string | null>`${charge.leaseId}` : sql<string | null>`null::uuid`;
  const sums = tx
    .select({
      periodFrom: charge.periodFrom,
      leaseId: leaseId.as('of_lease'),
      cents: sql<string>`sum(${charge.totalCents})`.as('cents'),
    })
    .from(charge)
    .where(and(within(charge, scope), isAsked))
    .groupBy(charge.dueOn, charge.kind, charge.periodFrom, leaseId)
    .as('sums');
  return tx
    .select({
      day: sql<CalendarDate>`to_char(${sums.periodFrom}, 'YYYY-MM-DD')`,
      leaseId: sums.leaseId,
      cents: sql<number>`sum(${sums.cents})`.mapWith(Number),
    })
    .from(sums)
    .groupBy(sums.periodFrom, sums.leaseId);
}

/**
 * The charge that a row belongs to, for a lateral join. It is found by its id alone, which the limit sees to: conditions on its days come
 * after it. In a plan that is kept Postgres thought a year's 60,000 rents to be 15, and read all of them for 75 open items
 * (117 ms instead of 1).
 */
export const chargeOf = (tx: Tx, scope: Scope, chargeId: AnyPgColumn) =>
  tx
    .select({
      leaseId: charge.leaseId,
      kind: charge.kind,
      dueOn: charge.dueOn,
      periodFrom: charge.periodFrom,
    })
    .from(charge)
    .where(and(within(charge, scope), eq(charge.id, chargeId)))
    .limit(1)
    .as('of_charge');

const summedBy = (rent: ReturnType<typeof chargeOf>, of: Of) => ({
  day: sql<CalendarDate>`to_char(${rent.periodFrom}, 'YYYY-MM-DD')`,
  leaseId: of.byLease ? sql<string | null>`${rent.leaseId}` : sql<string | null>`null::uuid`,
});

/** What is open, from the open items. */
function sumOpen(tx: Tx, scope: Scope, period: Period, of: Of) {
  const rent = chargeOf(tx, scope, openItem.chargeId);
  const group = summedBy(rent, of);
  return tx
    .select({ ...group, cents: sql<number>`sum(${openItem.openCents})`.mapWith(Number) })
    .from(openItem)
    .innerJoinLateral(rent, sql`true`)
    .where(
      and(
        within(openItem, scope),
        isOpen,
        between(openItem.dueOn, period.from, addDays(period.to, LATEST_DUE_DAYS)),
        isRentOf(period, rent),
        of.leaseIds === null ? undefined : isAmong(openItem.leaseId, of.leaseIds),
      ),
    )
    .groupBy(rent.periodFrom, group.leaseId);
}

/** What of rents was settled by payments that are money nowhere: few, and an index holds them alone. */
function sumOnPaper(tx: Tx, scope: Scope, period: Period, of: Of) {
  const rent = chargeOf(tx, scope, allocation.chargeId);
  const group = summedBy(rent, of);
  return tx
    .select({ ...group, cents: sql<number>`sum(${allocation.amountCents})`.mapWith(Number) })
    .from(payment)
    .innerJoin(allocation, joins(allocation.paymentId, payment.id))
    .innerJoinLateral(rent, sql`true`)
    .where(
      and(
        within([payment, allocation], scope),
        // The literals are what lets Postgres use the partial index.
        sql`${payment.method} in (${literals(onPaper)})`,
        isRentOf(period, rent),
        of.leaseIds === null ? undefined : isAmong(rent.leaseId, of.leaseIds),
      ),
    )
    .groupBy(rent.periodFrom, group.leaseId);
}

/** The sums of all days. */
export function totalOf(sums: readonly RentSum[]): Pick<RentSum, 'dueCents' | 'receivedCents' | 'openCents'> {
  const total = { dueCents: 0, receivedCents: 0, openCents: 0 };
  for (const sum of sums) {
    total.dueCents += sum.dueCents;
    total.receivedCents += sum.receivedCents;
    total.openCents += sum.openCents;
  }
  return total;
}
