import 'server-only';
import {
  and,
  between,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  gte,
  isNull,
  lte,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, property, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { matchesSearch } from '@/db/search';
import { type Sorting, sorted } from '@/db/sorted';
import { isUnsoldOn } from '@/db/unsold';
import { inArchive } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { holdsToday } from '@/features/occupancy/lease-queries';
import { isSold } from '@/features/occupancy/owned-rules';
import { comingUntil } from '@/features/occupancy/term-rules';
import { isThere } from '@/features/occupancy/today-queries';
import { toPage } from '@/lib/server/cursor';
import { foundBy, listColumns, overdueByProperty, sumArrears } from './queries';
import type { listPropertiesInput } from './schema';
import type { PropertyMark, PropertySort } from './search-params';

type Input = z.output<typeof listPropertiesInput>;

const CITIES_OFFERED = 200;

/** Units in use, by property. */
async function countUnits(tx: Tx, scope: Scope, propertyIds: string[]) {
  const rows = await tx
    .select({ propertyId: unit.propertyId, count: count() })
    .from(unit)
    .where(and(within(unit, scope), isAmong(unit.propertyId, propertyIds), isNull(unit.archivedAt)))
    .groupBy(unit.propertyId);
  return new Map(rows.map((row) => [row.propertyId, row.count]));
}

/** Units in use that a lease holds today, by property; none of a sold one, which its buyer lets. */
async function countLetUnits(tx: Tx, scope: Scope, propertyIds: string[]) {
  const rows = await tx
    .select({ propertyId: unit.propertyId, count: countDistinct(unit.id) })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .innerJoin(leaseUnit, joins(leaseUnit.unitId, unit.id))
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(
      and(
        within(unit, scope),
        isAmong(unit.propertyId, propertyIds),
        isNull(unit.archivedAt),
        isUnsoldOn(scope.today),
        holdsToday(scope),
      ),
    )
    .groupBy(unit.propertyId);
  return new Map(rows.map((row) => [row.propertyId, row.count]));
}

function unitsByProperty(tx: Tx, scope: Scope) {
  return tx
    .select({ propertyId: unit.propertyId, count: count().as('unit_count') })
    .from(unit)
    .where(and(within(unit, scope), isNull(unit.archivedAt)))
    .groupBy(unit.propertyId)
    .as('units_of_property');
}

/** A unit in use that nobody rents or lives in today, as the overview counts them; of a property that is one's own today. */
function hasVacancy(tx: Tx, scope: Scope): SQL {
  const heldToday = tx
    .select({ one: sql`1` })
    .from(leaseUnit)
    .where(
      and(
        within(leaseUnit, scope),
        eq(leaseUnit.unitId, unit.id),
        not(leaseUnit.isVoided),
        lte(leaseUnit.fromOn, scope.today),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, scope.today)),
      ),
    );
  const ownUse = tx
    .select({ ownUse: unitPeriod.ownUse })
    .from(unitPeriod)
    .where(
      and(within(unitPeriod, scope), eq(unitPeriod.unitId, unit.id), lte(unitPeriod.validFrom, scope.today)),
    )
    .orderBy(desc(unitPeriod.validFrom))
    .limit(1);
  const vacant = tx
    .select({ one: sql`1` })
    .from(unit)
    .where(
      and(
        within(unit, scope),
        eq(unit.propertyId, property.id),
        isNull(unit.archivedAt),
        isThere(scope),
        notExists(heldToday),
        sql`not coalesce((${ownUse}), false)`,
      ),
    );
  return exists(vacant);
}

/** A lease with a unit here that ends within the days the overview looks ahead, and before the house is sold. */
function hasEndingLease(tx: Tx, scope: Scope): SQL {
  const ending = tx
    .select({ one: sql`1` })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(
      and(
        within(leaseUnit, scope),
        eq(unit.propertyId, property.id),
        isNull(lease.voidedAt),
        isUnsoldOn(sql`${lease.endsOn} + 1`),
        between(lease.endsOn, scope.today, comingUntil(scope.today)),
      ),
    );
  return exists(ending);
}

/** A page of properties, each with its units, how many are let today, and what is overdue. */
export async function listProperties(tx: Tx, scope: Scope, input: Input) {
  const overdue = overdueByProperty(tx, scope).as('overdue_of_property');
  const units = unitsByProperty(tx, scope);
  const has = (mark: PropertyMark) => input.only.includes(mark);
  const sortings: Record<PropertySort, Pick<Sorting, 'by' | 'kind'>> = {
    name: { by: property.sortName, kind: 'text' },
    city: { by: sql`lower(coalesce(${property.city}, '')) collate "und-x-icu"`, kind: 'text' },
    units: { by: sql`coalesce(${units.count}, 0)::bigint`, kind: 'bigint' },
    arrears: { by: sql`coalesce(${overdue.cents}, 0)::bigint`, kind: 'bigint' },
  };
  const { orderBy, isAfter, key } = sorted(
    { ...sortings[input.sort], id: property.id, descending: input.descending },
    input.cursor,
  );
  const all = tx
    .select({ ...listColumns, sortKey: key })
    .from(property)
    .$dynamic();
  if (input.sort === 'arrears' || has('arrears')) all.leftJoin(overdue, eq(overdue.propertyId, property.id));
  if (input.sort === 'units') all.leftJoin(units, eq(units.propertyId, property.id));
  const found = await all
    .where(
      and(
        within(property, scope),
        inArchive(property.archivedAt, input.archive),
        input.kind ? eq(property.kind, input.kind) : undefined,
        input.city ? sql`lower(${property.city}) = lower(${input.city})` : undefined,
        has('arrears') ? gt(overdue.cents, sql`0`) : undefined,
        has('vacant') ? hasVacancy(tx, scope) : undefined,
        has('ending') ? hasEndingLease(tx, scope) : undefined,
        matchesSearch(input.search, foundBy),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(input.limit + 1);
  const { rows, nextCursor } = toPage(found, input.limit, (row) => ({ key: row.sortKey, id: row.id }));
  if (rows.length === 0) return { rows: [], nextCursor };
  const ids = rows.map((row) => row.id);
  const [unitCounts, letCounts, arrears] = await Promise.all([
    countUnits(tx, scope, ids),
    countLetUnits(tx, scope, ids),
    sumArrears(tx, scope, ids),
  ]);
  return {
    rows: rows.map(({ sortKey, ...row }) => ({
      ...row,
      unitCount: unitCounts.get(row.id) ?? 0,
      letUnitCount: letCounts.get(row.id) ?? 0,
      isSold: isSold(row, scope.today),
      arrearsCents: arrears.get(row.id) ?? 0,
    })),
    nextCursor,
  };
}

/** The cities there are properties in, in dictionary order: what a list can be narrowed to. */
export async function listCities(tx: Tx, scope: Scope) {
  const city = sql<string>`max(${property.city})`;
  const rows = await tx
    .select({ city })
    .from(property)
    .where(and(within(property, scope), sql`${property.city} <> ''`))
    .groupBy(sql`lower(${property.city}) collate "und-x-icu"`)
    .orderBy(sql`lower(${property.city}) collate "und-x-icu"`)
    .limit(CITIES_OFFERED);
  return rows.map((row) => row.city);
}
