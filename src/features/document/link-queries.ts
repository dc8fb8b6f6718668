import 'server-only';
import { and, asc, desc, eq, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  documentLink,
  handover,
  lease,
  leaseTenant,
  leaseUnit,
  property,
  tenant,
  transaction,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { matchesFolded, matchesSearch } from '@/db/search';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import type { DocumentTarget, documentLinkKinds } from './schema';

export const linkColumns = {
  property: documentLink.propertyId,
  unit: documentLink.unitId,
  tenant: documentLink.tenantId,
  lease: documentLink.leaseId,
  transaction: documentLink.transactionId,
  handover: documentLink.handoverId,
} as const satisfies Record<(typeof documentLinkKinds)[number], unknown>;

export const targetTables = { property, unit, tenant, lease, transaction, handover };

/** Condition on a link: it names the thing itself or something that belongs to it. */
export function namesTarget(tx: Tx, scope: Scope, { kind, id }: DocumentTarget): SQL | undefined {
  const unitsOf = (propertyId: string) =>
    tx
      .select({ id: unit.id })
      .from(unit)
      .where(and(within(unit, scope), eq(unit.propertyId, propertyId)));
  const leasesOn = (units: SQL) =>
    tx
      .select({ id: leaseUnit.leaseId })
      .from(leaseUnit)
      .where(and(within(leaseUnit, scope), units));
  const bookedOn = (place: SQL) =>
    tx
      .select({ id: transaction.id })
      .from(transaction)
      .where(and(within(transaction, scope), place));
  switch (kind) {
    case 'property':
      return or(
        eq(documentLink.propertyId, id),
        isAmong(documentLink.unitId, unitsOf(id)),
        isAmong(documentLink.leaseId, leasesOn(isAmong(leaseUnit.unitId, unitsOf(id)))),
        isAmong(documentLink.transactionId, bookedOn(eq(transaction.propertyId, id))),
      );
    case 'unit':
      return or(
        eq(documentLink.unitId, id),
        isAmong(documentLink.leaseId, leasesOn(eq(leaseUnit.unitId, id))),
        isAmong(documentLink.transactionId, bookedOn(eq(transaction.unitId, id))),
      );
    case 'tenant': {
      const leases = tx
        .select({ id: leaseTenant.leaseId })
        .from(leaseTenant)
        .where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, id)));
      return or(eq(documentLink.tenantId, id), isAmong(documentLink.leaseId, leases));
    }
    case 'lease':
    case 'transaction':
    case 'handover':
      return eq(linkColumns[kind], id);
  }
}

type DocumentLinkName = {
  kind: (typeof documentLinkKinds)[number];
  id: string;
  /** The property, tenant or booking by name; of a lease or a hand-over the tenants. */
  label: string;
  /** Where a unit, lease or hand-over is. */
  place: string | null;
};

/** What each document hangs on, by name. */
export async function listLinks(tx: Tx, scope: Scope, documentIds: string[]) {
  const found = new Map<string, DocumentLinkName[]>();
  if (documentIds.length === 0) return found;
  const ofDocuments = and(within(documentLink, scope), isAmong(documentLink.documentId, documentIds));
  const [properties, units, tenants, leases, transactions, handovers] = await Promise.all([
    tx
      .select({ documentId: documentLink.documentId, id: property.id, label: property.name })
      .from(documentLink)
      .innerJoin(property, joins(property.id, documentLink.propertyId))
      .where(ofDocuments)
      .orderBy(asc(property.sortName)),
    tx
      .select({ documentId: documentLink.documentId, id: unit.id, label: unit.name, place: property.name })
      .from(documentLink)
      .innerJoin(unit, joins(unit.id, documentLink.unitId))
      .innerJoin(property, joins(property.id, unit.propertyId))
      .where(ofDocuments)
      .orderBy(asc(property.sortName), asc(unit.sortName)),
    tx
      .select({
        documentId: documentLink.documentId,
        id: tenant.id,
        kind: tenant.kind,
        firstName: tenant.firstName,
        lastName: tenant.lastName,
        companyName: tenant.companyName,
      })
      .from(documentLink)
      .innerJoin(tenant, joins(tenant.id, documentLink.tenantId))
      .where(ofDocuments)
      .orderBy(asc(tenant.sortName), asc(tenant.id)),
    tx
      .select({ documentId: documentLink.documentId, id: lease.id, startsOn: lease.startsOn })
      .from(documentLink)
      .innerJoin(lease, joins(lease.id, documentLink.leaseId))
      .where(ofDocuments)
      .orderBy(asc(lease.startsOn), asc(lease.id)),
    tx
      .select({ documentId: documentLink.documentId, id: transaction.id, label: transaction.title })
      .from(documentLink)
      .innerJoin(transaction, joins(transaction.id, documentLink.transactionId))
      .where(ofDocuments)
      .orderBy(asc(transaction.bookedOn), asc(transaction.id)),
    tx
      .select({ documentId: documentLink.documentId, id: handover.id, leaseId: handover.leaseId })
      .from(documentLink)
      .innerJoin(handover, joins(handover.id, documentLink.handoverId))
      .where(ofDocuments)
      .orderBy(asc(handover.heldOn), asc(handover.id)),
  ]);
  const leaseIds = [...leases.map((row) => row.id), ...handovers.map((row) => row.leaseId)];
  const parties = await nameLeases(tx, scope, [...new Set(leaseIds)]);
  const add = (documentId: string, link: DocumentLinkName) => {
    const links = found.get(documentId) ?? [];
    links.push(link);
    found.set(documentId, links);
  };
  for (const { documentId, id, label } of properties)
    add(documentId, { kind: 'property', id, label, place: null });
  for (const { documentId, ...row } of units) add(documentId, { kind: 'unit', ...row });
  for (const { documentId, id, ...name } of tenants) {
    add(documentId, { kind: 'tenant', id, label: tenantName(name), place: null });
  }
  for (const { documentId, id } of leases) {
    add(documentId, {
      kind: 'lease',
      id,
      label: parties.get(id)?.tenants ?? '',
      place: parties.get(id)?.units ?? null,
    });
  }
  for (const { documentId, id, label } of transactions) {
    add(documentId, { kind: 'transaction', id, label, place: null });
  }
  for (const { documentId, id, leaseId } of handovers) {
    add(documentId, {
      kind: 'handover',
      id,
      label: parties.get(leaseId)?.tenants ?? '',
      place: parties.get(leaseId)?.units ?? null,
    });
  }
  return found;
}

