import 'server-only';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, legalFigure, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { dwellings, isDwelling } from '@/domain/dwelling';
import { placeFigureKinds, type UnitKind } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import type { Ordinance } from './ordinance-rules';
import { type PremisesKind, premisesOf } from './rules';
import type { placeInput } from './schema';

/**
 * The leases German tenancy law is applied to: those of a German portfolio without a property abroad, where the law of
 * the place counts. For every other the program knows no law, and the user's own figures hold.
 */
export async function findGermanLeases(
  tx: Tx,
  scope: Scope,
  leaseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (scope.jurisdiction !== 'DE' || leaseIds.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([leaseUnit, unit, property], scope),
        isAmong(leaseUnit.leaseId, [...leaseIds]),
        ne(property.country, 'DE'),
      ),
    );
  const abroad = new Set(rows.map((row) => row.id));
  return new Set(leaseIds.filter((id) => !abroad.has(id)));
}

/** Those of the properties that German law is applied to. */
export async function findGermanProperties(
  tx: Tx,
  scope: Scope,
  propertyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (scope.jurisdiction !== 'DE' || propertyIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: property.id })
    .from(property)
    .where(and(within(property, scope), isAmong(property.id, [...propertyIds]), eq(property.country, 'DE')));
  return new Set(rows.map((row) => row.id));
}

export const isGermanLease = async (tx: Tx, scope: Scope, leaseId: string): Promise<boolean> =>
  (await findGermanLeases(tx, scope, [leaseId])).has(leaseId);

/** What the portfolio entered of a town's ordinances, written large or small; none without a town. */
export const findOrdinances = async (tx: Tx, scope: Scope, city: string | null): Promise<Ordinance[]> =>
  city === null
    ? []
    : tx
        .select({
          kind: legalFigure.kind,
          validFrom: legalFigure.validFrom,
          validUntil: legalFigure.validUntil,
          value: legalFigure.value,
          source: legalFigure.source,
        })
        .from(legalFigure)
        .where(
          and(
            within(legalFigure, scope),
            isAmong(legalFigure.kind, [...placeFigureKinds]),
            eq(sql`lower(${legalFigure.place})`, city.trim().toLowerCase()),
          ),
        );

export type Place = { city: string | null; ordinances: Ordinance[] };

/** The town a lease is in, with its ordinances. */
export async function findPlaceOfLease(tx: Tx, scope: Scope, leaseId: string): Promise<Place> {
  const [row] = await tx
    .select({ city: property.city })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([leaseUnit, unit, property], scope), eq(leaseUnit.leaseId, leaseId)))
    .orderBy(asc(leaseUnit.unitId))
    .limit(1);
  const city = row?.city ?? null;
  return { city, ordinances: await findOrdinances(tx, scope, city) };
}

/**
 * The town of units that are to be let as dwellings under German law, with its ordinances; null where none of them is a
 * dwelling, or German law does not hold. `not_found` for a stranger's unit.
 */
export async function findPlaceOfUnits(
  tx: Tx,
  scope: Scope,
  { unitIds }: z.output<typeof placeInput>,
): Promise<(Place & { hasRoom: boolean }) | null> {
  const rows = await tx
    .select({ kind: unit.kind, city: property.city, country: property.country })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([unit, property], scope), isAmong(unit.id, unitIds)))
    .orderBy(asc(unit.id));
  if (rows.length < new Set(unitIds).size) throw new DomainError('not_found', { field: 'unitIds' });
  if (scope.jurisdiction !== 'DE' || rows.some((row) => row.country !== 'DE')) return null;
  const dwelling = rows.find((row) => isDwelling(row.kind));
  return dwelling
    ? {
        city: dwelling.city,
        ordinances: await findOrdinances(tx, scope, dwelling.city),
        hasRoom: rows.some(({ kind }) => kind === 'room'),
      }
    : null;
}

/** The leases of dwellings; one with a garage on the same contract is one as a whole. */
export async function findDwellingLeases(
  tx: Tx,
  scope: Scope,
  leaseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (leaseIds.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(
      and(
        within([leaseUnit, unit], scope),
        isAmong(leaseUnit.leaseId, [...leaseIds]),
        isAmong(unit.kind, [...dwellings]),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/** What is let by a contract. */
export const findPremises = async (tx: Tx, scope: Scope, leaseId: string): Promise<PremisesKind> =>
  premisesOf(await findLetKinds(tx, scope, leaseId));

/**
 * The kinds of what is let by a contract. Of a room more may hold than is asked here: a furnished one in the landlord's own
 * dwelling is free of §§ 556d to 561 and 573 BGB (§ 549 (2) no. 2), one in a student residence, too (§ 549 (3)).
 */
export async function findLetKinds(tx: Tx, scope: Scope, leaseId: string): Promise<UnitKind[]> {
  const rows = await tx
    .selectDistinct({ kind: unit.kind })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), eq(leaseUnit.leaseId, leaseId)));
  return rows.map(({ kind }) => kind);
}
