import 'server-only';
import { and, count, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { eraseAssociationsOf } from '@/db/erase-association';
import { deleteMetersOf } from '@/db/erase-handover';
import { exactly } from '@/db/exactly';
import { lease, leaseUnit, property, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { noonOf } from '@/db/time-zone';
import {
  assertSeen,
  changedRow,
  isChangedSo,
  isRow,
  isSeenRow,
  nextVersion,
  type SeenRow,
  sameRequestOnly,
} from '@/db/versioned';
import { joins, within } from '@/db/within';
import { holdsFrom } from '@/features/occupancy/lease-queries';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { factColumns, findUnit, getUnit } from './queries';
import { isCoOwnershipShare, sinceEver } from './rules';
import type {
  archiveUnitInput,
  createUnitInput,
  removeUnitPeriodInput,
  setUnitPeriodInput,
  updateUnitInput,
} from './schema';

const unitKey = { id: unit.id, version: unit.version };

async function refuseArchivedProperty(tx: Tx, scope: Scope, propertyId: string) {
  const [row] = await tx
    .select({ archivedAt: property.archivedAt })
    .from(property)
    .where(isRow(property, scope, propertyId));
  if (!row) throw new DomainError('not_found', { field: 'propertyId' });
  if (row.archivedAt) throw new DomainError('property.archived');
}

async function refuseKnownName(
  tx: Tx,
  scope: Scope,
  { id, propertyId, name }: { id: string; propertyId: string; name: string },
) {
  const [known] = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId), eq(unit.name, name), ne(unit.id, id)));
  if (known) throw new DomainError('unit.name_taken', { field: 'name' });
}

function refuseWrongFacts(input: {
  coOwnershipNumerator: number | null;
  coOwnershipDenominator: number | null;
  ownUse: boolean;
  persons: number | null;
}) {
  if (input.persons !== null && !input.ownUse) throw new DomainError('invalid', { field: 'persons' });
  if (isCoOwnershipShare(input.coOwnershipNumerator, input.coOwnershipDenominator)) return;
  const field = input.coOwnershipNumerator === null ? 'coOwnershipNumerator' : 'coOwnershipDenominator';
  throw new DomainError('invalid', { field });
}

export async function createUnit(tx: Tx, scope: Scope, input: z.output<typeof createUnitInput>) {
  const { areaSqm100, coOwnershipNumerator, coOwnershipDenominator, ownUse, persons, ...fields } = input;
  refuseWrongFacts(input);
  await refuseArchivedProperty(tx, scope, input.propertyId);
  await refuseKnownName(tx, scope, input);
  const [row] = await tx
    .insert(unit)
    .values({ portfolioId: scope.portfolioId, ...exactly(unit, fields) })
    .onConflictDoNothing()
    .returning(unitKey);
  const { id, ...after } = input;
  const entry = { action: 'unit.create', entity: 'unit', entityId: id, after } as const;
  if (!row) {
    const same = sameRequestOnly(await findUnit(tx, scope, id), fields);
    if (!(await isMadeSo(tx, scope, entry))) throw new DomainError('already_exists');
    return same;
  }
  await tx.insert(unitPeriod).values({
    portfolioId: scope.portfolioId,
    unitId: input.id,
    validFrom: sinceEver,
    areaSqm100,
    coOwnershipNumerator,
    coOwnershipDenominator,
    ownUse,
    persons,
  });
  await recordAudit(tx, scope, entry);
  return row;
}

export async function updateUnit(tx: Tx, scope: Scope, input: z.output<typeof updateUnitInput>) {
  const { id, version, ...fields } = input;
  const before = await getUnit(tx, scope, id);
  await refuseKnownName(tx, scope, { id, propertyId: before.propertyId, name: fields.name });
  const row = changedRow(
    await tx
      .update(unit)
      .set({ ...exactly(unit, fields), ...nextVersion(unit, scope) })
      .where(isSeenRow(unit, scope, { id, version }))
      .returning(unitKey),
  );
  await recordAudit(tx, scope, {
    action: 'unit.update',
    entity: 'unit',
    entityId: id,
    ...changesBetween(before, fields),
  });
  return row;
}

