import 'server-only';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { recurring } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { getSubject, type Subject } from '@/features/occupancy/subject-queries';
import { type CalendarDate, firstOfMonth, lastOfMonth } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { readLeaseShares } from '../occupancy/lease-share-queries';
import { untilSold } from '../occupancy/sale-queries';
import { lastDueOn, listAmounts } from '../recurring/queries';
import { expectedBookings, expectedRents, type OutlookMonth, outlookPeriod } from './outlook-rules';
import { listAgreedRents, listRunningLeases } from './rent-roll-queries';
import type { outlookInput } from './schema';

/** What the twelve months after the current one bring by the leases and recurring items of today. */
export async function getOutlook(tx: Tx, scope: Scope, input: z.output<typeof outlookInput>) {
  const subject = await getSubject(tx, scope, input);
  const period = outlookPeriod(scope.today);
  const shares = subject.kind === 'portfolio' ? null : await readLeaseShares(tx, scope, subject);
  const [running, rents, items] = await Promise.all([
    listRunningLeases(tx, scope, period, shares),
    listAgreedRents(tx, scope, period, shares),
    listRunningItems(tx, scope, period, subject),
  ]);
  // What is sold brings its rents to who bought it.
  const leases = (await untilSold(tx, scope, running)).filter(
    ({ endsOn }) => endsOn === null || endsOn >= period.from,
  );
  const amounts = await listAmounts(
    tx,
    scope,
    items.map((row) => row.id),
  );
  const months = period.months.map((month) => ({ month, rentCents: 0, incomeCents: 0, expensesCents: 0 }));
  const add = (field: Exclude<keyof OutlookMonth, 'month'>, cents: readonly number[]) => {
    for (const [index, one] of months.entries()) one[field] += cents[index] ?? 0;
  };
  const rentsOf = Map.groupBy(rents, (row) => row.leaseId);
  for (const { id, ...lease } of leases) {
    const owed = expectedRents({ ...lease, rents: rentsOf.get(id) ?? [] }, period.months);
    add(
      'rentCents',
      shares === null
        ? owed
        : owed.map((cents, index) => {
            const month = period.months[index] ?? '';
            const days = { from: firstOfMonth(month), to: lastOfMonth(month) };
            return shares.split(id, cents, days).reduce((sum, part) => sum + part.cents, 0);
          }),
    );
  }
  const amountsOf = Map.groupBy(amounts, (row) => row.recurringId);
  for (const { id, direction, ...series } of items) {
    const booked = expectedBookings({ ...series, amounts: amountsOf.get(id) ?? [] }, period.months);
    add(direction === 'income' ? 'incomeCents' : 'expensesCents', booked);
  }
  return {
    currency: scope.currency,
    today: scope.today,
    months,
    leaseCount: leases.length,
    /** Leases whose end falls into the time: their rent stops, and nobody is expected after them. */
    endingCount: leases.filter((row) => row.endsOn !== null && row.endsOn < period.to).length,
    itemCount: items.length,
  };
}

export type Outlook = Awaited<ReturnType<typeof getOutlook>>;

/** Recurring items that are neither paused nor over; of a unit those booked on it. */
function listRunningItems(tx: Tx, scope: Scope, period: Period, subject: Subject) {
  const endsOn = lastDueOn(tx, scope);
  return tx
    .select({
      id: recurring.id,
      direction: recurring.direction,
      startsOn: recurring.startsOn,
      endsOn: sql<CalendarDate | null>`${endsOn}::text`,
      everyMonths: recurring.everyMonths,
      anchorDay: recurring.anchorDay,
    })
    .from(recurring)
    .where(
      and(
        within(recurring, scope),
        isNull(recurring.voidedAt),
        isNull(recurring.pausedOn),
        lte(recurring.startsOn, period.to),
        sql`coalesce(${endsOn} >= ${period.from}, true)`,
        subject.kind === 'property' ? eq(recurring.propertyId, subject.propertyId) : undefined,
        subject.kind === 'unit' ? eq(recurring.unitId, subject.unitIds[0]) : undefined,
      ),
    );
}
