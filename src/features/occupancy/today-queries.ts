import 'server-only';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNull,
  lt,
  lte,
  max,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, property, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addDays, type CalendarDate, maxDate } from '@/lib/calendar';
import { isOwnedOn } from './owned-queries';
import { isOnlyUnit } from './place-queries';
import { occupancyPercent, ownUseRanges } from './rules';

/** The units some lease holds today, and what is known of each unit today. */
function unitsToday(tx: Tx, scope: Scope) {
  // A lease's units follow its end, so the leases themselves need not be read; two ranges, since neither an end
  // to come nor none at all is one.
  const heldToday = (until: SQL | undefined) =>
    tx
      .select({ unitId: leaseUnit.unitId })
      .from(leaseUnit)
      .where(
        and(
          within(leaseUnit, scope),
          // The literal is what lets Postgres use the partial index.
          sql`not ${leaseUnit.isVoided}`,
          until,
          lte(leaseUnit.fromOn, scope.today),
        ),
      );
  const letToday = unionAll(
    heldToday(isNull(leaseUnit.toOn)),
    heldToday(gte(leaseUnit.toOn, scope.today)),
  ).as('let_today');
  const facts = tx
    .selectDistinctOn([unitPeriod.unitId], { unitId: unitPeriod.unitId, ownUse: unitPeriod.ownUse })
    .from(unitPeriod)
    .where(and(within(unitPeriod, scope), lte(unitPeriod.validFrom, scope.today)))
    .orderBy(unitPeriod.unitId, desc(unitPeriod.validFrom))
    .as('facts');
  return { letToday, facts };
}

/** Condition on a unit and its property: it is there and one's own today, neither still to come nor sold. */
export const isThere = (scope: Scope) =>
  and(or(isNull(unit.availableFrom), lte(unit.availableFrom, scope.today)), isOwnedOn(scope.today));

/** Units in use; archived ones and those of archived properties do not count. */
const isInUse = (scope: Scope) =>
  and(within(unit, scope), isNull(unit.archivedAt), isNull(property.archivedAt), isThere(scope));

/** Units in use today: let, own use, vacant. Own use stands apart from what is available. */
export async function countOccupancy(tx: Tx, scope: Scope) {
  const { letToday, facts } = unitsToday(tx, scope);
  const [row] = await tx
    .select({
      total: count(),
      letCount: sql<number>`count(*) filter (where ${letToday.unitId} is not null)`.mapWith(Number),
      ownUseCount:
        sql<number>`count(*) filter (where ${letToday.unitId} is null and ${facts.ownUse})`.mapWith(Number),
    })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .leftJoin(letToday, eq(letToday.unitId, unit.id))
    .leftJoin(facts, eq(facts.unitId, unit.id))
    .where(isInUse(scope));
  const { total, letCount, ownUseCount } = row ?? { total: 0, letCount: 0, ownUseCount: 0 };
  const availableCount = total - ownUseCount;
  return {
    letCount,
    availableCount,
    vacantCount: availableCount - letCount,
    ownUseCount,
    percent: occupancyPercent({ letCount, availableCount }),
  };
}

/** Units that stand empty today and are promised to nobody, and since when if somebody ever rented or used them. */
export async function listVacancies(tx: Tx, scope: Scope, limit: number) {
  const { letToday, facts } = unitsToday(tx, scope);
  const promised = tx
    .select({ one: sql`1` })
    .from(leaseUnit)
    .where(
      and(
        within(leaseUnit, scope),
        eq(leaseUnit.unitId, unit.id),
        not(leaseUnit.isVoided),
        gt(leaseUnit.fromOn, scope.today),
      ),
    );
  const rows = await tx
    .select({
      unitId: unit.id,
      unitName: unit.name,
      isOnlyUnit: isOnlyUnit(scope),
      propertyId: property.id,
      propertyName: property.name,
    })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .leftJoin(letToday, eq(letToday.unitId, unit.id))
    .leftJoin(facts, eq(facts.unitId, unit.id))
    .where(
      and(
        isInUse(scope),
        isNull(letToday.unitId),
        sql`not coalesce(${facts.ownUse}, false)`,
        notExists(promised),
      ),
    )
    // Not by the index of the names: read in the hope of meeting vacant units soon, it compares each unit with each
    // let one until it has met all, because few are vacant.
    .orderBy(sql`${property.sortName} || ''`, asc(unit.sortName), asc(unit.id))
    .limit(limit);
  if (rows.length === 0) return [];
  const leftOn = await findLastDays(
    tx,
    scope,
    rows.map((row) => row.unitId),
  );
  return rows.map((row) => {
    const lastOn = leftOn.get(row.unitId);
    return { ...row, since: lastOn === undefined ? null : addDays(lastOn, 1) };
  });
}

/** The last day on which somebody rented empty units, or on which they were in own use. */
async function findLastDays(tx: Tx, scope: Scope, unitIds: string[]) {
  const [lets, facts] = await Promise.all([
    tx
      .select({ unitId: leaseUnit.unitId, lastOn: max(leaseUnit.toOn) })
      .from(leaseUnit)
      .where(
        and(
          within(leaseUnit, scope),
          isAmong(leaseUnit.unitId, unitIds),
          not(leaseUnit.isVoided),
          lt(leaseUnit.toOn, scope.today),
        ),
      )
      .groupBy(leaseUnit.unitId),
    tx
      .select({
        unitId: unitPeriod.unitId,
        validFrom: unitPeriod.validFrom,
        ownUse: unitPeriod.ownUse,
        persons: unitPeriod.persons,
      })
      .from(unitPeriod)
      .where(
        and(
          within(unitPeriod, scope),
          isAmong(unitPeriod.unitId, unitIds),
          lte(unitPeriod.validFrom, scope.today),
        ),
      )
      .orderBy(asc(unitPeriod.validFrom)),
  ]);
  const ended = [...Map.groupBy(facts, (fact) => fact.unitId)].flatMap(([unitId, own]) =>
    ownUseRanges(own).map(({ to }) => ({ unitId, lastOn: to })),
  );
  const last = new Map<string, CalendarDate>();
  for (const { unitId, lastOn } of [...lets, ...ended]) {
    if (lastOn !== null) last.set(unitId, maxDate(lastOn, last.get(unitId)));
  }
  return last;
}