/** What is said of a unit from a day on. Whoever changes its facts takes turns, also where nothing is said of that day yet. */
async function lockPeriod(tx: Tx, scope: Scope, unitId: string, validFrom: CalendarDate) {
  await getUnit(tx, scope, unitId);
  await tx
    .select({ id: unit.id })
    .from(unit)
    .where(isRow(unit, scope, unitId))
    .for('update');
  const [standing] = await tx
    .select({ id: unitPeriod.id, version: unitPeriod.version, ...factColumns })
    .from(unitPeriod)
    .where(
      and(within(unitPeriod, scope), eq(unitPeriod.unitId, unitId), eq(unitPeriod.validFrom, validFrom)),
    );
  return standing ?? null;
}

/**
 * Sets what holds of a unit from a day on, or corrects what was said of that day, as it was seen. Who did not see what somebody
 * else has said of it is told.
 */
export async function setUnitPeriod(tx: Tx, scope: Scope, input: z.output<typeof setUnitPeriodInput>) {
  const { unitId, id: seenId, validFrom, version, ...facts } = input;
  refuseWrongFacts(input);
  const standing = await lockPeriod(tx, scope, unitId, validFrom);
  // The same again, by whoever got no answer.
  if (standing && isChangedSo(standing, { version: version ?? 0 }, facts)) {
    return { id: standing.id, unitId, validFrom };
  }
  if (standing && version == null) throw new DomainError('unit.period_known', { field: 'validFrom' });
  if (seenId != null && version != null) assertSeen(standing, { id: seenId, version });
  const key = { id: unitPeriod.id, unitId: unitPeriod.unitId, validFrom: unitPeriod.validFrom };
  const row = changedRow(
    standing && version != null
      ? await tx
          .update(unitPeriod)
          .set({ ...exactly(unitPeriod, facts), ...nextVersion(unitPeriod, scope) })
          .where(isSeenRow(unitPeriod, scope, { id: standing.id, version }))
          .returning(key)
      : await tx
          .insert(unitPeriod)
          .values({ portfolioId: scope.portfolioId, ...exactly(unitPeriod, { unitId, validFrom, ...facts }) })
          .returning(key),
  );
  const { id: _, version: __, ...before } = standing ?? {};
  await recordAudit(tx, scope, {
    action: 'unit.set_period',
    entity: 'unit',
    entityId: unitId,
    before: standing ? before : null,
    after: { validFrom, ...facts },
  });
  return row;
}

/** Takes back what was to hold of a unit from a day on; what held before goes on. The first facts stay. Again it changes nothing. */
export async function removeUnitPeriod(
  tx: Tx,
  scope: Scope,
  { unitId, id, validFrom, version }: z.output<typeof removeUnitPeriodInput>,
) {
  if (validFrom === sinceEver) throw new DomainError('invalid', { field: 'validFrom' });
  const standing = await lockPeriod(tx, scope, unitId, validFrom);
  if (!standing) return { unitId, validFrom };
  assertSeen(standing, { id, version });
  const { id: _, version: __, ...before } = standing;
  changedRow(
    await tx
      .delete(unitPeriod)
      .where(isSeenRow(unitPeriod, scope, { id, version }))
      .returning({ id: unitPeriod.id }),
  );
  await recordAudit(tx, scope, {
    action: 'unit.remove_period',
    entity: 'unit',
    entityId: unitId,
    before: { validFrom, ...before },
  });
  return { unitId, validFrom };
}