/** Who rents what on these leases, in words. */
async function nameLeases(tx: Tx, scope: Scope, leaseIds: string[]) {
  const named = new Map<string, { tenants: string; units: string }>();
  if (leaseIds.length === 0) return named;
  const [tenants, units] = await Promise.all([
    tx
      .selectDistinct({
        leaseId: leaseTenant.leaseId,
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
      .orderBy(asc(tenant.sortName), asc(tenant.id)),
    tx
      .selectDistinct({
        leaseId: leaseUnit.leaseId,
        id: unit.id,
        name: unit.name,
        sortName: unit.sortName,
      })
      .from(leaseUnit)
      .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
      .where(and(within(leaseUnit, scope), isAmong(leaseUnit.leaseId, leaseIds)))
      .orderBy(asc(unit.sortName), asc(unit.id)),
  ]);
  for (const id of leaseIds) {
    const of = <Row extends { leaseId: string }>(rows: Row[]) => rows.filter((row) => row.leaseId === id);
    named.set(id, {
      tenants: of(tenants).map(tenantName).join(', '),
      units: of(units)
        .map((row) => row.name)
        .join(', '),
    });
  }
  return named;
}

const foundOfEach = 6;
const reversal = alias(transaction, 'reversal');

/** Properties, units, tenants, leases and bookings whose names hold all words of the search. */
export async function findTargets(tx: Tx, scope: Scope, search: string): Promise<DocumentLinkName[]> {
  const tenantTexts = [tenant.firstName, tenant.lastName, tenant.companyName];
  const joinsProperty = joins(property.id, unit.propertyId);
  const [properties, units, tenants, leases, bookings] = await Promise.all([
    tx
      .select({ id: property.id, label: property.name, street: property.street, city: property.city })
      .from(property)
      .where(
        and(within(property, scope), matchesSearch(search, [property.name, property.street, property.city])),
      )
      .orderBy(asc(property.sortName), asc(property.id))
      .limit(foundOfEach),
    tx
      .select({ id: unit.id, label: unit.name, place: property.name })
      .from(unit)
      .innerJoin(property, joinsProperty)
      .where(and(within(unit, scope), matchesSearch(search, [unit.name, property.name])))
      .orderBy(asc(property.sortName), asc(unit.sortName), asc(unit.id))
      .limit(foundOfEach),
    tx
      .select({
        id: tenant.id,
        kind: tenant.kind,
        firstName: tenant.firstName,
        lastName: tenant.lastName,
        companyName: tenant.companyName,
      })
      .from(tenant)
      .where(and(within(tenant, scope), matchesSearch(search, tenantTexts)))
      .orderBy(asc(tenant.sortName), asc(tenant.id))
      .limit(foundOfEach),
    tx
      .selectDistinct({ id: lease.id, startsOn: lease.startsOn })
      .from(lease)
      .innerJoin(leaseTenant, joins(leaseTenant.leaseId, lease.id))
      .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
      .where(and(within(lease, scope), isNull(lease.voidedAt), matchesSearch(search, tenantTexts)))
      .orderBy(desc(lease.startsOn), asc(lease.id))
      .limit(foundOfEach),
    tx
      .select({ id: transaction.id, label: transaction.title, bookedOn: transaction.bookedOn })
      .from(transaction)
      .where(
        and(
          within(transaction, scope),
          isNull(transaction.reversesTransactionId),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(reversal)
              .where(and(within(reversal, scope), joins(reversal.reversesTransactionId, transaction.id))),
          ),
          matchesFolded(search, transaction.searchText),
        ),
      )
      .orderBy(desc(transaction.bookedOn), asc(transaction.id))
      .limit(foundOfEach),
  ]);
  const parties = await nameLeases(
    tx,
    scope,
    leases.map((row) => row.id),
  );
  return [
    ...properties.map(({ id, label, street, city }) => ({
      kind: 'property' as const,
      id,
      label,
      place: [street, city].filter(Boolean).join(', ') || null,
    })),
    ...units.map((row) => ({ kind: 'unit' as const, ...row })),
    ...tenants.map(({ id, ...name }) => ({
      kind: 'tenant' as const,
      id,
      label: tenantName(name),
      place: null,
    })),
    ...leases.map(({ id }) => ({
      kind: 'lease' as const,
      id,
      label: parties.get(id)?.tenants ?? '',
      place: parties.get(id)?.units ?? null,
    })),
    ...bookings.map(({ id, label, bookedOn }) => ({
      kind: 'transaction' as const,
      id,
      label,
      place: bookedOn,
    })),
  ];
}
