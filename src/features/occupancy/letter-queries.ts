import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { tenantDisplayName } from './party-queries';
import { isOnlyUnit } from './place-queries';
import { belongsOn } from './term-rules';

/** Where a letter about a lease goes: what is let, with its address. */
export async function listLetterPlaces(tx: Tx, scope: Scope, leaseId: string) {
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

/** Who a letter is to: everybody on the lease today, or, where it is over, everybody who was on it at its end. */
export async function listLetterTenants(tx: Tx, scope: Scope, leaseId: string) {
  const rows = await tx
    .select({
      id: tenant.id,
      name: tenantDisplayName,
      letterLanguage: tenant.letterLanguage,
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
  return rows.filter((row) => belongsOn(row, row, scope.today));
}
