import 'server-only';
import { and, asc, desc, eq, exists, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import {
  handover,
  handoverDefect,
  handoverKey,
  handoverRoom,
  lease,
  leaseTenant,
  meterReading,
  tenant,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { listMeters } from '../meter/queries';
import { readingAfter, readingBefore } from '../meter/rules';
import { getLeaseUnit, getPlace, listParties } from './party-queries';
import { roomsOfMoveIn } from './rules';
import type { draftHandoverInput, listHandoversInput } from './schema';

const fields = {
  id: handover.id,
  version: handover.version,
  leaseId: handover.leaseId,
  unitId: handover.unitId,
  kind: handover.kind,
  heldOn: handover.heldOn,
  heldAt: handover.heldAt,
  persons: handover.persons,
  confirmedBy: handover.confirmedBy,
  remarks: handover.remarks,
  voidedAt: handover.voidedAt,
};

/** More than any unit or tenant has; so many are shown. */
const listedAtMost = 200;

/** The hand-overs of a lease, of a tenant's leases or of a unit, the latest first; voided ones are marked. */
export async function listHandovers(tx: Tx, scope: Scope, input: z.output<typeof listHandoversInput>) {
  const { leaseId, tenantId, unitId } = input;
  if (leaseId) await assertExists(tx, scope, lease, leaseId);
  if (tenantId) await assertExists(tx, scope, tenant, tenantId);
  if (unitId) await assertExists(tx, scope, unit, unitId);
  const ofTenant = tenantId
    ? exists(
        tx
          .select({ one: sql`1` })
          .from(leaseTenant)
          .where(
            and(
              within(leaseTenant, scope),
              joins(leaseTenant.leaseId, handover.leaseId),
              eq(leaseTenant.tenantId, tenantId),
            ),
          ),
      )
    : undefined;
  const rows = await tx
    .select({
      id: handover.id,
      leaseId: handover.leaseId,
      unitId: handover.unitId,
      unitName: unit.name,
      kind: handover.kind,
      heldOn: handover.heldOn,
      heldAt: handover.heldAt,
      voidedAt: handover.voidedAt,
      version: handover.version,
    })
    .from(handover)
    .innerJoin(unit, joins(unit.id, handover.unitId))
    .where(
      and(
        within(handover, scope),
        leaseId ? eq(handover.leaseId, leaseId) : undefined,
        unitId ? eq(handover.unitId, unitId) : undefined,
        ofTenant,
      ),
    )
    .orderBy(desc(handover.heldOn), desc(handover.createdAt), asc(handover.id))
    .limit(listedAtMost);
  const defects = await countDefects(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, defectCount: defects.get(row.id) ?? 0 }));
}

