import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { handover, handoverDefect, handoverKey, handoverRoom } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion, type SeenRow, sameRequestOnly } from '@/db/versioned';
import { within } from '@/db/within';
import { lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { assertReadingsHold, setHandoverReadings } from '../meter/commands';
import { getLeaseUnit } from './party-queries';
import { getHandover, getHandoverFields } from './queries';
import type { createHandoverInput, updateHandoverInput } from './schema';

const handoverKeyColumns = { id: handover.id, version: handover.version };

type Content = Omit<z.output<typeof updateHandoverInput>, 'id' | 'version'>;

/** What of a record is written into its own row. */
const rowOf = ({ heldOn, heldAt, persons, confirmedBy, remarks }: Content) => ({
  heldOn,
  heldAt,
  persons,
  confirmedBy,
  remarks,
});

/** Numbers for the trace: who said what about whose flat is in the record itself. */
const inNumbers = ({ meters, keys, rooms }: Content) => ({
  meters: meters.length,
  keys: keys.reduce((sum, key) => sum + key.count, 0),
  rooms: rooms.length,
  defects: rooms.reduce((sum, room) => sum + room.defects.length, 0),
});

/** Writes down a hand-over. The same request again changes nothing. */
export async function createHandover(tx: Tx, scope: Scope, input: z.output<typeof createHandoverInput>) {
  const { id, leaseId, unitId, kind, ...content } = input;
  await lockLeases(tx, scope, [leaseId]);
  const { voidedAt } = await getLeaseUnit(tx, scope, leaseId, unitId);
  if (voidedAt) throw new DomainError('lease.voided');
  const [row] = await tx
    .insert(handover)
    .values({
      portfolioId: scope.portfolioId,
      id,
      leaseId,
      unitId,
      kind,
      ...rowOf(content),
      createdAt: scope.now,
    })
    .onConflictDoNothing({ target: [handover.portfolioId, handover.id] })
    .returning(handoverKeyColumns);
  if (!row) return sameRequestOnly(await getHandoverAsSent(tx, scope, id), asSent(input));
  await setParts(tx, scope, { id, unitId, createdAt: scope.now }, content);
  await recordAudit(tx, scope, {
    action: 'handover.create',
    entity: 'handover',
    entityId: id,
    after: { leaseId, unitId, kind, heldOn: content.heldOn, ...inNumbers(content) },
  });
  return row;
}

/** What of a request is in the record alone; how a meter is described may have been corrected since. */
const asSent = <Row extends { meters: { meterId: string; readingThousandths: number }[] }>(row: Row) => ({
  ...row,
  meters: row.meters
    .map(({ meterId, readingThousandths }) => ({ meterId, readingThousandths }))
    .toSorted((one, other) => (one.meterId < other.meterId ? -1 : 1)),
});

const getHandoverAsSent = async (tx: Tx, scope: Scope, id: string) =>
  asSent(await getHandover(tx, scope, id));

/** Writes a record anew, all that stands in it. */
export async function updateHandover(tx: Tx, scope: Scope, input: z.output<typeof updateHandoverInput>) {
  const { id, version, ...content } = input;
  const before = await getHandoverFields(tx, scope, id);
  if (before.voidedAt) throw new DomainError('handover.voided');
  await lockLeases(tx, scope, [before.leaseId]);
  const row = changedRow(
    await tx
      .update(handover)
      .set({ ...rowOf(content), ...nextVersion(handover, scope) })
      .where(isSeenRow(handover, scope, { id, version }))
      .returning(handoverKeyColumns),
  );
  await clearParts(tx, scope, id);
  await setParts(tx, scope, before, content);
  await recordAudit(tx, scope, {
    action: 'handover.update',
    entity: 'handover',
    entityId: id,
    before: { heldOn: before.heldOn },
    after: { heldOn: content.heldOn, ...inNumbers(content) },
  });
  return row;
}

async function clearParts(tx: Tx, scope: Scope, handoverId: string): Promise<void> {
  const rooms = tx
    .select({ id: handoverRoom.id })
    .from(handoverRoom)
    .where(and(within(handoverRoom, scope), eq(handoverRoom.handoverId, handoverId)));
  await tx
    .delete(handoverDefect)
    .where(and(within(handoverDefect, scope), isAmong(handoverDefect.roomId, rooms)));
  for (const table of [handoverRoom, handoverKey]) {
    await tx.delete(table).where(and(within(table, scope), eq(table.handoverId, handoverId)));
  }
}

async function setParts(
  tx: Tx,
  scope: Scope,
  { id: handoverId, unitId, createdAt }: { id: string; unitId: string; createdAt: Date },
  { heldOn, meters, keys, rooms }: Content,
): Promise<void> {
  const own = { portfolioId: scope.portfolioId, createdAt: scope.now };
  await setHandoverReadings(tx, scope, { handoverId, unitId, heldOn, createdAt }, meters);
  if (keys.length > 0) {
    await tx.insert(handoverKey).values(
      keys.map((key, index) => ({
        ...exactly(handoverKey, own),
        ...exactly(handoverKey, key),
        handoverId,
        position: index + 1,
      })),
    );
  }
  if (rooms.length === 0) return;
  const described = rooms.map((room) => ({ ...room, id: crypto.randomUUID() }));
  await tx.insert(handoverRoom).values(
    described.map(({ id, name, condition, note }, index) => ({
      ...exactly(handoverRoom, own),
      id,
      handoverId,
      position: index + 1,
      name,
      condition,
      note,
    })),
  );
  const defects = described.flatMap((room) =>
    room.defects.map((defect, index) => ({ ...own, ...defect, roomId: room.id, position: index + 1 })),
  );
  if (defects.length > 0) await tx.insert(handoverDefect).values(defects);
}

/** Takes a record out of what counts: its readings with it. It stays to be seen, and can be brought back. */
export const voidHandover = (tx: Tx, scope: Scope, seen: SeenRow) => setVoided(tx, scope, seen, true);
export const restoreHandover = (tx: Tx, scope: Scope, seen: SeenRow) => setVoided(tx, scope, seen, false);

async function setVoided(tx: Tx, scope: Scope, seen: SeenRow, isVoided: boolean) {
  const { leaseId, kind, heldOn } = await getHandoverFields(tx, scope, seen.id);
  const row = changedRow(
    await tx
      .update(handover)
      .set({ voidedAt: isVoided ? scope.now : null, ...nextVersion(handover, scope) })
      .where(isSeenRow(handover, scope, seen))
      .returning(handoverKeyColumns),
  );
  if (!isVoided) await assertReadingsHold(tx, scope, seen.id);
  await recordAudit(tx, scope, {
    action: isVoided ? 'handover.void' : 'handover.restore',
    entity: 'handover',
    entityId: seen.id,
    after: { leaseId, kind, heldOn },
  });
  return row;
}
