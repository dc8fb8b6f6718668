import 'server-only';
import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, rent, rentLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';
import type { RentLine } from '../rent/rules';
import type { Period } from './period-rules';
import type { LeaseShares } from './subject-queries';

export type RunningLease = {
  id: string;
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  prorationMethod: (typeof lease.$inferSelect)['prorationMethod'];
};

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
    .where(
      and(
        eq(lease.portfolioId, scope.portfolioId),
        isNull(lease.voidedAt),
        lte(lease.startsOn, period.to),
        or(isNull(lease.endsOn), gte(lease.endsOn, period.from)),
        shares === null ? undefined : isAmong(lease.id, shares.leaseIds),
      ),
    );
}

export type RentInForce = { leaseId: string; validFrom: CalendarDate; lines: RentLine[] };

/** The rents of the leases that apply on some day of the period: the one in force at its start and later ones. */
export async function listRentsInForce(
  tx: Tx,
  scope: Scope,
  period: Period,
  leaseIds: string[],
): Promise<Map<string, RentInForce[]>> {
  if (leaseIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: rent.id,
      leaseId: rent.leaseId,
      validFrom: rent.validFrom,
      line: {
        component: rentLine.component,
        amountCents: rentLine.amountCents,
        settlement: rentLine.settlement,
        vatRateBp: rentLine.vatRateBp,
      },
    })
    .from(rent)
    .innerJoin(rentLine, and(eq(rentLine.portfolioId, rent.portfolioId), eq(rentLine.rentId, rent.id)))
    .where(
      and(
        eq(rent.portfolioId, scope.portfolioId),
        eq(rentLine.portfolioId, scope.portfolioId),
        isAmong(rent.leaseId, leaseIds),
        lte(rent.validFrom, period.to),
        sql`not exists (
          select 1 from hausbuch.rent later
          where later.portfolio_id = ${rent.portfolioId} and later.lease_id = ${rent.leaseId}
            and later.valid_from > ${rent.validFrom} and later.valid_from <= ${period.from}
        )`,
      ),
    );
  const rents = new Map<string, RentInForce>();
  for (const { id, line, ...row } of rows) {
    const known = rents.get(id);
    if (known) known.lines.push(line);
    else rents.set(id, { ...row, lines: [line] });
  }
  return Map.groupBy(rents.values(), (row) => row.leaseId);
}
