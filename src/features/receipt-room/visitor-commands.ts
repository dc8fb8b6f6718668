import 'server-only';
import { type Database, database } from '@/db/client';
import { enterRoom } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { readPortfolioToken } from '@/lib/server/portfolio-token';
import { appMailer, type Mailer } from '@/mail/mailer';
import { codeMail } from './room-mail';
import { stateOfRoom } from './rules';
import { askForCode, enterWithCode, noteFile, noteLook, type Refused } from './visit-commands';
import { findRoomByLink, findShownFile, findVisited, readRoom, type VisitedRoom } from './visit-queries';

/** The cookie of a room: what it holds opens that room only, and nothing else of the program reads it. */
export const visitCookieName = (roomId: string) => `receipts_${roomId}`;

export type Look =
  | { kind: 'gone' | 'closed' }
  | { kind: 'code'; hasCode: boolean }
  | { kind: 'room'; room: VisitedRoom };

/** What the bearer of a link sees: nothing but a question for the code, unless their browser was let in already. */
export async function lookAtRoom(
  token: string,
  cookieOf: (name: string) => string | undefined,
  db: Database = database(),
): Promise<Look> {
  const link = readPortfolioToken(token);
  if (!link) return { kind: 'gone' };
  const { portfolioId } = link;
  const look = await enterRoom(db, { portfolioId, mayWrite: false }, async (tx, scope): Promise<Look> => {
    const found = await findRoomByLink(tx, scope, link.hash);
    if (!found) return { kind: 'gone' };
    if (stateOfRoom(found, scope.today) !== 'open') return { kind: 'closed' };
    const visit = readPortfolioToken(cookieOf(visitCookieName(found.id)) ?? '');
    const visited = visit && (await findVisited(tx, scope, { roomId: found.id, visitHash: visit.hash }));
    if (visited) return { kind: 'room', room: await readRoom(tx, scope, visited) };
    return { kind: 'code', hasCode: found.codeExpiresAt !== null && found.codeExpiresAt > scope.now };
  });
  if (look?.kind === 'room') {
    const { id } = look.room;
    await enterRoom(db, { portfolioId, mayWrite: true }, (tx, scope) => noteLook(tx, scope, id));
  }
  return look ?? { kind: 'gone' };
}

/** Tries a code; what it opens is told to the caller only. */
export async function tryCode(token: string, typed: string, db: Database = database()) {
  const link = readPortfolioToken(token);
  const gone: { refused: Refused } = { refused: 'gone' };
  if (!link) return gone;
  const tried = await enterRoom(db, { portfolioId: link.portfolioId, mayWrite: true }, (tx, scope) =>
    enterWithCode(tx, scope, link.hash, typed),
  );
  return tried ?? gone;
}

/** Mails another code to the address the room was opened for. */
export async function sendCode(
  token: string,
  { db = database(), mailer = appMailer() }: { db?: Database; mailer?: Mailer } = {},
): Promise<{ outcome: 'sent' | 'unavailable' | 'gone' | 'closed' | 'rate_limited' | 'other_address' }> {
  const link = readPortfolioToken(token);
  if (!link) return { outcome: 'gone' };
  const asked = await enterRoom(db, { portfolioId: link.portfolioId, mayWrite: true }, (tx, scope) =>
    askForCode(tx, scope, link.hash),
  );
  if (!asked) return { outcome: 'gone' };
  if ('refused' in asked) return { outcome: asked.refused };
  return { outcome: await mailer.send(await codeMail(asked.mail)) };
}

/**
 * A file of a room for whoever’s browser was let into it. Asked anew for each: a room that was closed a moment ago hands out
 * nothing. It is noted before it goes.
 * @throws DomainError `not_found` for everything else, which says nothing of what there is
 */
export async function findRoomFile(
  { roomId, paperId, visit }: { roomId: string; paperId: string; visit: string },
  db: Database = database(),
) {
  const read = readPortfolioToken(visit);
  if (!read) throw new DomainError('not_found');
  const { portfolioId, hash: visitHash } = read;
  const file = await enterRoom(db, { portfolioId, mayWrite: true }, async (tx, scope) => {
    if (!(await findVisited(tx, scope, { roomId, visitHash }))) return null;
    const found = await findShownFile(tx, scope, roomId, paperId);
    if (found) await noteFile(tx, scope, roomId, found.title);
    return found;
  });
  if (!file) throw new DomainError('not_found');
  return file;
}
