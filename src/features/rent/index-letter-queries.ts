import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { isOnlyUnit } from '@/features/occupancy/place-queries';
import { belongsOn } from '@/features/occupancy/term-rules';
import { DomainError } from '@/lib/errors';
import { tenantDisplayName } from '../occupancy/party-queries';
import { listLandlordsOf } from '../portfolio/landlord-queries';
import { getIndexRent } from './index-queries';
import type { indexRentInput } from './index-schema';

/** Everything the letter says that tells the tenants of a rent by the index (§ 557b (3) BGB). */
export async function getIndexLetter(tx: Tx, scope: Scope, input: z.output<typeof indexRentInput>) {
  const { clause, base, change, dates } = await getIndexRent(tx, scope, input);
  if (!clause) throw new DomainError('rent.no_index_clause');
  const { owedFrom } = dates.result;
  if (!base || !change || owedFrom === null) throw new DomainError('rent.index_unknown');
  const [places, tenants] = [
    await listPlaces(tx, scope, input.leaseId),
    await listTenants(tx, scope, input.leaseId),
  ];
  const landlords = await listLandlordsOf(tx, scope, [...new Set(places.map((place) => place.propertyId))]);
  const { trace: _, newLines: __, ...amounts } = change;
  return { writtenOn: scope.today, clause, base, change: amounts, owedFrom, places, tenants, landlords };
}

async function listPlaces(tx: Tx, scope: Scope, leaseId: string) {
  return tx
    .select({
      propertyId: property.id,
      unitName: unit.name,
      isOnlyUnit: isOnlyUnit(scope),
      propertyName: property.name,
      street: property.street,
      houseNumber: property.houseNumber,
      postalCode: property.postalCode,
      city: property.city,
      country: property.country,
    })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([leaseUnit, unit, property], scope), eq(leaseUnit.leaseId, leaseId)))
    .orderBy(asc(leaseUnit.fromOn), asc(unit.name));
}

async function listTenants(tx: Tx, scope: Scope, leaseId: string): Promise<string[]> {
  const rows = await tx
    .select({
      name: tenantDisplayName,
      fromOn: leaseTenant.fromOn,
      toOn: leaseTenant.toOn,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
    })
    .from(leaseTenant)
    .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(and(within([leaseTenant, lease, tenant], scope), eq(leaseTenant.leaseId, leaseId)))
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.sortName));
  return rows.filter((row) => belongsOn(row, row, scope.today)).map((row) => row.name);
}
