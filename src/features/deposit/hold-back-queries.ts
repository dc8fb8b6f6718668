import 'server-only';
import { and, asc, not } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { costStatement, costStatementLease, leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import { statementDeadline } from '@/statement/deadline';
import { usualPeriods } from '@/statement/usual-periods';
import { lastOf, type OpenPeriod, openPeriods } from './hold-back-rules';

/** What is still to be settled of tenancies that have ended, and how their last statement ended. */
export async function findUnsettled(
  tx: Tx,
  scope: Scope,
  leases: readonly { id: string; startsOn: CalendarDate; endsOn: CalendarDate | null }[],
  on: CalendarDate,
) {
  const ended = leases.flatMap(({ endsOn, ...lease }) =>
    endsOn !== null && endsOn < on ? [{ ...lease, endsOn }] : [],
  );
  const found = new Map<
    string,
    { open: OpenPeriod[]; last: { from: CalendarDate; to: CalendarDate; resultCents: number } | null }
  >();
  if (ended.length === 0) return found;
  const ids = ended.map(({ id }) => id);
  const houses = await tx
    .selectDistinct({ leaseId: leaseUnit.leaseId, startMonth: property.statementStartMonth })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([leaseUnit, unit, property], scope),
        isAmong(leaseUnit.leaseId, ids),
        not(leaseUnit.isVoided),
      ),
    );
  const told = await tx
    .select({
      leaseId: costStatementLease.leaseId,
      from: costStatement.periodFrom,
      to: costStatement.periodTo,
      resultCents: costStatementLease.resultCents,
    })
    .from(costStatementLease)
    .innerJoin(costStatement, joins(costStatement.id, costStatementLease.statementId))
    .where(and(within([costStatementLease, costStatement], scope), isAmong(costStatementLease.leaseId, ids)))
    .orderBy(asc(costStatement.periodTo), asc(costStatement.version));
  for (const { id, startsOn, endsOn } of ended) {
    const own = told.filter(({ leaseId }) => leaseId === id);
    const term = { from: startsOn, to: endsOn };
    const periods = houses
      .filter(({ leaseId }) => leaseId === id)
      .flatMap(({ startMonth }) => usualPeriods(startMonth, startsOn, on))
      .map((period) => ({ ...period, deadline: statementDeadline(period.to) }));
    found.set(id, {
      open: openPeriods(periods, term, own, on),
      last: lastOf(own, term),
    });
  }
  return found;
}
