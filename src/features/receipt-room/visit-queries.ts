import 'server-only';
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import {
  document,
  documentVersion,
  portfolio,
  receiptRoom,
  receiptRoomEvent,
  receiptRoomPaper,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { getToldLease, linesOf } from './queries';
import { stateOfRoom } from './rules';

/** The room a link leads to, whether it is open or not. */
export async function findRoomByLink(tx: Tx, scope: Scope, linkHash: string) {
  const [row] = await selectByLink(tx, scope, linkHash);
  return row ?? null;
}

/** The same for whoever tries or asks for a code: they take turns at a room, so that no guess goes uncounted. */
export async function lockRoomByLink(tx: Tx, scope: Scope, linkHash: string) {
  const [row] = await selectByLink(tx, scope, linkHash).for('update');
  return row ?? null;
}

const selectByLink = (tx: Tx, scope: Scope, linkHash: string) =>
  tx
    .select({
      id: receiptRoom.id,
      tenantId: receiptRoom.tenantId,
      address: receiptRoom.address,
      language: receiptRoom.language,
      codeHash: receiptRoom.codeHash,
      codeExpiresAt: receiptRoom.codeExpiresAt,
      guesses: receiptRoom.guesses,
      endsOn: receiptRoom.endsOn,
      revokedAt: receiptRoom.revokedAt,
    })
    .from(receiptRoom)
    .where(and(within(receiptRoom, scope), eq(receiptRoom.linkHash, linkHash)));

/** The open room in which a browser may look on with what it was given; null where it may not, or not any more. */
export async function findVisited(
  tx: Tx,
  scope: Scope,
  { roomId, visitHash }: { roomId: string; visitHash: string },
) {
  const [room] = await tx
    .select({
      id: receiptRoom.id,
      statementLeaseId: receiptRoom.statementLeaseId,
      endsOn: receiptRoom.endsOn,
      revokedAt: receiptRoom.revokedAt,
    })
    .from(receiptRoomEvent)
    .innerJoin(receiptRoom, joins(receiptRoom.id, receiptRoomEvent.roomId))
    .where(
      and(
        within([receiptRoomEvent, receiptRoom], scope),
        eq(receiptRoomEvent.roomId, roomId),
        eq(receiptRoomEvent.visitHash, visitHash),
        gt(receiptRoomEvent.visitEndsAt, scope.now),
      ),
    );
  return room && stateOfRoom(room, scope.today) === 'open' ? room : null;
}

const shownPapers = (tx: Tx, scope: Scope, roomId: string, paperId: string | null) =>
  tx
    .select({
      id: receiptRoomPaper.id,
      billId: receiptRoomPaper.billId,
      title: document.title,
      fileName: documentVersion.fileName,
      mediaType: documentVersion.mediaType,
      sizeBytes: documentVersion.sizeBytes,
      path: documentVersion.storagePath,
    })
    .from(receiptRoomPaper)
    .innerJoin(document, joins(document.id, receiptRoomPaper.shownDocumentId))
    .innerJoin(documentVersion, joins(documentVersion.id, document.currentVersionId))
    .where(
      and(
        within([receiptRoomPaper, document, documentVersion], scope),
        eq(receiptRoomPaper.roomId, roomId),
        paperId === null ? undefined : eq(receiptRoomPaper.id, paperId),
        isNull(document.deletedAt),
        isNotNull(documentVersion.checkedAt),
      ),
    )
    .orderBy(asc(document.title), asc(receiptRoomPaper.id));

/** A file that a room shows; null for any other. What it stands for cannot be named here at all. */
export async function findShownFile(tx: Tx, scope: Scope, roomId: string, paperId: string) {
  const [row] = await shownPapers(tx, scope, roomId, paperId);
  return row ?? null;
}

/** What a tenant sees in a room: the costs their lease bears a share of, each with its bills and their receipts. */
export async function readRoom(
  tx: Tx,
  scope: Scope,
  room: { id: string; statementLeaseId: string; endsOn: string },
) {
  const told = await getToldLease(tx, scope, room.statementLeaseId);
  const papers = await shownPapers(tx, scope, room.id, null);
  const { result } = told;
  const { view, head } = told.frozen;
  const own = linesOf(told);
  const [house] = await tx
    .select({ name: portfolio.name })
    .from(portfolio)
    .where(eq(portfolio.id, scope.portfolioId));
  return {
    id: room.id,
    endsOn: room.endsOn,
    currency: scope.currency,
    jurisdiction: scope.jurisdiction,
    portfolioName: house?.name ?? '',
    sender: head.landlords.map(({ name }) => name).join(', '),
    place: told.party.place,
    period: view.period,
    isGerman: view.isGerman,
    sentOn: told.sentOn,
    named: view.named.filter(({ lineId }) => own.some((one) => one.lineId === lineId)),
    lines: own.map(({ lineId, amountCents, totalCents, key, bills }) => ({
      ...{ lineId, amountCents, totalCents, key },
      bills: bills.map(({ transactionId, ...bill }) => ({
        ...bill,
        papers: papers.flatMap(({ id, billId, title: name, sizeBytes }) =>
          billId === transactionId ? [{ id, title: name, sizeBytes }] : [],
        ),
      })),
    })),
    costsCents: result.costsCents,
    advancesPaidCents: result.advancesPaidCents,
    resultCents: result.resultCents,
  };
}

export type VisitedRoom = Awaited<ReturnType<typeof readRoom>>;
