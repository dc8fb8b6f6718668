import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { handover, meter, meterReading } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { joins, within } from '@/db/within';
import type { MeterKind, MeterMeasure } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { getUnit } from '../unit/queries';
import { findMeter, getMeter, listReadings, lockRemovals } from './queries';
import type {
  createMeterInput,
  deleteMeterInput,
  deleteReadingInput,
  recordReadingInput,
  updateMeterInput,
} from './schema';

const meterKey = { id: meter.id, version: meter.version };

type MeterFields = {
  kind: MeterKind;
  number: string | null;
  location: string | null;
  measure: MeterMeasure;
  factorThousandths?: number | null;
};

async function insertMeter(
  tx: Tx,
  scope: Scope,
  row: MeterFields & {
    id: string;
    propertyId: string;
    unitId: string | null;
    calibratedUntil?: string | null;
  },
) {
  const [created] = await tx
    .insert(meter)
    .values({ ...exactly(meter, row), portfolioId: scope.portfolioId, createdAt: scope.now })
    .onConflictDoNothing({ target: [meter.portfolioId, meter.id] })
    .returning(meterKey);
  if (!created) return null;
  const { id, ...after } = row;
  await recordAudit(tx, scope, { action: 'meter.create', entity: 'meter', entityId: id, after });
  return created;
}

async function changeMeter(
  tx: Tx,
  scope: Scope,
  before: MeterFields & { id: string; version: number },
  after: MeterFields & { removedOn?: string | null; calibratedUntil?: string | null; isByDays?: boolean },
) {
  const changes = changesBetween(before, after);
  if (!changes) return { id: before.id, version: before.version };
  const changed = changedRow(
    await tx
      .update(meter)
      .set({ ...exactly(meter, after), ...nextVersion(meter, scope) })
      .where(isSeenRow(meter, scope, before))
      .returning(meterKey),
  );
  await recordAudit(tx, scope, { action: 'meter.update', entity: 'meter', entityId: before.id, ...changes });
  return changed;
}

export async function createMeter(tx: Tx, scope: Scope, input: z.output<typeof createMeterInput>) {
  const { isShared, unitId, ...fields } = input;
  const { propertyId } = await getUnit(tx, scope, unitId);
  const row = { ...fields, propertyId, unitId: isShared ? null : unitId };
  const created = await insertMeter(tx, scope, row);
  return created ?? sameRequestOnly(await getMeter(tx, scope, input.id), row);
}

export async function updateMeter(tx: Tx, scope: Scope, input: z.output<typeof updateMeterInput>) {
  const { id, version, ...fields } = input;
  await lockRemovals(tx, scope, [id]);
  const before = await getMeter(tx, scope, id);
  if (before.version !== version) throw new DomainError('version_conflict');
  const { removedOn } = fields;
  // One that was taken out too early before this was asked can still be described otherwise.
  if (removedOn !== null && removedOn !== before.removedOn) {
    const last = (await listReadings(tx, scope, [id])).at(-1);
    if (last && removedOn < last.readOn) {
      throw new DomainError('meter.removed_before_read', {
        field: 'removedOn',
        params: { day: last.readOn },
      });
    }
  }
  return changeMeter(tx, scope, before, fields);
}

export async function deleteMeter(tx: Tx, scope: Scope, input: z.output<typeof deleteMeterInput>) {
  const { kind, number, unitId } = await getMeter(tx, scope, input.id);
  await assertUnread(tx, scope, input.id);
  changedRow(
    await tx
      .delete(meter)
      .where(isSeenRow(meter, scope, input))
      .returning(meterKey),
  );
  const before = { kind, number, unitId };
  await recordAudit(tx, scope, { action: 'meter.delete', entity: 'meter', entityId: input.id, before });
  return { id: input.id };
}

/**
 * Refuses where the meter was read. A voided record counts for nothing, but can be brought back whole: it keeps its meters until
 * somebody takes them out of it, and is named, since nobody sees its reading at the meter.
 */
async function assertUnread(tx: Tx, scope: Scope, meterId: string): Promise<void> {
  const [read] = await tx
    .select({ voidedAt: handover.voidedAt, heldOn: handover.heldOn })
    .from(meterReading)
    .leftJoin(handover, joins(handover.id, meterReading.handoverId))
    .where(and(within(meterReading, scope), eq(meterReading.meterId, meterId)))
    .orderBy(sql`${handover.voidedAt} nulls first`, asc(handover.heldOn))
    .limit(1);
  if (!read) return;
  if (!read.voidedAt || !read.heldOn) throw new DomainError('meter.has_readings');
  throw new DomainError('meter.read_at_voided_handover', { params: { day: read.heldOn } });
}

export async function recordReading(tx: Tx, scope: Scope, input: z.output<typeof recordReadingInput>) {
  if (input.readOn > scope.today) throw new DomainError('meter.read_in_future', { field: 'readOn' });
  const removals = await lockRemovals(tx, scope, [input.meterId]);
  await getMeter(tx, scope, input.meterId);
  assertStillIn(removals.get(input.meterId), input.readOn, 'readOn');
  const [created] = await tx
    .insert(meterReading)
    .values({ ...exactly(meterReading, input), ...writtenBy(scope) })
    .onConflictDoNothing({ target: [meterReading.portfolioId, meterReading.id] })
    .returning({ id: meterReading.id });
  if (!created) {
    if (changesBetween(await getReading(tx, scope, input.id), input)) throw new DomainError('already_exists');
    return { id: input.id };
  }
  await recordAudit(tx, scope, {
    action: 'meter.read',
    entity: 'meter',
    entityId: input.meterId,
    after: { readOn: input.readOn, readingThousandths: input.readingThousandths },
  });
  return { id: input.id };
}

