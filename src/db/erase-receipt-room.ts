import 'server-only';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from './among';
import type { Tx } from './client';
import { objection, receiptRoom, receiptRoomEvent, receiptRoomPaper } from './schema';
import type { Scope } from './scope';
import { within } from './within';

type Told = Parameters<typeof isAmong>[1];

/** What followed a statement with the leases it was sent to: their objections, and the rooms for its receipts. */
export async function eraseAfterStatements(tx: Tx, scope: Scope, told: Told): Promise<void> {
  await tx.delete(objection).where(and(within(objection, scope), isAmong(objection.statementLeaseId, told)));
  await eraseRooms(tx, scope, isAmong(receiptRoom.statementLeaseId, told));
}

/** The rooms of one person, who leaves a lease that others go on with. */
export const eraseRoomsOfTenant = (tx: Tx, scope: Scope, tenantId: string): Promise<void> =>
  eraseRooms(tx, scope, eq(receiptRoom.tenantId, tenantId));

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
