import 'server-only';
import { and, asc, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { isDwelling } from '@/domain/dwelling';
import type { PartyKind, PropertyKind, UnitKind } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import { tenantDisplayName } from './party-queries';
import { isOnlyUnit } from './place-queries';
import { belongsOn, coversDay } from './term-rules';

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

type Kinds = { unitKind: UnitKind; propertyKind: PropertyKind };

const isHome = ({ unitKind }: Kinds) => isDwelling(unitKind);

/** What lies beside a dwelling, or is let alone. */
const isBeside = ({ unitKind }: Kinds) => unitKind === 'parking' || unitKind === 'storage';

/** Whether somebody is there to open a letter: not in a garage or a garden; in the store of a company, and in a house on land. */
const isOpened = (place: Kinds, tenantKind: PartyKind) =>
  isHome(place) ||
  (place.propertyKind !== 'land' &&
    (!isBeside(place) || (place.unitKind === 'storage' && tenantKind === 'company')));

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
      kind: tenant.kind,
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
  const homeOf = await readHomes(tx, scope, leaseIds);
  const byLease = Map.groupBy(
    rows.filter((row) => belongsOn(row, row, on)).map((row) => ({ ...row, home: homeOf(row) })),
    (row) => row.leaseId,
  );
  return (leaseId: string) => (byLease.get(leaseId) ?? []).map(({ leaseId: _, ...recipient }) => recipient);
}

/** Where tenants of leases can be found besides: what they rent today under another lease, a dwelling first. */
async function readHomes(tx: Tx, scope: Scope, leaseIds: string[]) {
  const other = alias(leaseTenant, 'other_tenant');
  const rows = await tx
    .select({
      leaseId: leaseTenant.leaseId,
      tenantId: other.tenantId,
      otherId: other.leaseId,
      fromOn: other.fromOn,
      toOn: other.toOn,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
    })
    .from(leaseTenant)
    .innerJoin(other, joins(other.tenantId, leaseTenant.tenantId))
    .innerJoin(lease, joins(lease.id, other.leaseId))
    .where(
      and(
        within([leaseTenant, other, lease], scope),
        isAmong(leaseTenant.leaseId, leaseIds),
        ne(other.leaseId, leaseTenant.leaseId),
        isNull(lease.voidedAt),
      ),
    )
    .orderBy(asc(lease.startsOn), asc(other.leaseId));
  const current = rows.filter((row) => coversDay(row, scope.today) && belongsOn(row, row, scope.today));
  if (current.length === 0) return () => null;
  const placesOf = await readLetterPlaces(tx, scope, [...new Set(current.map((row) => row.otherId))]);
  return ({ leaseId, id, kind }: { leaseId: string; id: string; kind: PartyKind }) => {
    const places = current
      .filter((row) => row.leaseId === leaseId && row.tenantId === id)
      .flatMap((row) => placesOf(row.otherId))
      .filter((place) => isOpened(place, kind));
    return places.find(isHome) ?? places.find((place) => !isBeside(place)) ?? places[0] ?? null;
  };
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
 * somebody else opens what arrives there, and nobody what is sent to a garage or a garden: then to where one of them
 * lives under another lease, and without that there is none.
 */
export function letterAddress(tenants: readonly Recipient[], places: readonly Place[], today: CalendarDate) {
  const own = tenants.find((tenant) => tenant.street && tenant.city);
  const [place] = places;
  const isOver = place !== undefined && place.endsOn !== null && place.endsOn < today;
  const opened = isOver ? [] : places.filter((one) => tenants.some(({ kind }) => isOpened(one, kind)));
  const home = tenants.find((tenant) => tenant.home)?.home;
  // Whoever names no country lives in that of the flat.
  const found = own
    ? { ...own, country: own.country ?? place?.country ?? null }
    : (opened.find((one) => !isBeside(one)) ?? home ?? opened[0]);
  if (!found) return null;
  const { street, houseNumber, postalCode, city, state, country } = found;
  return { street, houseNumber, postalCode, city, state, country };
}
