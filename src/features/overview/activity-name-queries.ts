import 'server-only';
import { and, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  bankAccount,
  bankImport,
  bankLine,
  costAgreement,
  costSharing,
  costStatement,
  costStatementLease,
  deposit,
  document,
  handover,
  letter,
  mandate,
  meter,
  objection,
  property,
  receiptRoom,
  recurring,
  tenant,
  transaction,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { placeName, tenantName } from '@/domain/names';
import { isOnlyUnit } from '@/features/occupancy/place-queries';
import { leasesOfPostings } from '@/ledger';

type Changed = { entity: string; entityId: string };

const idsOf = (events: readonly Changed[], entity: string) => [
  ...new Set(events.filter((event) => event.entity === entity).map((event) => event.entityId)),
];

/** The names of the things that changed, of those that are still there. */
export async function findLabels(
  tx: Tx,
  scope: Scope,
  events: readonly Changed[],
): Promise<Map<string, string>> {
  const named = async (
    table:
      | typeof bankAccount
      | typeof bankImport
      | typeof bankLine
      | typeof document
      | typeof property
      | typeof recurring
      | typeof transaction,
    name: AnyPgColumn,
    entity: string,
  ) => {
    const ids = idsOf(events, entity);
    if (ids.length === 0) return [];
    const rows = await tx
      .select({ id: table.id, name: sql<string | null>`${name}` })
      .from(table)
      .where(and(within(table, scope), isAmong(table.id, ids)));
    return rows.flatMap((row): [string, string][] => (row.name ? [[row.id, row.name]] : []));
  };
  const ofHouse = async (
    table: typeof costStatement | typeof costSharing | typeof costAgreement | typeof meter,
    entity: string,
  ) => {
    const ids = idsOf(events, entity);
    if (ids.length === 0) return [];
    const rows = await tx
      .select({ id: table.id, name: property.name })
      .from(table)
      .innerJoin(property, joins(property.id, table.propertyId))
      .where(and(within([table, property], scope), isAmong(table.id, ids)));
    return rows.map((row): [string, string] => [row.id, row.name]);
  };
  const found = await Promise.all([
    named(bankAccount, bankAccount.holder, 'bank_account'),
    named(bankImport, bankImport.fileName, 'bank_import'),
    named(bankLine, bankLine.name, 'bank_line'),
    ofHouse(costStatement, 'cost_statement'),
    ofHouse(costSharing, 'cost_sharing'),
    ofHouse(costAgreement, 'cost_agreement'),
    ofHouse(meter, 'meter'),
    named(property, property.name, 'property'),
    listTenantNames(tx, scope, idsOf(events, 'tenant')),
    listUnitNames(tx, scope, idsOf(events, 'unit')),
    named(document, document.title, 'document'),
    named(transaction, transaction.title, 'transaction'),
    named(recurring, recurring.title, 'recurring'),
  ]);
  return new Map(found.flat());
}

/** Of what belongs to a lease (itself, its account, deposit, hand-overs, letters, its part of a statement) the lease. */
export async function findLeases(
  tx: Tx,
  scope: Scope,
  events: readonly Changed[],
): Promise<Map<string, string>> {
  const ofLease = async (
    table: typeof deposit | typeof handover | typeof letter | typeof mandate | typeof costAgreement,
    entity: string,
  ) => {
    const ids = idsOf(events, entity);
    if (ids.length === 0) return [];
    const rows = await tx
      .select({ id: table.id, leaseId: table.leaseId })
      .from(table)
      .where(and(within(table, scope), isAmong(table.id, ids)));
    return rows.flatMap((row): [string, string][] => (row.leaseId ? [[row.id, row.leaseId]] : []));
  };
  const ofStatement = async (table: typeof objection | typeof receiptRoom, entity: string) => {
    const ids = idsOf(events, entity);
    if (ids.length === 0) return [];
    const rows = await tx
      .select({ id: table.id, leaseId: costStatementLease.leaseId })
      .from(table)
      .innerJoin(costStatementLease, joins(costStatementLease.id, table.statementLeaseId))
      .where(and(within([table, costStatementLease], scope), isAmong(table.id, ids)));
    return rows.map((row): [string, string] => [row.id, row.leaseId]);
  };
  const [postings, ...others] = await Promise.all([
    leasesOfPostings(tx, scope, { charges: idsOf(events, 'charge'), payments: idsOf(events, 'payment') }),
    ofLease(deposit, 'deposit'),
    ofLease(handover, 'handover'),
    ofLease(letter, 'letter'),
    ofLease(mandate, 'mandate'),
    ofLease(costAgreement, 'cost_agreement'),
    ofStatement(objection, 'objection'),
    ofStatement(receiptRoom, 'receipt_room'),
  ]);
  const own = idsOf(events, 'lease').map((id): [string, string] => [id, id]);
  return new Map([...own, ...postings, ...others.flat()]);
}

async function listUnitNames(tx: Tx, scope: Scope, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({
      id: unit.id,
      unitName: unit.name,
      propertyName: property.name,
      isOnlyUnit: isOnlyUnit(scope),
    })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([unit, property], scope), isAmong(unit.id, ids)));
  return rows.map((row) => [row.id, placeName(row)]);
}

async function listTenantNames(tx: Tx, scope: Scope, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({
      id: tenant.id,
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
    })
    .from(tenant)
    .where(and(within(tenant, scope), isAmong(tenant.id, ids)));
  return rows.map((row) => [row.id, tenantName(row)]);
}
