import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { eraseAssociationsOf } from '@/db/erase-association';
import { eraseBookings } from '@/db/erase-booking';
import { eraseStatementsOf } from '@/db/erase-cost-statement';
import { eraseDocumentsOf } from '@/db/erase-document';
import { eraseHandovers } from '@/db/erase-handover';
import { eraseLeases } from '@/db/erase-lease';
import { exactly } from '@/db/exactly';
import { landlord, leaseUnit, property, propertyOwner, unit, unitPeriod, valuation } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { forEachRow, isRow, type SeenRow, sameRequestOnly } from '@/db/versioned';
import { within } from '@/db/within';
import type { UnitKind } from '@/domain/vocabulary';
import { firstUnitKind, isSingleUnit, sinceEver } from '@/features/unit/rules';
import { lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { isTypedName } from '@/lib/typed-name';
import { changeProperty } from './change-commands';
import { findPropertyFields, getPropertyFields, previewDelete, splitLeases } from './queries';
import { sharesExceedWhole } from './rules';
import { assertHandedOverSince } from './sale-queries';
import type { createPropertyInput, deletePropertyInput, setOwnersInput, updatePropertyInput } from './schema';

const propertyKey = { id: property.id, version: property.version };

/** A property with its first unit, which bears the property's name and kind until somebody says otherwise. */
export async function createProperty(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof createPropertyInput>,
  first: {
    name: string;
    kind: UnitKind;
    askingRentCents?: number | null;
    areaSqm100?: number | null;
    rooms10?: number | null;
  } = {
    name: input.name,
    kind: firstUnitKind(input.kind),
  },
) {
  const { unitId, ...fields } = input;
  const its = {
    name: first.name,
    kind: first.kind,
    askingRentCents: first.askingRentCents ?? null,
    rooms10: first.rooms10 ?? null,
  };
  const areaSqm100 = first.areaSqm100 ?? (isSingleUnit(input.kind) ? input.livingAreaSqm100 : null);
  const [row] = await tx
    .insert(property)
    .values({ portfolioId: scope.portfolioId, ...exactly(property, fields) })
    .onConflictDoNothing()
    .returning(propertyKey);
  if (!row) {
    const [there] = await tx
      .select()
      .from(unit)
      .where(isRow(unit, scope, unitId));
    sameRequestOnly(there, { ...its, propertyId: input.id });
    const [begun] = await tx
      .select({ areaSqm100: unitPeriod.areaSqm100 })
      .from(unitPeriod)
      .where(
        and(within(unitPeriod, scope), eq(unitPeriod.unitId, unitId), eq(unitPeriod.validFrom, sinceEver)),
      );
    if (begun?.areaSqm100 !== areaSqm100) throw new DomainError('already_exists');
    return { ...sameRequestOnly(await findPropertyFields(tx, scope, input.id), fields), unitId };
  }
  await tx.insert(unit).values({
    portfolioId: scope.portfolioId,
    id: unitId,
    propertyId: input.id,
    ...exactly(unit, its),
  });
  await tx.insert(unitPeriod).values({
    portfolioId: scope.portfolioId,
    unitId,
    validFrom: sinceEver,
    areaSqm100,
  });
  const { id, ...after } = input;
  await recordAudit(tx, scope, { action: 'property.create', entity: 'property', entityId: id, after });
  return { ...row, unitId };
}

export async function updateProperty(tx: Tx, scope: Scope, input: z.output<typeof updatePropertyInput>) {
  const { id, version, ...fields } = input;
  const before = await getPropertyFields(tx, scope, id);
  const row = await changeProperty(tx, scope, { id, version }, fields);
  if (before.soldOn !== null && fields.soldOn !== before.soldOn) await assertHandedOverSince(tx, scope, id);
  await recordAudit(tx, scope, {
    action: 'property.update',
    entity: 'property',
    entityId: id,
    ...changesBetween(before, fields),
  });
  return row;
}

/** Replaces the list of owners. */
export async function setOwners(tx: Tx, scope: Scope, input: z.output<typeof setOwnersInput>) {
  const { propertyId, version, owners } = input;
  const landlordIds = owners.map((owner) => owner.landlordId);
  const twice = landlordIds.findIndex((id, index) => landlordIds.indexOf(id) !== index);
  if (twice >= 0) throw new DomainError('already_exists', { field: `owners.${twice}.landlordId` });
  if (sharesExceedWhole(owners)) throw new DomainError('property.shares_exceed_whole', { field: 'owners' });
  await getPropertyFields(tx, scope, propertyId);
  if (landlordIds.length > 0) {
    const known = await tx
      .select({ id: landlord.id })
      .from(landlord)
      .where(and(within(landlord, scope), isAmong(landlord.id, landlordIds)));
    const knownIds = new Set(known.map((row) => row.id));
    const stranger = landlordIds.findIndex((id) => !knownIds.has(id));
    if (stranger >= 0) throw new DomainError('not_found', { field: `owners.${stranger}.landlordId` });
  }
  const row = await changeProperty(tx, scope, { id: propertyId, version });
  const before = await tx
    .delete(propertyOwner)
    .where(and(within(propertyOwner, scope), eq(propertyOwner.propertyId, propertyId)))
    .returning({
      landlordId: propertyOwner.landlordId,
      shareNumerator: propertyOwner.shareNumerator,
      shareDenominator: propertyOwner.shareDenominator,
    });
  if (owners.length > 0) {
    await tx.insert(propertyOwner).values(
      owners.map((owner) => ({
        portfolioId: scope.portfolioId,
        propertyId,
        ...exactly(propertyOwner, owner),
      })),
    );
  }
  await recordAudit(tx, scope, {
    action: 'property.set_owners',
    entity: 'property',
    entityId: propertyId,
    before: { owners: before },
    after: { owners },
  });
  return row;
}

async function setArchived(tx: Tx, scope: Scope, seen: SeenRow, archived: boolean) {
  const { name } = await getPropertyFields(tx, scope, seen.id);
  const row = await changeProperty(tx, scope, seen, { archivedAt: archived ? scope.now : null });
  const action = archived ? 'property.archive' : 'property.restore';
  await recordAudit(tx, scope, { action, entity: 'property', entityId: seen.id, after: { name } });
  return row;
}

/** Takes the property out of the lists; its leases run on. */
export const archiveProperty = (tx: Tx, scope: Scope, seen: SeenRow) => setArchived(tx, scope, seen, true);
export const restoreProperty = (tx: Tx, scope: Scope, seen: SeenRow) => setArchived(tx, scope, seen, false);

/** All of them or, when one was changed meanwhile, none; each leaves its own trace. */
export const archiveProperties = (tx: Tx, scope: Scope, rows: readonly SeenRow[]) =>
  forEachRow(rows, (seen) => archiveProperty(tx, scope, seen));
export const restoreProperties = (tx: Tx, scope: Scope, rows: readonly SeenRow[]) =>
  forEachRow(rows, (seen) => restoreProperty(tx, scope, seen));

/**
 * The danger zone: the property with its units, the leases that have units nowhere else, and all that was
 * posted and paid on them. A lease with a unit elsewhere keeps that one and its account.
 */
export async function deleteProperty(tx: Tx, scope: Scope, input: z.output<typeof deletePropertyInput>) {
  const [locked] = await tx
    .select({ name: property.name })
    .from(property)
    .where(isRow(property, scope, input.id))
    .for('update');
  if (!locked) throw new DomainError('not_found');
  if (!isTypedName(input.typedName, locked.name)) {
    throw new DomainError('property.name_mismatch', { field: 'typedName' });
  }
  const concerned = await splitLeases(tx, scope, input.id);
  await lockLeases(tx, scope, [...concerned.erasedIds, ...concerned.keptIds]);
  // Read again what the lock has made certain.
  const { erasedIds } = await splitLeases(tx, scope, input.id);
  const { counts } = await previewDelete(tx, scope, input.id);

  await eraseDocumentsOf(tx, scope, { propertyId: input.id, leaseIds: erasedIds });
  await eraseBookings(tx, scope, input.id);
  await eraseHandovers(tx, scope, { leaseIds: erasedIds, propertyId: input.id });
  await eraseStatementsOf(tx, scope, input.id);
  await eraseAssociationsOf(tx, scope, { propertyId: input.id });
  await eraseLeases(tx, scope, erasedIds);
  const units = tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, input.id)));
  for (const table of [leaseUnit, unitPeriod]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.unitId, units)));
  }
  for (const table of [unit, propertyOwner, valuation]) {
    await tx.delete(table).where(and(within(table, scope), eq(table.propertyId, input.id)));
  }
  await tx.delete(property).where(isRow(property, scope, input.id));
  await recordAudit(tx, scope, {
    action: 'property.delete',
    entity: 'property',
    entityId: input.id,
    before: { name: locked.name, ...counts },
  });
  return { id: input.id, counts };
}
