import 'server-only';
import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from './among';
import type { Tx } from './client';
import { objection, receiptRoom, receiptRoomEvent, receiptRoomPaper } from './schema';
import type { Scope } from './scope';
import { nextVersion } from './versioned';
import { within } from './within';

type Told = Parameters<typeof isAmong>[1];

/** What followed a statement with the leases it was sent to: their objections, and the rooms for its receipts. */
export async function eraseAfterStatements(tx: Tx, scope: Scope, told: Told): Promise<void> {
  await tx.delete(objection).where(and(within(objection, scope), isAmong(objection.statementLeaseId, told)));
  await eraseRooms(tx, scope, isAmong(receiptRoom.statementLeaseId, told));
}

/**
 * The rooms of one person, who leaves a lease that others go on with. Of a room that showed copies it stays, for the others’
 * sake, in place of which originals: in a closed room of nobody, with no link, no address and nothing of what happened there.
 */
export async function eraseRoomsOfTenant(tx: Tx, scope: Scope, tenantId: string): Promise<void> {
  const isTheirs = and(within(receiptRoom, scope), eq(receiptRoom.tenantId, tenantId));
  const isCopied = sql`${receiptRoomPaper.shownDocumentId} is distinct from ${receiptRoomPaper.documentId}`;
  const copied = tx
    .select({ id: receiptRoomPaper.roomId })
    .from(receiptRoomPaper)
    .where(and(within(receiptRoomPaper, scope), isCopied));
  await eraseRooms(tx, scope, and(isTheirs, not(isAmong(receiptRoom.id, copied))));
  const own = tx.select({ id: receiptRoom.id }).from(receiptRoom).where(isTheirs);
  await tx
    .delete(receiptRoomPaper)
    .where(and(within(receiptRoomPaper, scope), isAmong(receiptRoomPaper.roomId, own), not(isCopied)));
  await tx
    .delete(receiptRoomEvent)
    .where(and(within(receiptRoomEvent, scope), isAmong(receiptRoomEvent.roomId, own)));
  await tx
    .update(receiptRoom)
    .set({
      ...{ tenantId: null, address: '', linkHash: sql`'erased ' || ${receiptRoom.id}` },
      ...{ codeHash: null, codeExpiresAt: null, revokedAt: scope.now },
      ...nextVersion(receiptRoom, scope),
    })
    .where(isTheirs);
}

async function eraseRooms(tx: Tx, scope: Scope, which: SQL | undefined): Promise<void> {
  const own = tx
    .select({ id: receiptRoom.id })
    .from(receiptRoom)
    .where(and(within(receiptRoom, scope), which));
  for (const table of [receiptRoomPaper, receiptRoomEvent]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.roomId, own)));
  }
  await tx.delete(receiptRoom).where(and(within(receiptRoom, scope), which));
}

/**
 * Rooms show a document no more that is gone, nor what stood in its place. Where only a copy is gone, the original stays with
 * the note that it was not to be shown.
 */
export async function forgetShownFiles(tx: Tx, scope: Scope, documentIds: string[]): Promise<void> {
  const isIn = (column: PgColumn) => and(within(receiptRoomPaper, scope), isAmong(column, documentIds));
  await tx.delete(receiptRoomPaper).where(isIn(receiptRoomPaper.documentId));
  await tx
    .update(receiptRoomPaper)
    .set({ shownDocumentId: null })
    .where(isIn(receiptRoomPaper.shownDocumentId));
}