async function countDefects(tx: Tx, scope: Scope, ids: string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await tx
    .select({ id: handoverRoom.handoverId, count: sql<number>`count(*)`.mapWith(Number) })
    .from(handoverDefect)
    .innerJoin(handoverRoom, joins(handoverRoom.id, handoverDefect.roomId))
    .where(
      and(
        within(handoverDefect, scope),
        isAmong(handoverRoom.handoverId, ids),
        eq(handoverDefect.isKnown, false),
      ),
    )
    .groupBy(handoverRoom.handoverId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

export async function getHandoverFields(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({ ...fields, createdAt: handover.createdAt })
    .from(handover)
    .where(isRow(handover, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Keys and rooms with their defects, in the order in which they were written down. */
export async function listParts(tx: Tx, scope: Scope, handoverId: string) {
  const [keys, rooms, defects] = await Promise.all([
    tx
      .select({ kind: handoverKey.kind, label: handoverKey.label, count: handoverKey.count })
      .from(handoverKey)
      .where(and(within(handoverKey, scope), eq(handoverKey.handoverId, handoverId)))
      .orderBy(asc(handoverKey.position)),
    tx
      .select({
        id: handoverRoom.id,
        name: handoverRoom.name,
        condition: handoverRoom.condition,
        note: handoverRoom.note,
      })
      .from(handoverRoom)
      .where(and(within(handoverRoom, scope), eq(handoverRoom.handoverId, handoverId)))
      .orderBy(asc(handoverRoom.position)),
    tx
      .select({
        roomId: handoverDefect.roomId,
        description: handoverDefect.description,
        mendedBy: handoverDefect.mendedBy,
        mendUntil: handoverDefect.mendUntil,
        isKnown: handoverDefect.isKnown,
      })
      .from(handoverDefect)
      .innerJoin(handoverRoom, joins(handoverRoom.id, handoverDefect.roomId))
      .where(and(within(handoverDefect, scope), eq(handoverRoom.handoverId, handoverId)))
      .orderBy(asc(handoverDefect.position)),
  ]);
  return {
    keys,
    rooms: rooms.map(({ id, ...room }) => ({
      ...room,
      defects: defects.flatMap(({ roomId, ...defect }) => (roomId === id ? [defect] : [])),
    })),
  };
}

/** The latest record of the unit that fulfils the condition and counts. */
async function findLatest(tx: Tx, scope: Scope, unitId: string, condition: SQL | undefined) {
  const [row] = await tx
    .select({ id: handover.id, kind: handover.kind, heldOn: handover.heldOn })
    .from(handover)
    .where(and(within(handover, scope), eq(handover.unitId, unitId), isNull(handover.voidedAt), condition))
    .orderBy(desc(handover.heldOn), desc(handover.createdAt), desc(handover.id))
    .limit(1);
  return row ?? null;
}

/**
 * A record whole: with the readings before its own, and for moving out how it was on moving in. What the
 * readings were at the time stays, whatever is read later.
 */
export async function getHandover(tx: Tx, scope: Scope, id: string) {
  const { createdAt: _, ...row } = await getHandoverFields(tx, scope, id);
  const [parts, place, parties, meters, moveIn] = await Promise.all([
    listParts(tx, scope, id),
    getPlace(tx, scope, row.unitId),
    listParties(tx, scope, row.leaseId, row.heldOn),
    listReadMeters(tx, scope, row),
    row.kind === 'move_out'
      ? findLatest(
          tx,
          scope,
          row.unitId,
          and(
            eq(handover.leaseId, row.leaseId),
            eq(handover.kind, 'move_in'),
            lte(handover.heldOn, row.heldOn),
            ne(handover.id, id),
          ),
        )
      : null,
  ]);
  return {
    ...row,
    ...parts,
    ...place,
    ...parties,
    meters,
    moveIn: moveIn && {
      id: moveIn.id,
      heldOn: moveIn.heldOn,
      ...(await listParts(tx, scope, moveIn.id)),
      readings: await listOwnReadings(tx, scope, moveIn.id),
    },
  };
}

async function listOwnReadings(tx: Tx, scope: Scope, handoverId: string) {
  return tx
    .select({ meterId: meterReading.meterId, readingThousandths: meterReading.readingThousandths })
    .from(meterReading)
    .where(and(within(meterReading, scope), eq(meterReading.handoverId, handoverId)));
}

/** The meters that were read, each with the readings before and after; of a voided record, too. */
async function listReadMeters(
  tx: Tx,
  scope: Scope,
  row: Pick<typeof handover.$inferSelect, 'id' | 'unitId' | 'heldOn'>,
) {
  const own = new Map(
    (await listOwnReadings(tx, scope, row.id)).map((read) => [read.meterId, read.readingThousandths]),
  );
  const meters = await listMeters(tx, scope, row.unitId);
  return meters.flatMap(({ id, kind, number, location, measure, readings }) => {
    const readingThousandths = own.get(id);
    if (readingThousandths === undefined) return [];
    const at = readings.findIndex((reading) => reading.handoverId === row.id);
    // Two records of one day, out and in: the one that was written down first comes first.
    const earlier = at < 0 ? readings : readings.slice(0, at);
    return [
      {
        meterId: id,
        kind,
        number,
        location,
        measure,
        readingThousandths,
        previous: toReading(readingBefore(earlier, row.heldOn)),
        next: toReading(at < 0 ? readingAfter(readings, row.heldOn) : (readings[at + 1] ?? null)),
      },
    ];
  });
}

const toReading = (found: { readOn: string; readingThousandths: number } | null) =>
  found && { readOn: found.readOn, readingThousandths: found.readingThousandths };

/**
 * What a new record begins with: those who will be there, the unit's meters with what they showed last, and
 * keys and rooms as they were, on moving out those of the same lease's moving in.
 */
export async function draftHandover(tx: Tx, scope: Scope, input: z.output<typeof draftHandoverInput>) {
  const { leaseId, unitId, kind } = input;
  const days = await getLeaseUnit(tx, scope, leaseId, unitId);
  const heldOn = kind === 'move_in' ? days.fromOn : (days.toOn ?? scope.today);
  const [place, parties, meters, moveIn] = await Promise.all([
    getPlace(tx, scope, unitId),
    listParties(tx, scope, leaseId, heldOn),
    listMeters(tx, scope, unitId),
    kind === 'move_out'
      ? findLatest(tx, scope, unitId, and(eq(handover.leaseId, leaseId), eq(handover.kind, 'move_in')))
      : null,
  ]);
  const before = moveIn ?? (await findLatest(tx, scope, unitId, undefined));
  const parts = before ? await listParts(tx, scope, before.id) : { keys: [], rooms: [] };
  return {
    heldOn,
    ...place,
    ...parties,
    /** The record that keys and rooms were taken from. */
    from: before,
    keys: parts.keys,
    rooms: moveIn ? roomsOfMoveIn(parts.rooms) : parts.rooms,
    moveIn: moveIn && {
      id: moveIn.id,
      heldOn: moveIn.heldOn,
      ...parts,
      readings: await listOwnReadings(tx, scope, moveIn.id),
    },
    meters: meters
      .filter((row) => row.unitId === unitId && (row.removedOn === null || row.removedOn >= heldOn))
      .map((row) => ({
        meterId: row.id,
        kind: row.kind,
        number: row.number,
        location: row.location,
        measure: row.measure,
        previous: toReading(readingBefore(row.readings, heldOn)),
        next: toReading(readingAfter(row.readings, heldOn)),
      })),
  };
}
