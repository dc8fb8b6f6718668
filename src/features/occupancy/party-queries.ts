import 'server-only';
import { and, asc, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { placeWords } from '@/domain/names';
import { isOnlyUnit } from './place-queries';

/** A tenant as lists call them: the company, else first and last name. */
export const tenantDisplayName = sql<string>`coalesce(${tenant.companyName}, concat_ws(' ', ${tenant.firstName}, ${tenant.lastName}))`;

/** Whose the leases are or were, each with the days; whoever came first, first. */
export async function listLeaseTenants(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return [];
  return tx
    .select({
      leaseId: leaseTenant.leaseId,
      id: leaseTenant.tenantId,
      name: tenantDisplayName,
      kind: tenant.kind,
      fromOn: leaseTenant.fromOn,
      toOn: leaseTenant.toOn,
    })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(and(within([leaseTenant, tenant], scope), isAmong(leaseTenant.leaseId, leaseIds)))
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.sortName));
}

/** What the leases are or were about, each unit with its property and the days. */
export async function listLeaseUnits(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return [];
  return tx
    .select({
      leaseId: leaseUnit.leaseId,
      id: leaseUnit.unitId,
      name: unit.name,
      isOnlyUnit: isOnlyUnit(scope),
      kind: unit.kind,
      propertyId: unit.propertyId,
      propertyName: property.name,
      country: property.country,
      fromOn: leaseUnit.fromOn,
      toOn: leaseUnit.toOn,
    })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([leaseUnit, unit, property], scope), isAmong(leaseUnit.leaseId, leaseIds)))
    .orderBy(asc(leaseUnit.fromOn), asc(property.sortName), asc(unit.sortName));
}

/** What leases are called: by whom and where, for lists that name them by their id. */
export async function nameLeases(tx: Tx, scope: Scope, leaseIds: string[]) {
  const [tenants, units] = [
    await listLeaseTenants(tx, scope, leaseIds),
    await listLeaseUnits(tx, scope, leaseIds),
  ];
  const [tenantsOf, unitsOf] = [
    Map.groupBy(tenants, (row) => row.leaseId),
    Map.groupBy(units, (row) => row.leaseId),
  ];
  return (id: string) => {
    const own = tenantsOf.get(id) ?? [];
    return {
      id,
      tenants: [...new Set(own.map((row) => row.name))],
      tenantId: own[0]?.id ?? null,
      place: placeWords(unitsOf.get(id) ?? []),
    };
  };
}
