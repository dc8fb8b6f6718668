import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { UnitKind } from '@/domain/vocabulary';
import type { PremisesKind } from './rules';

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

export const isGermanLease = async (tx: Tx, scope: Scope, leaseId: string): Promise<boolean> =>
  (await findGermanLeases(tx, scope, [leaseId])).has(leaseId);

const dwellings: readonly UnitKind[] = ['apartment', 'house'];

/** A dwelling with a garage on one contract is a dwelling as a whole. */
export async function findPremises(tx: Tx, scope: Scope, leaseId: string): Promise<PremisesKind> {
  const rows = await tx
    .selectDistinct({ kind: unit.kind })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), eq(leaseUnit.leaseId, leaseId)));
  if (rows.some((row) => dwellings.includes(row.kind))) return 'dwelling';
  return rows.some((row) => row.kind === 'commercial') ? 'business' : 'other';
}
