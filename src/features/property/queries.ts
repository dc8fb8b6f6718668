import 'server-only';
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { countBookings } from '@/db/erase-booking';
import { countObjections, countStatementsOf } from '@/db/erase-cost-statement';
import { countErasedDocuments } from '@/db/erase-document';
import { countHandovers, countMeters } from '@/db/erase-handover';
import { countLeaseRows } from '@/db/erase-lease';
import {
  document,
  landlord,
  leaseTenant,
  leaseUnit,
  openItem,
  property,
  propertyOwner,
  tenant,
  unit,
  valuation,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { listUnits } from '@/features/unit/queries';
import { isOverdue } from '@/ledger';
import { DomainError } from '@/lib/errors';

export const listColumns = {
  id: property.id,
  name: property.name,
  kind: property.kind,
  street: property.street,
  houseNumber: property.houseNumber,
  postalCode: property.postalCode,
  city: property.city,
  state: property.state,
  country: property.country,
  soldOn: property.soldOn,
  archivedAt: property.archivedAt,
  version: property.version,
};

/** What a property is found by, in the list and in the search of everything. */
export const foundBy = [
  property.name,
  property.street,
  property.houseNumber,
  property.postalCode,
  property.city,
];

const propertyColumns = {
  ...listColumns,
  yearBuilt: property.yearBuilt,
  livingAreaSqm100: property.livingAreaSqm100,
  plotAreaSqm100: property.plotAreaSqm100,
  energyClass: property.energyClass,
  energyUse10: property.energyUse10,
  energyCertificateValidUntil: property.energyCertificateValidUntil,
  purchasedOn: property.purchasedOn,
  purchasePriceCents: property.purchasePriceCents,
  purchaseCostsCents: property.purchaseCostsCents,
  buildingShareBp: property.buildingShareBp,
  statementStartMonth: property.statementStartMonth,
  coverDocumentId: property.coverDocumentId,
  notes: property.notes,
  createdAt: property.createdAt,
  updatedAt: property.updatedAt,
};

export async function findPropertyFields(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(propertyColumns)
    .from(property)
    .where(isRow(property, scope, id));
  return row ?? null;
}

export async function getPropertyFields(tx: Tx, scope: Scope, id: string) {
  const row = await findPropertyFields(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

/**
 * What is overdue of each property that has something overdue, on leases with a unit in it; reads what is open and no more. A
 * lease over two properties counts in both: the sum over properties may exceed the portfolio's.
 * @param propertyIds of these alone; every one if not given
 */
export function overdueByProperty(tx: Tx, scope: Scope, propertyIds?: string[]) {
  const items = tx
    .selectDistinct({
      propertyId: unit.propertyId,
      chargeId: openItem.chargeId,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .innerJoin(leaseUnit, joins(leaseUnit.leaseId, openItem.leaseId))
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(
      and(
        within(openItem, scope),
        isOverdue(scope.today),
        propertyIds && isAmong(unit.propertyId, propertyIds),
      ),
    )
    .as('overdue_item');
  return tx
    .select({
      propertyId: items.propertyId,
      cents: sql<number>`sum(${items.openCents})`.mapWith(Number).as('cents'),
    })
    .from(items)
    .groupBy(items.propertyId);
}

/** What is overdue of some properties, by their ids; of those with nothing overdue there is none. */
export async function sumArrears(tx: Tx, scope: Scope, propertyIds: string[]) {
  const rows = await overdueByProperty(tx, scope, propertyIds);
  return new Map(rows.map((row) => [row.propertyId, row.cents]));
}

/** Who owns a property, by name, each with the share. */
export async function listOwners(tx: Tx, scope: Scope, propertyId: string) {
  return tx
    .select({
      landlordId: propertyOwner.landlordId,
      name: landlord.name,
      shareNumerator: propertyOwner.shareNumerator,
      shareDenominator: propertyOwner.shareDenominator,
    })
    .from(propertyOwner)
    .innerJoin(landlord, joins(landlord.id, propertyOwner.landlordId))
    .where(and(within(propertyOwner, scope), eq(propertyOwner.propertyId, propertyId)))
    .orderBy(asc(landlord.name), asc(landlord.id));
}

/** Whether a letter would not know who lets: of several landlords nobody is entered as an owner. */
async function lacksOwner(tx: Tx, scope: Scope, owners: readonly unknown[]): Promise<boolean> {
  if (owners.length > 0) return false;
  const landlords = await tx
    .select({ id: landlord.id })
    .from(landlord)
    .where(and(within(landlord, scope), isNull(landlord.archivedAt)))
    .orderBy(asc(landlord.id))
    .limit(2);
  return landlords.length > 1;
}

/** What it was worth, the latest first. */
async function listValuations(tx: Tx, scope: Scope, propertyId: string) {
  return tx
    .select({
      valuedOn: valuation.valuedOn,
      valueCents: valuation.valueCents,
      source: valuation.source,
    })
    .from(valuation)
    .where(and(within(valuation, scope), eq(valuation.propertyId, propertyId)))
    .orderBy(desc(valuation.valuedOn));
}

/** The picture's document, unless it was deleted meanwhile. */
async function findCover(tx: Tx, scope: Scope, documentId: string | null): Promise<string | null> {
  if (documentId === null) return null;
  const [row] = await tx
    .select({ id: document.id })
    .from(document)
    .where(and(isRow(document, scope, documentId), isAmong(document.state, ['checked', 'ready'])));
  return row?.id ?? null;
}

/** Everything the property's page shows of it: fields, owners, units with their leases, what is overdue. */
export async function getProperty(tx: Tx, scope: Scope, id: string) {
  const fields = await getPropertyFields(tx, scope, id);
  const [owners, valuations, cover, units, arrears] = await Promise.all([
    listOwners(tx, scope, id),
    listValuations(tx, scope, id),
    findCover(tx, scope, fields.coverDocumentId),
    listUnits(tx, scope, { propertyId: id, archive: 'all' }),
    sumArrears(tx, scope, [id]),
  ]);
  return {
    ...fields,
    coverDocumentId: cover,
    owners,
    lacksOwner: await lacksOwner(tx, scope, owners),
    valuations,
    units,
    arrearsCents: arrears.get(id) ?? 0,
  };
}

/**
 * Which leases go with the property: those with units nowhere else. The others stay and lose its units.
 * Voided leases count as any other.
 */
export async function splitLeases(tx: Tx, scope: Scope, propertyId: string) {
  const here = tx
    .selectDistinct({ leaseId: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within(leaseUnit, scope), eq(unit.propertyId, propertyId)));
  const rows = await tx
    .select({
      leaseId: leaseUnit.leaseId,
      goes: sql<boolean>`bool_and(${unit.propertyId} = ${propertyId}::uuid)`,
    })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within(leaseUnit, scope), isAmong(leaseUnit.leaseId, here)))
    .groupBy(leaseUnit.leaseId);
  return {
    erasedIds: rows.filter((row) => row.goes).map((row) => row.leaseId),
    keptIds: rows.filter((row) => !row.goes).map((row) => row.leaseId),
  };
}

/** What deleting the property would take with it. */
export async function previewDelete(tx: Tx, scope: Scope, id: string) {
  const { name, version } = await getPropertyFields(tx, scope, id);
  const { erasedIds, keptIds } = await splitLeases(tx, scope, id);
  const [counts, bookings, documents, handovers, meters, sent, objections, units, tenants] =
    await Promise.all([
      countLeaseRows(tx, scope, erasedIds),
      countBookings(tx, scope, id),
      countErasedDocuments(tx, scope, { propertyId: id, leaseIds: erasedIds }),
      // Also those of leases that keep a unit elsewhere.
      countHandovers(tx, scope, { propertyId: id, leaseIds: erasedIds }),
      countMeters(tx, scope, id),
      countStatementsOf(tx, scope, id),
      countObjections(tx, scope, { propertyId: id, leaseIds: erasedIds }),
      tx
        .select({ count: count() })
        .from(unit)
        .where(and(within(unit, scope), eq(unit.propertyId, id))),
      listEveryTenant(tx, scope, erasedIds),
    ]);
  return {
    id,
    name,
    version,
    counts: {
      units: units[0]?.count ?? 0,
      ...counts,
      ...bookings,
      handovers,
      meters,
      ...sent,
      objections,
      documents,
      keptLeases: keptIds.length,
    },
    tenants,
  };
}

/** All who were ever on one of the leases. */
async function listEveryTenant(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return [];
  const rows = await tx
    .selectDistinct({
      id: tenant.id,
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
      sortName: tenant.sortName,
    })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.leaseId, leaseIds)))
    .orderBy(asc(tenant.sortName), asc(tenant.id));
  return rows.map((row) => ({ id: row.id, name: tenantName(row) }));
}
