import 'server-only';
import { and, asc, desc, eq, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { document, documentLink, leaseTenant, property, tenant, transaction, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { matchesSearch } from '@/db/search';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { matchesWords } from '@/features/document/queries';
import { isOnlyUnit } from '@/features/occupancy/place-queries';
import { foundBy as propertyFoundBy } from '@/features/property/queries';
import { listCurrentUnits } from '@/features/tenant/list-queries';
import { foundBy as tenantFoundBy } from '@/features/tenant/queries';

/** Of each kind: a list one can still read, and more letters narrow it. */
const SHOWN = 6;

/** What begins as it was typed stands first, what is archived last. */
const nearest = (name: AnyPgColumn | SQL, archivedAt: AnyPgColumn, text: string) => [
  asc(isNotNull(archivedAt)),
  desc(sql`starts_with(lower(${name} collate "und-x-icu"), lower(${text}::text collate "und-x-icu"))`),
];

async function findProperties(tx: Tx, scope: Scope, text: string) {
  return tx
    .select({
      id: property.id,
      name: property.name,
      kind: property.kind,
      city: property.city,
      isArchived: sql<boolean>`${property.archivedAt} is not null`,
    })
    .from(property)
    .where(and(within(property, scope), matchesSearch(text, propertyFoundBy)))
    .orderBy(...nearest(property.name, property.archivedAt, text), asc(property.sortName), asc(property.id))
    .limit(SHOWN);
}

/** By its own name or its property's; a unit that is the whole property is found as the property. */
async function findUnits(tx: Tx, scope: Scope, text: string) {
  return tx
    .select({
      id: unit.id,
      name: unit.name,
      kind: unit.kind,
      propertyId: property.id,
      propertyName: property.name,
      isArchived: sql<boolean>`${unit.archivedAt} is not null`,
    })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within(unit, scope),
        ne(unit.name, property.name),
        not(isOnlyUnit(scope)),
        matchesSearch(text, [unit.name, property.name]),
      ),
    )
    .orderBy(
      ...nearest(unit.name, unit.archivedAt, text),
      asc(property.sortName),
      asc(unit.sortName),
      asc(unit.id),
    )
    .limit(SHOWN);
}

async function findTenants(tx: Tx, scope: Scope, text: string) {
  const rows = await tx
    .select({
      id: tenant.id,
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
      emails: tenant.emails,
      isArchived: sql<boolean>`${tenant.archivedAt} is not null`,
    })
    .from(tenant)
    .where(and(within(tenant, scope), matchesSearch(text, tenantFoundBy)))
    .orderBy(...nearest(tenant.sortName, tenant.archivedAt, text), asc(tenant.sortName), asc(tenant.id))
    .limit(SHOWN);
  const ids = rows.map((row) => row.id);
  const homes = ids.length === 0 ? null : await listCurrentUnits(tx, scope, ids);
  return rows.map((row) => {
    const [home] = homes?.get(row.id) ?? [];
    return {
      id: row.id,
      kind: row.kind,
      name: tenantName(row),
      email: row.emails[0] ?? null,
      home: home ?? null,
      isArchived: row.isArchived,
    };
  });
}

/** The property or tenant on whose page each document is shown. */
async function placesOf(tx: Tx, scope: Scope, documentIds: string[]) {
  const firstTenant = tx
    .select({ id: leaseTenant.tenantId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, documentLink.leaseId)))
    .orderBy(asc(leaseTenant.fromOn), asc(leaseTenant.id))
    .limit(1);
  const rows = await tx
    .select({
      documentId: documentLink.documentId,
      propertyId: sql<
        string | null
      >`coalesce(${documentLink.propertyId}, ${unit.propertyId}, ${transaction.propertyId})`,
      tenantId: sql<string | null>`coalesce(${documentLink.tenantId}, (${firstTenant}))`,
    })
    .from(documentLink)
    .leftJoin(unit, joins(unit.id, documentLink.unitId))
    .leftJoin(transaction, joins(transaction.id, documentLink.transactionId))
    .where(and(within(documentLink, scope), isAmong(documentLink.documentId, documentIds)))
    .orderBy(asc(documentLink.id));
  return Map.groupBy(rows, (row) => row.documentId);
}

/** By title, category, and what is written in the file. */
async function findDocuments(tx: Tx, scope: Scope, text: string) {
  const rows = await tx
    .select({ id: document.id, title: document.title, category: document.category })
    .from(document)
    .where(
      and(
        within(document, scope),
        isNull(document.deletedAt),
        isNotNull(document.currentVersionId),
        await matchesWords(text),
      ),
    )
    .orderBy(desc(document.createdAt), desc(document.id))
    .limit(SHOWN);
  if (rows.length === 0) return [];
  const places = await placesOf(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const own = places.get(row.id) ?? [];
    return {
      ...row,
      propertyId: own.find((place) => place.propertyId !== null)?.propertyId ?? null,
      tenantId: own.find((place) => place.tenantId !== null)?.tenantId ?? null,
    };
  });
}

/** A few of everything that has each word of the text somewhere; nothing for an empty one. */
export async function findEverything(tx: Tx, scope: Scope, text: string) {
  if (text === '') return { properties: [], units: [], tenants: [], documents: [] };
  const [properties, units, tenants, documents] = await Promise.all([
    findProperties(tx, scope, text),
    findUnits(tx, scope, text),
    findTenants(tx, scope, text),
    findDocuments(tx, scope, text),
  ]);
  return { properties, units, tenants, documents };
}
