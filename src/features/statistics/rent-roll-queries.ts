import 'server-only';
import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, rent, rentLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import type { LeaseShares } from '../occupancy/lease-share-queries';

export type RunningLease = {
  id: string;
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  prorationMethod: (typeof lease.$inferSelect)['prorationMethod'];
};

const isRunning = (scope: Scope, period: Period, shares: LeaseShares | null) =>
  and(
    within(lease, scope),
    isNull(lease.voidedAt),
    lte(lease.startsOn, period.to),
    or(isNull(lease.endsOn), gte(lease.endsOn, period.from)),
    shares === null ? undefined : isAmong(lease.id, shares.leaseIds),
  );

/** Leases that run on some day of the period. */
export function listRunningLeases(tx: Tx, scope: Scope, period: Period, shares: LeaseShares | null) {
  if (shares?.leaseIds.length === 0) return Promise.resolve<RunningLease[]>([]);
  return tx
    .select({
      id: lease.id,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      prorationMethod: lease.prorationMethod,
    })
    .from(lease)
    .where(isRunning(scope, period, shares));
}

/** Their ids as a part of another query: Postgres takes longer to weigh thousands of ids than to find them again. */
export const runningLeaseIds = (tx: Tx, scope: Scope, period: Period, shares: LeaseShares | null) =>
  tx
    .select({ id: lease.id })
    .from(lease)
    .where(isRunning(scope, period, shares));

/** True for a rent that applies on some day of the period to a lease that runs then. */
const isInForce = (tx: Tx, scope: Scope, period: Period, shares: LeaseShares | null) =>
  and(
    within([rent, rentLine], scope),
    isAmong(rent.leaseId, runningLeaseIds(tx, scope, period, shares)),
    lte(rent.validFrom, period.to),
    sql`not exists (
      select 1 from hausbuch.rent later
      where later.portfolio_id = ${scope.portfolioId} and later.lease_id = ${rent.leaseId}
        and later.valid_from > ${rent.validFrom} and later.valid_from <= ${period.from}
    )`,
  );

const linesOfRent = joins(rentLine.rentId, rent.id);

/** The monthly rents, all lines in one sum, that apply to the running leases in the period. */
export async function listAgreedRents(tx: Tx, scope: Scope, period: Period, shares: LeaseShares | null) {
  if (shares?.leaseIds.length === 0) return [];
  return tx
    .select({
      leaseId: rent.leaseId,
      validFrom: rent.validFrom,
      amountCents: sql<number>`sum(${rentLine.amountCents})`.mapWith(Number),
    })
    .from(rent)
    .innerJoin(rentLine, linesOfRent)
    .where(isInForce(tx, scope, period, shares))
    .groupBy(rent.leaseId, rent.validFrom);
}

/** Of the rents that apply on a day the lines that are not settled later: those a cold rent can be made of. */
export async function listUnsettledLines(tx: Tx, scope: Scope, on: CalendarDate, shares: LeaseShares | null) {
  if (shares?.leaseIds.length === 0) return [];
  return tx
    .select({
      leaseId: rent.leaseId,
      component: rentLine.component,
      settlement: rentLine.settlement,
      amountCents: rentLine.amountCents,
      vatRateBp: rentLine.vatRateBp,
    })
    .from(rent)
    .innerJoin(rentLine, linesOfRent)
    .where(and(isInForce(tx, scope, { from: on, to: on }, shares), eq(rentLine.settlement, 'none')));
}