/** Nobody reads a meter after the day it was taken out. */
function assertStillIn(removedOn: CalendarDate | undefined, readOn: CalendarDate, field?: string): void {
  if (removedOn === undefined || readOn <= removedOn) return;
  throw new DomainError('meter.read_after_removal', { ...(field && { field }), params: { day: removedOn } });
}

/** Refuses that readings of a record count again which are of a day after their meter was taken out. */
export async function assertReadingsHold(tx: Tx, scope: Scope, handoverId: string): Promise<void> {
  const readings = await tx
    .select({ meterId: meterReading.meterId, readOn: meterReading.readOn })
    .from(meterReading)
    .where(and(within(meterReading, scope), eq(meterReading.handoverId, handoverId)));
  const removals = await lockRemovals(
    tx,
    scope,
    readings.map(({ meterId }) => meterId),
  );
  for (const { meterId, readOn } of readings) assertStillIn(removals.get(meterId), readOn);
}

const writtenBy = (scope: Scope) => ({
  portfolioId: scope.portfolioId,
  recordedBy: scope.actor.kind === 'user' ? scope.actor.userId : null,
  createdAt: scope.now,
});

async function getReading(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(meterReading)
    .where(isRow(meterReading, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

export async function deleteReading(tx: Tx, scope: Scope, { id }: z.output<typeof deleteReadingInput>) {
  const before = await getReading(tx, scope, id);
  if (before.handoverId) throw new DomainError('meter.read_at_handover');
  await tx.delete(meterReading).where(isRow(meterReading, scope, id));
  await recordAudit(tx, scope, {
    action: 'meter.delete_reading',
    entity: 'meter',
    entityId: before.meterId,
    before: { readOn: before.readOn, readingThousandths: before.readingThousandths },
  });
  return { id };
}

export type ReadMeter = MeterFields & {
  meterId: string;
  isNew: boolean;
  /** A known meter as it was last shown. */
  before?: MeterFields | null;
  readingThousandths: number;
};

/**
 * What somebody corrected who was shown `before`; the rest stays as it is by now.
 * @throws DomainError `version_conflict` where the same was meanwhile changed to something else
 */
function correctionOf(known: MeterFields, before: MeterFields, sent: MeterFields): MeterFields {
  const chosen = <Value>(now: Value, shown: Value, wanted: Value): Value => {
    if (wanted === shown || wanted === now) return now;
    if (now !== shown) throw new DomainError('version_conflict');
    return wanted;
  };
  return {
    kind: chosen(known.kind, before.kind, sent.kind),
    number: chosen(known.number, before.number, sent.number),
    location: chosen(known.location, before.location, sent.location),
    measure: chosen(known.measure, before.measure, sent.measure),
  };
}

/**
 * Writes what was read at a hand-over in place of what stood there before. A new meter becomes one of the unit;
 * what was corrected about a known one is corrected.
 */
export async function setHandoverReadings(
  tx: Tx,
  scope: Scope,
  at: { handoverId: string; unitId: string; heldOn: string; createdAt: Date },
  meters: readonly ReadMeter[],
): Promise<void> {
  // A year mistyped in January: nobody has read anything yet on a day to come.
  if (meters.length > 0 && at.heldOn > scope.today) {
    throw new DomainError('meter.read_in_future', { field: 'heldOn' });
  }
  const { propertyId } = await getUnit(tx, scope, at.unitId);
  const removals = await lockRemovals(
    tx,
    scope,
    meters.map(({ meterId }) => meterId),
  );
  for (const [index, { meterId, isNew, before, readingThousandths: _, ...fields }] of meters.entries()) {
    const row = { ...fields, id: meterId, propertyId, unitId: at.unitId };
    if (isNew && (await insertMeter(tx, scope, row))) continue;
    const known = await findMeter(tx, scope, meterId);
    const isHere = known?.propertyId === propertyId && [null, at.unitId].includes(known.unitId);
    if (!isHere) throw new DomainError('not_found', { field: `meters.${index}.number` });
    assertStillIn(removals.get(meterId), at.heldOn, `meters.${index}.readingThousandths`);
    await changeMeter(tx, scope, known, correctionOf(known, before ?? known, fields));
  }
  await tx
    .delete(meterReading)
    .where(and(within(meterReading, scope), eq(meterReading.handoverId, at.handoverId)));
  if (meters.length === 0) return;
  await tx.insert(meterReading).values(
    meters.map(({ meterId, readingThousandths }) => ({
      ...writtenBy(scope),
      // As old as the record, however often it is edited.
      createdAt: at.createdAt,
      meterId,
      readOn: at.heldOn,
      readingThousandths,
      handoverId: at.handoverId,
    })),
  );
}