/** A property keeps at least one unit in use, or nothing in it could be let. */
async function refuseLastUnit(tx: Tx, scope: Scope, row: { id: string; propertyId: string }) {
  // Two people removing a unit each take turns, so that not both see the other's as the one that stays.
  await tx
    .select({ id: property.id })
    .from(property)
    .where(isRow(property, scope, row.propertyId))
    .for('update');
  const [others] = await tx
    .select({ count: count() })
    .from(unit)
    .where(
      and(
        within(unit, scope),
        eq(unit.propertyId, row.propertyId),
        ne(unit.id, row.id),
        isNull(unit.archivedAt),
      ),
    );
  if (!others?.count) throw new DomainError('unit.last');
}

/** Let on a day or later. */
async function isLetFrom(tx: Tx, scope: Scope, unitId: string, day: CalendarDate): Promise<boolean> {
  const [row] = await tx
    .select({ id: leaseUnit.id })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(and(within(leaseUnit, scope), eq(leaseUnit.unitId, unitId), holdsFrom(day)))
    .limit(1);
  return row !== undefined;
}

/**
 * Puts a unit away, from today or from an earlier day on, on which it was joined with another or split: from then on it counts
 * nowhere, in the statement of that year neither.
 */
export async function archiveUnit(tx: Tx, scope: Scope, input: z.output<typeof archiveUnitInput>) {
  const { on, ...seen } = input;
  const before = await getUnit(tx, scope, seen.id);
  const day = on ?? scope.today;
  if (day > scope.today) throw new DomainError('unit.archived_in_future', { field: 'on' });
  if (await isLetFrom(tx, scope, seen.id, scope.today)) throw new DomainError('unit.in_use');
  if (await isLetFrom(tx, scope, seen.id, day)) throw new DomainError('unit.let_since', { field: 'on' });
  await refuseLastUnit(tx, scope, before);
  const row = changedRow(
    await tx
      .update(unit)
      .set({
        archivedAt: day === scope.today ? scope.now : noonOf(scope.timeZone, day),
        ...nextVersion(unit, scope),
      })
      .where(isSeenRow(unit, scope, seen))
      .returning(unitKey),
  );
  const after = { name: before.name, ...(day < scope.today && { on: day }) };
  await recordAudit(tx, scope, { action: 'unit.archive', entity: 'unit', entityId: seen.id, after });
  return row;
}

export async function restoreUnit(tx: Tx, scope: Scope, seen: SeenRow) {
  const before = await getUnit(tx, scope, seen.id);
  const row = changedRow(
    await tx
      .update(unit)
      .set({ archivedAt: null, ...nextVersion(unit, scope) })
      .where(isSeenRow(unit, scope, seen))
      .returning(unitKey),
  );
  const after = { name: before.name };
  await recordAudit(tx, scope, { action: 'unit.restore', entity: 'unit', entityId: seen.id, after });
  return row;
}

/** Only a unit that no lease has ever named, and never a property's last one. */
export async function deleteUnit(tx: Tx, scope: Scope, seen: SeenRow) {
  const before = await getUnit(tx, scope, seen.id);
  const [used] = await tx
    .select({ id: leaseUnit.id })
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), eq(leaseUnit.unitId, seen.id)))
    .limit(1);
  if (used) throw new DomainError('unit.in_use');
  await refuseLastUnit(tx, scope, before);
  if (before.version !== seen.version) throw new DomainError('version_conflict');
  await eraseAssociationsOf(tx, scope, { unitId: seen.id });
  await deleteMetersOf(tx, scope, seen.id);
  await tx.delete(unitPeriod).where(and(within(unitPeriod, scope), eq(unitPeriod.unitId, seen.id)));
  changedRow(
    await tx
      .delete(unit)
      .where(isSeenRow(unit, scope, seen))
      .returning(unitKey),
  );
  await recordAudit(tx, scope, {
    action: 'unit.delete',
    entity: 'unit',
    entityId: seen.id,
    before: { name: before.name, propertyId: before.propertyId },
  });
  return { id: seen.id };
}
