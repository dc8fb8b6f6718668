import 'server-only';
import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { announceChange, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { receiptRoom, receiptRoomEvent, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { Language } from '@/domain/vocabulary';
import { defaultLanguage, languages } from '@/lib/languages';
import { makePortfolioToken } from '@/lib/server/portfolio-token';
import { noteEvent } from './commands';
import {
  askedCodeHours,
  codesPerDay,
  guessesPerCode,
  makeCode,
  stateOfRoom,
  typedCodeHash,
  visitHours,
} from './rules';
import { lockRoomByLink } from './visit-queries';

const hourMs = 3_600_000;
const pauseMs = 60_000;
/** Who reads on is noted again after so long. */
const lookMs = 10 * 60_000;

/** Why a code opens nothing. */
export type Refused = 'gone' | 'closed' | 'no_code' | 'expired' | 'wrong' | 'rate_limited';

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Tries a code at a room. It is counted before it is looked at, and a failure is an answer, not an error, so that the count
 * stays; the fifth wrong one is the last. A code opens once.
 * @returns what the browser is given to come back with, or why nothing opens
 */
export async function enterWithCode(
  tx: Tx,
  scope: Scope,
  linkHash: string,
  typed: string,
): Promise<{ refused: Refused } | { roomId: string; token: string; endsAt: Date }> {
  const room = await lockRoomByLink(tx, scope, linkHash);
  if (!room) return { refused: 'gone' };
  if (stateOfRoom(room, scope.today) !== 'open') return { refused: 'closed' };
  if (room.codeHash === null || room.codeExpiresAt === null) return { refused: 'no_code' };
  await tx
    .update(receiptRoom)
    .set({ guesses: sql`${receiptRoom.guesses} + 1` })
    .where(isRow(receiptRoom, scope, room.id));
  const guess = room.guesses + 1;
  const hash = typedCodeHash(room.id, typed);
  const isRight = guess <= guessesPerCode && hash !== null && isSame(hash, room.codeHash);
  const isInTime = room.codeExpiresAt > scope.now;
  if (isRight && isInTime) return { roomId: room.id, ...(await letIn(tx, scope, room.id)) };
  if (guess >= guessesPerCode || isRight) await forgetCode(tx, scope, room.id);
  await noteEvent(tx, scope, { roomId: room.id, kind: 'refused' });
  await announceChange(tx, scope, { entity: 'receipt_room', entityId: room.id });
  return { refused: isRight ? 'expired' : 'wrong' };
}

const forgetCode = (tx: Tx, scope: Scope, roomId: string) =>
  tx
    .update(receiptRoom)
    .set({ codeHash: null, codeExpiresAt: null })
    .where(isRow(receiptRoom, scope, roomId));

async function letIn(tx: Tx, scope: Scope, roomId: string) {
  await forgetCode(tx, scope, roomId);
  const { token, hash } = makePortfolioToken(scope.portfolioId);
  const endsAt = new Date(scope.now.getTime() + visitHours * hourMs);
  await noteEvent(tx, scope, { roomId, kind: 'entered', visitHash: hash, visitEndsAt: endsAt });
  await recordAudit(tx, scope, { action: 'receipt_room.enter', entity: 'receipt_room', entityId: roomId });
  return { token, endsAt };
}

/**
 * Makes another code, for the address the room was opened for and no other: where it is not the tenant’s any more, none is
 * sent. It is good once it has gone, see `keepCode`; until then the code before it is.
 */
export async function askForCode(
  tx: Tx,
  scope: Scope,
  linkHash: string,
): Promise<
  | { refused: 'gone' | 'closed' | 'rate_limited' | 'other_address' }
  | { mail: { to: string; code: string; language: Language }; kept: KeptCode }
> {
  const room = await lockRoomByLink(tx, scope, linkHash);
  if (!room) return { refused: 'gone' };
  if (stateOfRoom(room, scope.today) !== 'open') return { refused: 'closed' };
  const asked = await tx
    .select({ kind: receiptRoomEvent.kind, at: receiptRoomEvent.at })
    .from(receiptRoomEvent)
    .where(
      and(
        within(receiptRoomEvent, scope),
        eq(receiptRoomEvent.roomId, room.id),
        isAmong(receiptRoomEvent.kind, ['code_asked', 'code_mailed']),
        gt(receiptRoomEvent.at, new Date(scope.now.getTime() - 24 * hourMs)),
      ),
    )
    .orderBy(desc(receiptRoomEvent.at));
  const last = asked.find(({ kind }) => kind === 'code_asked')?.at;
  // What never reached anybody uses up nothing.
  const mailed = asked.filter(({ kind }) => kind === 'code_mailed').length;
  const isTooSoon = last !== undefined && scope.now.getTime() - last.getTime() < pauseMs;
  if (isTooSoon || mailed >= codesPerDay) return { refused: 'rate_limited' };
  if (!(await isStillTheirs(tx, scope, room))) return { refused: 'other_address' };
  const { code, codeHash } = makeCode(room.id);
  await noteEvent(tx, scope, { roomId: room.id, kind: 'code_asked' });
  await announceChange(tx, scope, { entity: 'receipt_room', entityId: room.id });
  const language = languages.find((one) => one === room.language) ?? defaultLanguage;
  return { mail: { to: room.address, code, language }, kept: { roomId: room.id, linkHash, codeHash } };
}

type KeptCode = { roomId: string; linkHash: string; codeHash: string };

/**
 * The mail with a code has gone: the code before it opens nothing from now on. Unless the room was closed or its link renewed
 * meanwhile, which has a code of its own.
 */
export async function keepCode(
  tx: Tx,
  scope: Scope,
  { roomId, linkHash, codeHash }: KeptCode,
): Promise<void> {
  const kept = await tx
    .update(receiptRoom)
    .set({ codeHash, codeExpiresAt: new Date(scope.now.getTime() + askedCodeHours * hourMs), guesses: 0 })
    .where(
      and(
        isRow(receiptRoom, scope, roomId),
        eq(receiptRoom.linkHash, linkHash),
        isNull(receiptRoom.revokedAt),
      ),
    )
    .returning({ id: receiptRoom.id });
  if (kept.length === 0) return;
  await noteEvent(tx, scope, { roomId, kind: 'code_mailed' });
  await announceChange(tx, scope, { entity: 'receipt_room', entityId: roomId });
}

async function isStillTheirs(tx: Tx, scope: Scope, room: { tenantId: string | null; address: string }) {
  if (room.tenantId === null) return false;
  const [row] = await tx
    .select({ emails: tenant.emails })
    .from(tenant)
    .where(isRow(tenant, scope, room.tenantId));
  return row?.emails.some((one) => one.toLowerCase() === room.address.toLowerCase()) ?? false;
}

/** Notes that somebody who has entered looks on, once in a while. */
export async function noteLook(tx: Tx, scope: Scope, roomId: string): Promise<void> {
  const [lately] = await tx
    .select({ id: receiptRoomEvent.id })
    .from(receiptRoomEvent)
    .where(
      and(
        within(receiptRoomEvent, scope),
        eq(receiptRoomEvent.roomId, roomId),
        isAmong(receiptRoomEvent.kind, ['entered', 'looked']),
        gt(receiptRoomEvent.at, new Date(scope.now.getTime() - lookMs)),
      ),
    )
    .limit(1);
  if (lately) return;
  await noteEvent(tx, scope, { roomId, kind: 'looked' });
  await announceChange(tx, scope, { entity: 'receipt_room', entityId: roomId });
}

/** Notes that a file is handed out. */
export async function noteFile(tx: Tx, scope: Scope, roomId: string, title: string): Promise<void> {
  await noteEvent(tx, scope, { roomId, kind: 'file', title });
  await announceChange(tx, scope, { entity: 'receipt_room', entityId: roomId });
}
