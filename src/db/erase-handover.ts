import 'server-only';
import { and, count, eq, or, type SQL } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { handover, handoverDefect, handoverKey, handoverRoom, meter, meterReading, unit } from './schema';
import type { Scope } from './scope';

/** What goes: leases, or a property with what is left of leases that have units elsewhere. */
type Erased = { leaseIds: string[]; propertyId?: string };

const unitsOf = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(eq(unit.portfolioId, scope.portfolioId), eq(unit.propertyId, propertyId)));

/** Condition on a hand-over: its lease or its unit goes. Undefined where nothing can. */
function goes(tx: Tx, scope: Scope, { leaseIds, propertyId }: Erased): SQL | undefined {
  const conditions = [
    leaseIds.length > 0 ? isAmong(handover.leaseId, leaseIds) : undefined,
    propertyId ? isAmong(handover.unitId, unitsOf(tx, scope, propertyId)) : undefined,
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0
    ? and(eq(handover.portfolioId, scope.portfolioId), or(...conditions))
    : undefined;
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
    .where(and(eq(meter.portfolioId, scope.portfolioId), eq(meter.propertyId, propertyId)));
  return row?.count ?? 0;
}

/**
 * Removes hand-overs, children first, and with a property its meters. Where the house stays its meters keep
 * their readings, which forget whose hand-over it was. Only `hausbuch_erase` may.
 */
export async function eraseHandovers(tx: Tx, scope: Scope, erased: Erased): Promise<void> {
  const { portfolioId } = scope;
  if (erased.propertyId) {
    const meters = tx
      .select({ id: meter.id })
      .from(meter)
      .where(and(eq(meter.portfolioId, portfolioId), eq(meter.propertyId, erased.propertyId)));
    await tx
      .delete(meterReading)
      .where(and(eq(meterReading.portfolioId, portfolioId), isAmong(meterReading.meterId, meters)));
    await tx
      .delete(meter)
      .where(and(eq(meter.portfolioId, portfolioId), eq(meter.propertyId, erased.propertyId)));
  }
  const condition = goes(tx, scope, erased);
  const handovers = erasedHandovers(tx, scope, erased);
  if (!condition || !handovers) return;
  await tx
    .update(meterReading)
    .set({ handoverId: null })
    .where(and(eq(meterReading.portfolioId, portfolioId), isAmong(meterReading.handoverId, handovers)));
  const rooms = tx
    .select({ id: handoverRoom.id })
    .from(handoverRoom)
    .where(and(eq(handoverRoom.portfolioId, portfolioId), isAmong(handoverRoom.handoverId, handovers)));
  await tx
    .delete(handoverDefect)
    .where(and(eq(handoverDefect.portfolioId, portfolioId), isAmong(handoverDefect.roomId, rooms)));
  for (const table of [handoverRoom, handoverKey]) {
    await tx
      .delete(table)
      .where(and(eq(table.portfolioId, portfolioId), isAmong(table.handoverId, handovers)));
  }
  await tx.delete(handover).where(condition);
}

/** Takes the meters of a unit that is deleted; nobody has lived in it, so no hand-over names them. */
export async function deleteMetersOf(tx: Tx, scope: Scope, unitId: string): Promise<void> {
  const meters = tx
    .select({ id: meter.id })
    .from(meter)
    .where(and(eq(meter.portfolioId, scope.portfolioId), eq(meter.unitId, unitId)));
  await tx
    .delete(meterReading)
    .where(and(eq(meterReading.portfolioId, scope.portfolioId), isAmong(meterReading.meterId, meters)));
  await tx.delete(meter).where(and(eq(meter.portfolioId, scope.portfolioId), eq(meter.unitId, unitId)));
}
