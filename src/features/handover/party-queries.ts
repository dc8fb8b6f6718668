import { defaultLanguage } from '@/lib/languages';
import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { DomainError } from '@/lib/errors';
import { listLandlordsOf } from '../portfolio/landlord-queries';

/** Where a unit is, and whose it is. */
export async function getPlace(tx: Tx, scope: Scope, unitId: string) {
  const [found] = await tx
    .select({
      unit: { name: unit.name, kind: unit.kind, floor: unit.floor },
      property: {
        id: property.id,
        name: property.name,
        street: property.street,
        houseNumber: property.houseNumber,
        postalCode: property.postalCode,
        city: property.city,
        state: property.state,
        country: property.country,
      },
    })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(isRow(unit, scope, unitId));
  if (!found) throw new DomainError('not_found');
  const landlords = await listLandlordsOf(tx, scope, [found.property.id]);
  return { ...found, landlords: landlords.map((row) => row.name) };
}

/**
 * Who is on the lease that day, and the language to write to them in. Keys change hands some days before the
 * lease begins or after it ends: then it is who begins it, or who stayed to its end.
 */
export async function listParties(tx: Tx, scope: Scope, leaseId: string, day: string) {
  const rows = await tx
    .select({
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
      letterLanguage: tenant.letterLanguage,
      isPresent: sql<boolean>`${leaseTenant.fromOn} <= greatest(${day}::date, ${lease.startsOn})
        and (${leaseTenant.toOn} is null or ${leaseTenant.toOn} >= least(${day}::date, ${lease.endsOn}))`,
    })
    .from(leaseTenant)
    .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, leaseId)))
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.sortName), asc(tenant.id));
  const present = rows.filter((row) => row.isPresent);
  const parties = present.length > 0 ? present : rows;
  return {
    tenants: [...new Set(parties.map(tenantName))],
    letterLanguage: parties[0]?.letterLanguage ?? defaultLanguage,
  };
}

/** The lease and the unit's days on it; refuses a unit the lease does not have. */
export async function getLeaseUnit(tx: Tx, scope: Scope, leaseId: string, unitId: string) {
  const [found] = await tx
    .select({ endsOn: lease.endsOn, voidedAt: lease.voidedAt })
    .from(lease)
    .where(isRow(lease, scope, leaseId));
  if (!found) throw new DomainError('not_found');
  await assertExists(tx, scope, unit, unitId);
  const spans = await tx
    .select({ fromOn: leaseUnit.fromOn, toOn: leaseUnit.toOn })
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), eq(leaseUnit.leaseId, leaseId), eq(leaseUnit.unitId, unitId)))
    .orderBy(asc(leaseUnit.fromOn));
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last) throw new DomainError('handover.unit_not_of_lease', { field: 'unitId' });
  return { voidedAt: found.voidedAt, fromOn: first.fromOn, toOn: last.toOn ?? found.endsOn };
}
