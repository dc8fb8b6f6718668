import 'server-only';
import { type Database, database, type Tx } from '@/db/client';
import { enterRoom, type Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { readPortfolioToken } from '@/lib/server/portfolio-token';
import { appMailer, type Mailer } from '@/mail/mailer';
import type { FileStorage } from '@/storage/file-storage';
import { codeMail } from './room-mail';
import { stateOfRoom } from './rules';
import { askForCode, enterWithCode, keepCode, noteFile, noteLook, type Refused } from './visit-commands';
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
  const outcome = await mailer.send(await codeMail(asked.mail));
  if (outcome === 'sent') {
    await enterRoom(db, { portfolioId: link.portfolioId, mayWrite: true }, (tx, scope) =>
      keepCode(tx, scope, asked.kept),
    );
  }
  return { outcome };
}

/**
 * A file of a room for whoever’s browser was let into it. Asked anew for each: a room that was closed a moment ago hands out
 * nothing.
 * @throws DomainError `not_found` for everything else, which says nothing of what there is
 */
export const findRoomFile = (asked: AskedFile, db: Database = database()) =>
  withShownFile(asked, { db, mayWrite: false }, async (_tx, { portfolioId }, file) => ({
    ...file,
    portfolioId,
  }));

/**
 * Opens what `findRoomFile` has found. It is noted once it is open and before the first of it has gone: what failed nobody has
 * seen.
 * @throws DomainError `not_found` where it is lost, or shown no more since a moment ago
 */
export async function openRoomFile(
  asked: AskedFile,
  path: string,
  { db, storage }: { db: Database; storage: Pick<FileStorage, 'open'> },
) {
  const stream = await storage.open(path);
  if (!stream) throw new DomainError('not_found');
  try {
    await withShownFile(asked, { db, mayWrite: true }, (tx, scope, { title }) =>
      noteFile(tx, scope, asked.roomId, title),
    );
  } catch (error) {
    await stream.cancel(error);
    throw error;
  }
  return stream;
}

type AskedFile = { roomId: string; paperId: string; visit: string };
type ShownFile = NonNullable<Awaited<ReturnType<typeof findShownFile>>>;

async function withShownFile<T>(
  { roomId, paperId, visit }: AskedFile,
  { db, mayWrite }: { db: Database; mayWrite: boolean },
  work: (tx: Tx, scope: Scope, file: ShownFile) => Promise<T>,
): Promise<T> {
  const read = readPortfolioToken(visit);
  if (!read) throw new DomainError('not_found');
  const { portfolioId, hash: visitHash } = read;
  const done = await enterRoom(db, { portfolioId, mayWrite }, async (tx, scope) => {
    const visited = await findVisited(tx, scope, { roomId, visitHash });
    const file = visited && (await findShownFile(tx, scope, roomId, paperId));
    return file && { answer: await work(tx, scope, file) };
  });
  if (!done) throw new DomainError('not_found');
  return done.answer;
}
