import 'server-only';
import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from './among';
import type { Tx } from './client';
import { handover, handoverDefect, handoverKey, handoverRoom, meter, meterReading, unit } from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** What goes: leases, or a property with what is left of leases that have units elsewhere. */
type Erased = { leaseIds: string[]; propertyId?: string };

const unitsOf = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId)));

/** Condition on a hand-over: its lease or its unit goes. Undefined where nothing can. */
function goes(tx: Tx, scope: Scope, { leaseIds, propertyId }: Erased): SQL | undefined {
  const conditions = [
    leaseIds.length > 0 ? isAmong(handover.leaseId, leaseIds) : undefined,
    propertyId ? isAmong(handover.unitId, unitsOf(tx, scope, propertyId)) : undefined,
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0 ? and(within(handover, scope), or(...conditions)) : undefined;
}

/** The hand-overs that go, to name them in another statement. */
export function erasedHandovers(tx: Tx, scope: Scope, erased: Erased) {
  const condition = goes(tx, scope, erased);
  return condition && tx.select({ id: handover.id }).from(handover).where(condition);
}

export async function countHandovers(tx: Tx, scope: Scope, erased: Erased): Promise<number> {
  const condition = goes(tx, scope, erased);
  if (!condition) return 0;
  const [row] = await tx.select({ count: count() }).from(handover).where(condition);
  return row?.count ?? 0;
}

export async function countMeters(tx: Tx, scope: Scope, propertyId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(meter)
    .where(and(within(meter, scope), eq(meter.propertyId, propertyId)));
  return row?.count ?? 0;
}

/** One person leaves those who were there, at hand-overs of leases that others go on with. */
export async function forgetPresent(tx: Tx, scope: Scope, leaseIds: string[], name: string): Promise<void> {
  const without = (names: AnyPgColumn) => sql`array_remove(${names}, ${name}::text)`;
  await tx
    .update(handover)
    .set({ persons: without(handover.persons), confirmedBy: without(handover.confirmedBy) })
    .where(
      and(
        within(handover, scope),
        isAmong(handover.leaseId, leaseIds),
        or(sql`${name}::text = any(${handover.persons})`, sql`${name}::text = any(${handover.confirmedBy})`),
      ),
    );
}

/**
 * Removes hand-overs, children first, and with a property its meters. Where the house stays its meters keep
 * their readings, which forget whose hand-over it was. Only `hausbuch_erase` may.
 */
export async function eraseHandovers(tx: Tx, scope: Scope, erased: Erased): Promise<void> {
  if (erased.propertyId) {
    const meters = tx
      .select({ id: meter.id })
      .from(meter)
      .where(and(within(meter, scope), eq(meter.propertyId, erased.propertyId)));
    await tx
      .delete(meterReading)
      .where(and(within(meterReading, scope), isAmong(meterReading.meterId, meters)));
    await tx.delete(meter).where(and(within(meter, scope), eq(meter.propertyId, erased.propertyId)));
  }
  const condition = goes(tx, scope, erased);
  const handovers = erasedHandovers(tx, scope, erased);
  if (!condition || !handovers) return;
  await tx
    .update(meterReading)
    .set({ handoverId: null })
    .where(and(within(meterReading, scope), isAmong(meterReading.handoverId, handovers)));
  const rooms = tx
    .select({ id: handoverRoom.id })
    .from(handoverRoom)
    .where(and(within(handoverRoom, scope), isAmong(handoverRoom.handoverId, handovers)));
  await tx
    .delete(handoverDefect)
    .where(and(within(handoverDefect, scope), isAmong(handoverDefect.roomId, rooms)));
  for (const table of [handoverRoom, handoverKey]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.handoverId, handovers)));
  }
  await tx.delete(handover).where(condition);
}

/** Takes the meters of a unit that is deleted; nobody has lived in it, so no hand-over names them. */
export async function deleteMetersOf(tx: Tx, scope: Scope, unitId: string): Promise<void> {
  const meters = tx
    .select({ id: meter.id })
    .from(meter)
    .where(and(within(meter, scope), eq(meter.unitId, unitId)));
  await tx
    .delete(meterReading)
    .where(and(within(meterReading, scope), isAmong(meterReading.meterId, meters)));
  await tx.delete(meter).where(and(within(meter, scope), eq(meter.unitId, unitId)));
}
