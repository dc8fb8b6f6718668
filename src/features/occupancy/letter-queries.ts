import 'server-only';
import { and, asc } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import type { UnitKind } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import { tenantDisplayName } from './party-queries';
import { isOnlyUnit } from './place-queries';
import { belongsOn } from './term-rules';

/** What is let today, or was at the end, with its address; a garage after what one lives in. */
export const listLetterPlaces = async (tx: Tx, scope: Scope, leaseId: string) =>
  (await readLetterPlaces(tx, scope, [leaseId]))(leaseId);

/** The same of many leases, read at once. */
export async function readLetterPlaces(tx: Tx, scope: Scope, leaseIds: string[]) {
  const rows = await tx
    .select({
      leaseId: leaseUnit.leaseId,
      fromOn: leaseUnit.fromOn,
      toOn: leaseUnit.toOn,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      unitKind: unit.kind,
      propertyKind: property.kind,
      propertyId: property.id,
      unitName: unit.name,
      isOnlyUnit: isOnlyUnit(scope),
      propertyName: property.name,
      street: property.street,
      houseNumber: property.houseNumber,
      postalCode: property.postalCode,
      city: property.city,
      state: property.state,
      country: property.country,
    })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([leaseUnit, lease, unit, property], scope), isAmong(leaseUnit.leaseId, leaseIds)))
    .orderBy(asc(leaseUnit.fromOn), asc(unit.sortName));
  const standing = rows.filter((row) => belongsOn(row, row, scope.today));
  const inOrder = [...standing.filter((row) => !isBeside(row)), ...standing.filter(isBeside)];
  const byLease = Map.groupBy(inOrder, (row) => row.leaseId);
  return (leaseId: string) => (byLease.get(leaseId) ?? []).map(({ leaseId: _, ...place }) => place);
}

/** Of what lies beside a dwelling, or is let alone: nobody is there to open a letter. */
const isBeside = ({ unitKind }: { unitKind: UnitKind }) => unitKind === 'parking' || unitKind === 'storage';

/**
 * Who a letter is to: everybody on the lease today, or, where it is over, everybody who was on it at its end. For another
 * day, who was on it then.
 */
export const listLetterTenants = async (tx: Tx, scope: Scope, leaseId: string, on = scope.today) =>
  (await readLetterTenants(tx, scope, [leaseId], on))(leaseId);

/** The same of many leases, read at once. */
export async function readLetterTenants(tx: Tx, scope: Scope, leaseIds: string[], on = scope.today) {
  const rows = await tx
    .select({
      leaseId: leaseTenant.leaseId,
      id: tenant.id,
      name: tenantDisplayName,
      letterLanguage: tenant.letterLanguage,
      street: tenant.street,
      houseNumber: tenant.houseNumber,
      postalCode: tenant.postalCode,
      city: tenant.city,
      state: tenant.state,
      country: tenant.country,
      fromOn: leaseTenant.fromOn,
      toOn: leaseTenant.toOn,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
    })
    .from(leaseTenant)
    .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(and(within([leaseTenant, lease, tenant], scope), isAmong(leaseTenant.leaseId, leaseIds)))
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.sortName));
  const byLease = Map.groupBy(
    rows.filter((row) => belongsOn(row, row, on)),
    (row) => row.leaseId,
  );
  return (leaseId: string) => (byLease.get(leaseId) ?? []).map(({ leaseId: _, ...recipient }) => recipient);
}

/** What a tenant is called; undefined where there is none. */
export async function findTenantName(tx: Tx, scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: tenantDisplayName })
    .from(tenant)
    .where(isRow(tenant, scope, id));
  return row?.name;
}

type Place = Awaited<ReturnType<typeof listLetterPlaces>>[number];
type Recipient = Awaited<ReturnType<typeof listLetterTenants>>[number];

/**
 * Where a letter goes: to the address a tenant has given for letters, else to what is let. Once the lease is over
 * somebody else opens what arrives there, and nobody what is sent to a garage or a garden: without an address of the
 * tenant's own there is none.
 */
export function letterAddress(tenants: readonly Recipient[], places: readonly Place[], today: CalendarDate) {
  const own = tenants.find((tenant) => tenant.street && tenant.city);
  const [place] = places;
  const isOver = place !== undefined && place.endsOn !== null && place.endsOn < today;
  // Whoever names no country lives in that of the flat.
  const at = places.find((one) => !isBeside(one) && one.propertyKind !== 'land');
  const found = own ? { ...own, country: own.country ?? place?.country ?? null } : isOver ? undefined : at;
  if (!found) return null;
  const { street, houseNumber, postalCode, city, state, country } = found;
  return { street, houseNumber, postalCode, city, state, country };
}
