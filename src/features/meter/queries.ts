import 'server-only';
import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { handover, meter, meterReading } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { getUnit } from '../unit/queries';
import { compareMeters } from './rules';

const meterColumns = {
  id: meter.id,
  unitId: meter.unitId,
  propertyId: meter.propertyId,
  kind: meter.kind,
  number: meter.number,
  location: meter.location,
  measure: meter.measure,
  factorThousandths: meter.factorThousandths,
  removedOn: meter.removedOn,
  calibratedUntil: meter.calibratedUntil,
  isByDays: meter.isByDays,
  version: meter.version,
};

export async function findMeter(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(meterColumns)
    .from(meter)
    .where(isRow(meter, scope, id));
  return row ?? null;
}

export async function getMeter(tx: Tx, scope: Scope, id: string) {
  const row = await findMeter(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

/**
 * The days on which those of the meters are out that are; held until the end of the transaction, so that a reading
 * and a removal take turns.
 */
export async function lockRemovals(tx: Tx, scope: Scope, meterIds: string[]) {
  if (meterIds.length === 0) return new Map<string, CalendarDate>();
  const rows = await tx
    .select({ id: meter.id, removedOn: meter.removedOn })
    .from(meter)
    .where(and(within(meter, scope), isAmong(meter.id, meterIds)))
    .orderBy(asc(meter.id))
    .for('no key update');
  return new Map(rows.flatMap(({ id, removedOn }) => (removedOn === null ? [] : [[id, removedOn] as const])));
}

/**
 * The meters of a unit and those of its house, each with its readings, the earliest first; those of voided
 * hand-overs do not count.
 */
export async function listMeters(tx: Tx, scope: Scope, unitId: string) {
  const { propertyId } = await getUnit(tx, scope, unitId);
  const meters = await tx
    .select(meterColumns)
    .from(meter)
    .where(
      and(
        within(meter, scope),
        eq(meter.propertyId, propertyId),
        or(eq(meter.unitId, unitId), isNull(meter.unitId)),
      ),
    )
    .orderBy(asc(meter.id));
  const readings = await listReadings(
    tx,
    scope,
    meters.map((row) => row.id),
  );
  return meters.toSorted(compareMeters).map((row) => ({
    ...row,
    readings: readings.filter((reading) => reading.meterId === row.id),
  }));
}

/** What the meters showed, the earliest first; of one day in the order in which it was written down. */
export async function listReadings(tx: Tx, scope: Scope, meterIds: string[]) {
  if (meterIds.length === 0) return [];
  return tx
    .select({
      id: meterReading.id,
      meterId: meterReading.meterId,
      readOn: meterReading.readOn,
      readingThousandths: meterReading.readingThousandths,
      handoverId: meterReading.handoverId,
      handoverKind: handover.kind,
    })
    .from(meterReading)
    .leftJoin(handover, joins(handover.id, meterReading.handoverId))
    .where(
      and(within(meterReading, scope), isAmong(meterReading.meterId, meterIds), isNull(handover.voidedAt)),
    )
    .orderBy(asc(meterReading.readOn), asc(meterReading.createdAt), asc(meterReading.id));
}
