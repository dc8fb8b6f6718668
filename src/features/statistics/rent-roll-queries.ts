import 'server-only';
import { and, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, rent, rentLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
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

/**
 * The rents that apply on some day of the period to a lease that runs then. Each is read beside the next of its lease and not
 * compared with every other: that way Postgres finds them as fast where it does not know for how many leases (a prepared
 * statement) as where it does.
 */
function rentsInForce(tx: Tx, scope: Scope, period: Period, shares: LeaseShares | null) {
  const nextFrom = sql<CalendarDate | null>`lead(${rent.validFrom}) over (
    partition by ${rent.leaseId} order by ${rent.validFrom})`;
  const rents = tx
    .select({
      id: rent.id,
      leaseId: rent.leaseId,
      validFrom: rent.validFrom,
      nextFrom: nextFrom.as('next_from'),
    })
    .from(rent)
    .where(
      and(
        within(rent, scope),
        isAmong(rent.leaseId, runningLeaseIds(tx, scope, period, shares)),
        lte(rent.validFrom, period.to),
      ),
    )
    .as('rents');
  const isInForce = or(isNull(rents.nextFrom), gt(rents.nextFrom, period.from));
  return { rents, isInForce, itsLines: and(within(rentLine, scope), eq(rentLine.rentId, rents.id)) };
}

/** The monthly rents, all lines in one sum, that apply to the running leases in the period. */
export async function listAgreedRents(tx: Tx, scope: Scope, period: Period, shares: LeaseShares | null) {
  if (shares?.leaseIds.length === 0) return [];
  const { rents, isInForce, itsLines } = rentsInForce(tx, scope, period, shares);
  return tx
    .select({
      leaseId: rents.leaseId,
      validFrom: rents.validFrom,
      amountCents: sql<number>`sum(${rentLine.amountCents})`.mapWith(Number),
    })
    .from(rents)
    .innerJoin(rentLine, itsLines)
    .where(isInForce)
    .groupBy(rents.leaseId, rents.validFrom);
}

/** Of the rents that apply on a day the lines that are not settled later: those a cold rent can be made of. */
export async function listUnsettledLines(tx: Tx, scope: Scope, on: CalendarDate, shares: LeaseShares | null) {
  if (shares?.leaseIds.length === 0) return [];
  const { rents, isInForce, itsLines } = rentsInForce(tx, scope, { from: on, to: on }, shares);
  return tx
    .select({
      leaseId: rents.leaseId,
      component: rentLine.component,
      settlement: rentLine.settlement,
      amountCents: rentLine.amountCents,
      vatRateBp: rentLine.vatRateBp,
    })
    .from(rents)
    .innerJoin(rentLine, itsLines)
    .where(and(isInForce, eq(rentLine.settlement, 'none')));
}
