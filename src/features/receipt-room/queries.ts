import 'server-only';
import { and, asc, desc, eq, max } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import {
  costStatementLease,
  property,
  receiptRoom,
  receiptRoomEvent,
  receiptRoomPaper,
  tenant,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { daysInclusive, todayIn } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { listLetterTenants } from '../occupancy/letter-queries';
import { tenantDisplayName } from '../occupancy/party-queries';
import { findMailWay } from '../outbox/mail-queries';
import { billsFor, totalFor } from '../statement/bill-rules';
import { findSent, findTold, listVersions, type ToldLease } from '../statement/sent-queries';
import { listDocumentNames, listPapers } from './paper-queries';
import { stateOfRoom } from './rules';
import type { listRoomsInput } from './schema';

/** How much of what happened at a room is shown. */
const SHOWN_EVENTS = 200;

const columns = {
  id: receiptRoom.id,
  version: receiptRoom.version,
  statementLeaseId: receiptRoom.statementLeaseId,
  tenantId: receiptRoom.tenantId,
  address: receiptRoom.address,
  language: receiptRoom.language,
  endsOn: receiptRoom.endsOn,
  revokedAt: receiptRoom.revokedAt,
  mailedAt: receiptRoom.mailedAt,
  createdAt: receiptRoom.createdAt,
};

/** What one version of a statement told one lease, as it was frozen. */
export async function getToldLease(tx: Tx, scope: Scope, statementLeaseId: string) {
  const told = await findTold(tx, scope, statementLeaseId);
  if (!told) throw new DomainError('not_found');
  return told;
}

/**
 * The lines a lease bears a share of, each with the bills whose receipts it may see, and what filled a tank in the year: of that
 * counts what was burnt (`isDelivery`).
 */
export const linesOf = ({ frozen, leaseId, result }: ToldLease) =>
  result.lines.flatMap(({ lineId, amountCents, key }) => {
    const line = frozen.view.lines.find((one) => one.lineId === lineId);
    if (!line || amountCents === 0) return [];
    const bills = billsFor(line, leaseId).map(({ transactionId, title, payee, paidOn, ...bill }) => {
      const { amountCents: cents, partCents } = bill;
      return { transactionId, title, payee, paidOn, amountCents: cents, partCents, isDelivery: false };
    });
    const deliveries = line.deliveries.map((one) => ({
      ...one,
      partCents: one.amountCents,
      isDelivery: true,
    }));
    return [
      { lineId, amountCents, key, totalCents: totalFor(line, leaseId), bills: [...bills, ...deliveries] },
    ];
  });

/** Whether a room may be opened for a lease: only of dwellings does the landlord choose how receipts are shown (§ 556 (4) BGB). */
export const mayHaveRoom = ({ isHome, isSettled }: { isHome: boolean; isSettled: boolean }): boolean =>
  isHome && isSettled;

/** The rooms of a period, and the leases one can be opened for; null where nothing was sent. */
export async function listRooms(tx: Tx, scope: Scope, input: z.output<typeof listRoomsInput>) {
  const { propertyId, ...period } = input;
  await assertExists(tx, scope, property, propertyId);
  const versions = await listVersions(tx, scope, propertyId, period);
  if (versions.length === 0) return null;
  const told = await tx
    .select({
      id: costStatementLease.id,
      statementId: costStatementLease.statementId,
      leaseId: costStatementLease.leaseId,
    })
    .from(costStatementLease)
    .where(
      and(
        within(costStatementLease, scope),
        isAmong(
          costStatementLease.statementId,
          versions.map(({ id }) => id),
        ),
      ),
    );
  const last = await findSent(tx, scope, versions.at(-1)?.id);
  if (!last) return null;
  const rooms = await tx
    .select({
      id: receiptRoom.id,
      version: receiptRoom.version,
      statementLeaseId: receiptRoom.statementLeaseId,
      tenantName: tenantDisplayName,
      address: receiptRoom.address,
      endsOn: receiptRoom.endsOn,
      revokedAt: receiptRoom.revokedAt,
      mailedAt: receiptRoom.mailedAt,
    })
    .from(receiptRoom)
    .innerJoin(tenant, joins(tenant.id, receiptRoom.tenantId))
    .where(
      and(
        within([receiptRoom, tenant], scope),
        isAmong(
          receiptRoom.statementLeaseId,
          told.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(receiptRoom.createdAt), desc(receiptRoom.id));
  const ids = rooms.map(({ id }) => id);
  const entries = ids.length === 0 ? [] : await listEntries(tx, scope, ids);
  const rowOf = (leaseId: string) =>
    told.find((one) => one.statementId === last.id && one.leaseId === leaseId)?.id ?? null;
  return {
    isGerman: last.frozen.view.isGerman,
    timeZone: scope.timeZone,
    leases: last.frozen.view.leases.flatMap((one) => {
      const statementLeaseId = rowOf(one.leaseId);
      const party = last.letters.get(one.leaseId)?.party;
      return mayHaveRoom(one) && statementLeaseId !== null && party && party.name !== ''
        ? [{ statementLeaseId, name: party.name, place: party.place }]
        : [];
    }),
    rooms: rooms.map(({ revokedAt, ...room }) => ({
      ...room,
      /** Today and the last day counted; 0 or less once it is over. */
      days: daysInclusive(scope.today, room.endsOn),
      state: stateOfRoom({ endsOn: room.endsOn, revokedAt }, scope.today),
      /** Where somebody closed it before its time. */
      closedOn: revokedAt && todayIn(scope.timeZone, revokedAt),
      lastEnteredAt: entries.find(({ roomId }) => roomId === room.id)?.at ?? null,
    })),
  };
}

/** When somebody last went into each room. */
const listEntries = (tx: Tx, scope: Scope, roomIds: string[]) =>
  tx
    .select({ roomId: receiptRoomEvent.roomId, at: max(receiptRoomEvent.at) })
    .from(receiptRoomEvent)
    .where(
      and(
        within(receiptRoomEvent, scope),
        isAmong(receiptRoomEvent.roomId, roomIds),
        eq(receiptRoomEvent.kind, 'entered'),
      ),
    )
    .groupBy(receiptRoomEvent.roomId);

/** What happened at a room, the latest first: when, and which file. */
export async function getRoomLog(tx: Tx, scope: Scope, { id }: { id: string }) {
  await getRoom(tx, scope, id);
  const events = await tx
    .select({
      id: receiptRoomEvent.id,
      at: receiptRoomEvent.at,
      kind: receiptRoomEvent.kind,
      title: receiptRoomEvent.title,
    })
    .from(receiptRoomEvent)
    .where(and(within(receiptRoomEvent, scope), eq(receiptRoomEvent.roomId, id)))
    .orderBy(desc(receiptRoomEvent.at), desc(receiptRoomEvent.id))
    .limit(SHOWN_EVENTS);
  return { timeZone: scope.timeZone, events };
}

export async function getRoom(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(columns)
    .from(receiptRoom)
    .where(isRow(receiptRoom, scope, id));
  // Nobody’s is none any more.
  if (!row || row.tenantId === null) throw new DomainError('not_found');
  return { ...row, tenantId: row.tenantId };
}

/** What can be shown to whom of what a statement told a lease: its bills with their papers, the tenants with their addresses. */
export async function getChoices(tx: Tx, scope: Scope, { statementLeaseId }: { statementLeaseId: string }) {
  const told = await getToldLease(tx, scope, statementLeaseId);
  const { leaseId } = told;
  const lines = linesOf(told);
  const papers = await listPapers(
    tx,
    scope,
    lines.flatMap(({ bills }) => bills.map(({ transactionId }) => transactionId)),
  );
  const tenants = await listLetterTenants(tx, scope, leaseId);
  const { recipients } = await findMailWay(tx, scope, {
    tenantIds: tenants.map(({ id }) => id),
    landlords: [],
  });
  const shown = await listShown(tx, scope, leaseId);
  const names = await listDocumentNames(tx, scope, [
    ...new Set(shown.flatMap(({ shownDocumentId }) => shownDocumentId ?? [])),
  ]);
  return {
    leaseId,
    recipients: recipients.map(({ tenantId, name, address }) => ({ tenantId, name, address })),
    bills: lines.flatMap(({ lineId, bills }) =>
      bills.map(({ transactionId: billId, title, payee, amountCents }) => ({
        ...{ lineId, billId, title, payee, amountCents },
        papers: papers.filter((paper) => paper.billId === billId),
      })),
    ),
    /** What the rooms of this lease show now. */
    shown: shown.map(({ shownDocumentId, ...one }) => ({
      ...one,
      shownDocumentId,
      shownTitle: names.get(shownDocumentId ?? '') ?? null,
    })),
  };
}

/**
 * What the rooms of a lease show, the newest room first: of every version of every statement, for what was blacked out once
 * is so under the next one, too.
 */
const listShown = (tx: Tx, scope: Scope, leaseId: string) =>
  tx
    .select({
      roomId: receiptRoomPaper.roomId,
      billId: receiptRoomPaper.billId,
      documentId: receiptRoomPaper.documentId,
      shownDocumentId: receiptRoomPaper.shownDocumentId,
    })
    .from(receiptRoomPaper)
    .innerJoin(receiptRoom, joins(receiptRoom.id, receiptRoomPaper.roomId))
    .innerJoin(costStatementLease, joins(costStatementLease.id, receiptRoom.statementLeaseId))
    .where(
      and(
        within([receiptRoomPaper, receiptRoom, costStatementLease], scope),
        eq(costStatementLease.leaseId, leaseId),
      ),
    )
    .orderBy(desc(receiptRoom.createdAt), desc(receiptRoom.id), asc(receiptRoomPaper.id));
