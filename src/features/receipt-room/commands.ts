import 'server-only';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { announceChange, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { takeMail } from '@/db/mail-budget';
import { receiptRoom, receiptRoomEvent, receiptRoomPaper } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion, type SeenRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { Language } from '@/domain/vocabulary';
import { todayIn } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { defaultLanguage, languages } from '@/lib/languages';
import { makePortfolioToken } from '@/lib/server/portfolio-token';
import { listLetterTenants } from '../occupancy/letter-queries';
import { findMailWay } from '../outbox/mail-queries';
import type { ToldLease } from '../statement/sent-queries';
import { keyOf as paperKey } from './choice-rules';
import { listDocumentNames, listPapers } from './paper-queries';
import { getRoom, getToldLease, linesOf, mayHaveRoom } from './queries';
import { firstCodeHours, lastDay, makeCode, stateOfRoom } from './rules';
import type { openRoomInput, updateRoomInput } from './schema';

const key = { id: receiptRoom.id, version: receiptRoom.version };
const hourMs = 3_600_000;

export type Papers = z.output<typeof openRoomInput>['papers'];

/**
 * Each paper hangs on a bill the lease bears a share of, and what stands in its place is there to be had.
 * @throws DomainError `not_found`
 */
async function checkPapers(tx: Tx, scope: Scope, told: ToldLease, papers: Papers): Promise<void> {
  const bills = linesOf(told).flatMap((line) => line.bills.map((bill) => bill.transactionId));
  const known = new Set((await listPapers(tx, scope, bills)).map(paperKey));
  if (papers.some((one) => !known.has(paperKey(one)))) throw new DomainError('not_found');
  const copies = papers.flatMap(({ shownDocumentId }) => shownDocumentId ?? []);
  const there = await listDocumentNames(tx, scope, copies);
  if (copies.some((id) => !there.has(id))) throw new DomainError('not_found');
}

/** Of an original that a copy stood for it is kept that it did, also once neither is shown. */
async function writePapers(tx: Tx, scope: Scope, roomId: string, papers: Papers): Promise<void> {
  const before = await tx
    .delete(receiptRoomPaper)
    .where(and(within(receiptRoomPaper, scope), eq(receiptRoomPaper.roomId, roomId)))
    .returning({
      billId: receiptRoomPaper.billId,
      documentId: receiptRoomPaper.documentId,
      shownDocumentId: receiptRoomPaper.shownDocumentId,
    });
  const shown = papers.map(({ shownDocumentId, ...one }) => ({
    ...one,
    shownDocumentId: shownDocumentId ?? one.documentId,
  }));
  const isShown = new Set(shown.map(paperKey));
  const hidden = before.filter(
    (one) => one.shownDocumentId !== one.documentId && !isShown.has(paperKey(one)),
  );
  const rows = [...shown, ...hidden.map((one) => ({ ...one, shownDocumentId: null }))];
  if (rows.length === 0) return;
  await tx
    .insert(receiptRoomPaper)
    .values(rows.map((one) => ({ portfolioId: scope.portfolioId, roomId, ...one })));
}

/** Whether a room shows what is asked for, for so many days from the one it was opened on. */
async function isChoiceOf(
  tx: Tx,
  scope: Scope,
  room: Awaited<ReturnType<typeof getRoom>>,
  { days, papers }: { days: number; papers: Papers },
): Promise<boolean> {
  if (room.endsOn !== lastDay(todayIn(scope.timeZone, room.createdAt), days)) return false;
  const shown = await tx
    .select({
      billId: receiptRoomPaper.billId,
      documentId: receiptRoomPaper.documentId,
      shownDocumentId: receiptRoomPaper.shownDocumentId,
    })
    .from(receiptRoomPaper)
    .where(
      and(
        within(receiptRoomPaper, scope),
        eq(receiptRoomPaper.roomId, room.id),
        isNotNull(receiptRoomPaper.shownDocumentId),
      ),
    );
  const stands = new Map(shown.map((one) => [paperKey(one), one.shownDocumentId]));
  return (
    stands.size === papers.length &&
    papers.every((one) => stands.get(paperKey(one)) === (one.shownDocumentId ?? one.documentId))
  );
}

/**
 * The tenant’s own address, which no server has refused, and the language they are written to in.
 * @throws DomainError `not_found` where they are not on the lease, `letter.no_address`
 */
async function findRecipient(tx: Tx, scope: Scope, leaseId: string, tenantId: string, usual: Language) {
  const tenants = await listLetterTenants(tx, scope, leaseId);
  const own = tenants.find(({ id }) => id === tenantId);
  if (!own) throw new DomainError('not_found');
  const { recipients } = await findMailWay(tx, scope, { tenantIds: [tenantId], landlords: [] });
  const address = recipients[0]?.address;
  if (address === undefined) throw new DomainError('letter.no_address', { field: 'tenantId' });
  const language: Language = languages.find((one) => one === own.letterLanguage) ?? usual;
  return { address, language };
}

/** A link and a first code, which only the mail knows. */
function newSecrets(scope: Scope, roomId: string) {
  const { token, hash } = makePortfolioToken(scope.portfolioId);
  const { code, codeHash } = makeCode(roomId);
  const codeExpiresAt = new Date(scope.now.getTime() + firstCodeHours * hourMs);
  return { token, code, secrets: { linkHash: hash, codeHash, codeExpiresAt, guesses: 0 } };
}

type Secrets = ReturnType<typeof newSecrets>['secrets'];

async function countMail(tx: Tx, address: string): Promise<void> {
  if ((await takeMail(tx, 'receipts', address)) === null) throw new DomainError('rate_limited');
}

/**
 * Opens a room for one tenant of a lease that a statement was sent to, with what is to be mailed to them. The same again, as
 * after its answer was lost, makes a new link where none was mailed yet, and nothing where one was. Another choice under the
 * same id takes the place of the one before as long as none was mailed, and is refused from then on.
 * @throws DomainError `receipts.not_a_home` for a lease of business premises, `letter.no_address`, `not_found`,
 * `already_exists`, `receipts.open_already`, `rate_limited`
 */
export async function openRoom(tx: Tx, scope: Scope, input: z.output<typeof openRoomInput>) {
  const { id, statementLeaseId, tenantId, days, papers } = input;
  const told = await getToldLease(tx, scope, statementLeaseId);
  if (!mayHaveRoom(told.result)) throw new DomainError('receipts.not_a_home');
  const { address, language } = await findRecipient(tx, scope, told.leaseId, tenantId, input.language);
  const { token, code, secrets } = newSecrets(scope, id);
  const endsOn = lastDay(scope.today, days);
  const [created] = await tx
    .insert(receiptRoom)
    .values({
      ...{ portfolioId: scope.portfolioId, id, statementLeaseId, tenantId, address, language },
      ...exactly(receiptRoom, secrets),
      endsOn,
      openedBy: postedBy(scope),
      createdAt: scope.now,
    })
    .onConflictDoNothing({ target: [receiptRoom.portfolioId, receiptRoom.id] })
    .returning(key);
  if (!created) {
    const known = await getRoom(tx, scope, id);
    if (known.statementLeaseId !== statementLeaseId || known.tenantId !== tenantId) {
      throw new DomainError('already_exists');
    }
    const isAsked = await isChoiceOf(tx, scope, known, input);
    if (known.mailedAt !== null || known.revokedAt !== null) {
      if (!isAsked) throw new DomainError('receipts.open_already');
      return { row: known, mail: null };
    }
    if (isAsked) return prepareMail(tx, scope, known);
    // Nobody has seen the choice before it.
    const changed = await updateRoom(tx, scope, { id, version: known.version, days, papers });
    return prepareMail(tx, scope, { ...known, ...changed, endsOn });
  }
  await checkPapers(tx, scope, told, papers);
  await writePapers(tx, scope, id, papers);
  await countMail(tx, address);
  await recordAudit(tx, scope, {
    action: 'receipt_room.open',
    entity: 'receipt_room',
    entityId: id,
    after: { statementLeaseId, tenantId, papers: papers.length, endsOn },
  });
  const { jurisdiction } = scope;
  return { row: created, mail: { to: address, token, code, language, jurisdiction, endsOn, secrets } };
}

/**
 * A mail with another link and another code, to the address the room was opened for. Until it has gone, what was mailed before
 * leads in; of two who send one at once the second is told.
 */
async function prepareMail(tx: Tx, scope: Scope, room: Awaited<ReturnType<typeof getRoom>>) {
  const { token, code, secrets } = newSecrets(scope, room.id);
  const { leaseId } = await getToldLease(tx, scope, room.statementLeaseId);
  const usual = languages.find((one) => one === room.language) ?? defaultLanguage;
  const { address, language } = await findRecipient(tx, scope, leaseId, room.tenantId, usual);
  if (address !== room.address) throw new DomainError('receipts.other_address');
  await countMail(tx, address);
  const row = changedRow(
    await tx
      .update(receiptRoom)
      .set(nextVersion(receiptRoom, scope))
      .where(and(isSeenRow(receiptRoom, scope, room), isNull(receiptRoom.revokedAt)))
      .returning(key),
  );
  await announceChange(tx, scope, { entity: 'receipt_room', entityId: room.id });
  const { jurisdiction } = scope;
  return { row, mail: { to: address, token, code, language, jurisdiction, endsOn: room.endsOn, secrets } };
}

/** The mail once more: the link mailed before leads nowhere once it has gone. */
export async function renewRoom(tx: Tx, scope: Scope, seen: SeenRow) {
  const room = await getRoom(tx, scope, seen.id);
  if (room.version !== seen.version) throw new DomainError('version_conflict');
  if (stateOfRoom(room, scope.today) !== 'open') throw new DomainError('receipts.closed');
  return prepareMail(tx, scope, room);
}

/**
 * The mail has gone: from now on its link and its code lead in, and none before them; of a room that was closed meanwhile
 * none do.
 */
export async function noteMailed(
  tx: Tx,
  scope: Scope,
  roomId: string,
  secrets: Secrets,
): Promise<SeenRow | null> {
  const [row] = await tx
    .update(receiptRoom)
    .set({ ...exactly(receiptRoom, secrets), mailedAt: scope.now, ...nextVersion(receiptRoom, scope) })
    .where(and(isRow(receiptRoom, scope, roomId), isNull(receiptRoom.revokedAt)))
    .returning(key);
  if (!row) return null;
  await noteEvent(tx, scope, { roomId, kind: 'mailed' });
  await recordAudit(tx, scope, { action: 'receipt_room.mail', entity: 'receipt_room', entityId: roomId });
  return row;
}

type Event = Pick<
  typeof receiptRoomEvent.$inferInsert,
  'roomId' | 'kind' | 'title' | 'visitHash' | 'visitEndsAt'
>;

/** Writes down what happened at a room. */
export async function noteEvent(tx: Tx, scope: Scope, event: Event): Promise<void> {
  await tx
    .insert(receiptRoomEvent)
    .values({ portfolioId: scope.portfolioId, at: scope.now, ...exactly(receiptRoomEvent, event) });
}

/** Shows other receipts, or is open for another number of days from today. */
export async function updateRoom(tx: Tx, scope: Scope, input: z.output<typeof updateRoomInput>) {
  const { id, days, papers } = input;
  const before = await getRoom(tx, scope, id);
  if (before.revokedAt !== null) throw new DomainError('receipts.closed');
  await checkPapers(tx, scope, await getToldLease(tx, scope, before.statementLeaseId), papers);
  const endsOn = lastDay(scope.today, days);
  const row = changedRow(
    await tx
      .update(receiptRoom)
      .set({ endsOn, ...nextVersion(receiptRoom, scope) })
      .where(isSeenRow(receiptRoom, scope, input))
      .returning(key),
  );
  await writePapers(tx, scope, id, papers);
  await recordAudit(tx, scope, {
    action: 'receipt_room.update',
    entity: 'receipt_room',
    entityId: id,
    before: { endsOn: before.endsOn },
    after: { endsOn, papers: papers.length },
  });
  return row;
}

/** Closes a room: from this moment on neither link, code nor what a browser was given opens anything. */
export async function revokeRoom(tx: Tx, scope: Scope, seen: SeenRow) {
  const before = await getRoom(tx, scope, seen.id);
  if (before.revokedAt !== null) return { id: before.id, version: before.version };
  // Whatever was noted meanwhile: closing is never refused for somebody's visit.
  const row = changedRow(
    await tx
      .update(receiptRoom)
      .set({ revokedAt: scope.now, codeHash: null, codeExpiresAt: null, ...nextVersion(receiptRoom, scope) })
      .where(isRow(receiptRoom, scope, seen.id))
      .returning(key),
  );
  await recordAudit(tx, scope, { action: 'receipt_room.revoke', entity: 'receipt_room', entityId: seen.id });
  return row;
}
