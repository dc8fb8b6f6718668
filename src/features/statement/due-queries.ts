import 'server-only';
import { and, asc, eq, exists, gte, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { costStatement, lease, leaseUnit, property, rent, rentLine, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { daysBetween } from '@/lib/calendar';
import { listWaiting } from './association-queries';
import { finishedPeriods } from './rules';

/**
 * Properties in Germany whose last finished period has still to be settled, with the last day on which its statement may
 * reach the tenants (§ 556 (3) BGB): those whose deadline is near or went by lately, where advances were agreed and the
 * account knows some of the period. The nearest deadline first.
 */
export async function listDueStatements(tx: Tx, scope: Scope, limit: number) {
  if (scope.jurisdiction !== 'DE') return [];
  const due = finishedPeriods(scope.today);
  if (due.length === 0) return [];
  // The periods as rows and not one condition for each: Postgres makes ready for what it may have to look up, and twelve times
  // that took longer than looking.
  const column = (values: readonly (string | number)[], type: string) =>
    sql`${`{${values.join(',')}}`}::text::${sql.raw(type)}[]`;
  const periods = sql`unnest(
    ${column(
      due.map((one) => one.startMonth),
      'int',
    )},
    ${column(
      due.map((one) => one.period.from),
      'date',
    )},
    ${column(
      due.map((one) => one.period.to),
      'date',
    )}
  ) as due_period (start_month, first_day, last_day)`;
  const rows = await tx
    .selectDistinct({
      propertyId: property.id,
      propertyName: property.name,
      startMonth: property.statementStartMonth,
    })
    .from(property)
    .innerJoin(periods, sql`due_period.start_month = ${property.statementStartMonth}`)
    .where(
      and(
        within(property, scope),
        eq(property.country, 'DE'),
        exists(advancesIn(tx, scope)),
        notExists(sentFor(tx, scope)),
      ),
    )
    .orderBy(asc(property.name), asc(property.id));
  const listed = rows
    .flatMap(({ propertyId, propertyName, startMonth }) => {
      const found = due.find((one) => one.startMonth === startMonth);
      return found ? [{ propertyId, propertyName, ...found.period, deadline: found.deadline }] : [];
    })
    .toSorted((a, b) => daysBetween(b.deadline, a.deadline))
    .slice(0, limit);
  const waiting = await listWaiting(tx, scope, listed);
  /** What of them waits for the paper of an owners' association, and how that was asked for. */
  return listed.map((row) => ({ ...row, waits: waiting.get(row.propertyId) ?? null }));
}

/** The first and last day of the period that is asked about. */
const period = { from: sql`due_period.first_day`, to: sql`due_period.last_day` };

/** A lease of the property that held a unit in the period, with an account that knows a part of it and advances. */
function advancesIn(tx: Tx, scope: Scope) {
  return tx
    .select({ one: sql`1` })
    .from(unit)
    .innerJoin(leaseUnit, joins(leaseUnit.unitId, unit.id))
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .innerJoin(rent, joins(rent.leaseId, lease.id))
    .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
    .where(
      and(
        within([unit, leaseUnit, lease, rent, rentLine], scope),
        eq(unit.propertyId, property.id),
        eq(leaseUnit.isVoided, false),
        isNull(lease.voidedAt),
        lte(leaseUnit.fromOn, period.to),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, period.from)),
        or(isNull(lease.endsOn), gte(lease.endsOn, period.from)),
        lte(lease.bookedFrom, period.to),
        lte(rent.validFrom, period.to),
        eq(rentLine.settlement, 'advance'),
      ),
    );
}

const sentFor = (tx: Tx, scope: Scope) =>
  tx
    .select({ one: sql`1` })
    .from(costStatement)
    .where(
      and(
        within(costStatement, scope),
        eq(costStatement.propertyId, property.id),
        eq(costStatement.periodFrom, period.from),
        eq(costStatement.periodTo, period.to),
      ),
    );
