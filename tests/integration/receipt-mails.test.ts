import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { LiveFeed } from '@/db/live-feed';
import { lookAtRoom, sendCode, tryCode } from '@/features/receipt-room/visitor-commands';
import { failureOf } from '../factories/failure.ts';
import {
  attachReceipts,
  lastSecrets,
  letRoomTimePass,
  openRoom,
  settleWithTenant,
} from '../factories/receipts.ts';
import { asAdmin, type Caller, createPortfolio, type Records } from '../factories/records.ts';
import { closeTestCallers, createTestCaller, testMails } from '../factories/session.ts';
import { firstHalf } from '../factories/settled.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** Links and codes of a room, while mails go out and while they do not. */

let database: TestDatabase;
let db: ReturnType<typeof openDatabase>;
let feed: LiveFeed;
let books: Records;
/** The same landlord while no mail goes out. */
let unmailed: Caller;
let flat: Awaited<ReturnType<typeof settleWithTenant>>;
let room: Awaited<ReturnType<typeof openRoom>>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl);
  feed = new LiveFeed(database.appUrl);
});
beforeEach(async () => {
  books = await createPortfolio(database);
  const { ownerId: userId, id: portfolioId } = books;
  unmailed = await createTestCaller({ appUrl: database.appUrl, userId, portfolioId, mailOrigin: null });
  await asAdmin(database, (sql) => sql`delete from hausbuch.mail_sent`);
  flat = await settleWithTenant(books.owner);
  testMails.length = 0;
  room = await openRoom(books.owner, flat.told);
});
afterAll(async () => {
  await feed.close();
  await closeTestCallers();
  await db.close();
  await database.drop();
});

const look = (token: string) => lookAtRoom(token, () => undefined, db.db);
const opens = async ({ token, code }: { token: string; code: string }) =>
  'token' in (await tryCode(token, code, db.db));
const again = (caller: Caller, version = room.version) =>
  caller.receiptRoom.mailAgain({ id: room.id, version });
/** What the journal says of the room, the first first. */
const journal = () =>
  asAdmin(database, async (sql) => {
    const rows = await sql`select action from hausbuch.audit_event where portfolio_id = ${books.id}
      and entity = 'receipt_room' order by at, id`;
    return rows.map(({ action }) => action);
  });
const mailer = (outcome: 'sent' | 'unavailable') => ({
  send: async (mail: (typeof testMails)[number]) => {
    if (outcome === 'sent') testMails.push(mail);
    return outcome;
  },
});
const ask = (outcome: 'sent' | 'unavailable') => sendCode(room.token, { db: db.db, mailer: mailer(outcome) });

test('a tenant in Germany who reads English has the day before the month', async () => {
  const other = await settleWithTenant(books.owner, 'en');
  await openRoom(books.owner, other.told);
  expect(testMails.at(-1)?.text).toMatch(/open until \d\d\.\d\d\.\d{4}\./);
});

describe('a new link', () => {
  test('that could not be mailed leaves link and code as they were', async () => {
    expect(await again(unmailed)).toMatchObject({ isMailed: false });
    expect(await journal()).toEqual(['receipt_room.open', 'receipt_room.mail']);
    expect(await opens(room)).toBe(true);
  });

  test('takes their place once its mail has gone, which the journal says', async () => {
    expect(await again(books.owner)).toMatchObject({ isMailed: true });
    expect(await look(room.token)).toEqual({ kind: 'gone' });
    expect(await opens(lastSecrets())).toBe(true);
    expect(await journal()).toEqual([
      ...['receipt_room.open', 'receipt_room.mail', 'receipt_room.mail'],
      'receipt_room.enter',
    ]);
  });

  test('is asked for by two at once, and made for one of them', async () => {
    const before = testMails.length;
    const tried = await Promise.all([failureOf(again(books.owner)), failureOf(again(books.owner))]);
    expect(tried.toSorted()).toEqual(['no failure', 'version_conflict']);
    expect(testMails).toHaveLength(before + 1);
    expect(await opens(lastSecrets())).toBe(true);
  });

  test.each(['sent', 'unavailable'])('is told to whoever looks on, when its mail is %s', async (outcome) => {
    const viewer = await books.join('viewer');
    const who = { userId: viewer.userId, portfolioId: books.id };
    const watching = await createTestCaller({ appUrl: database.appUrl, liveFeed: feed, ...who });
    const stream = (await watching.live.changes({ lastEventId: null }))[Symbol.asyncIterator]();
    try {
      await stream.next();
      await again(outcome === 'sent' ? books.owner : unmailed);
      expect((await stream.next()).value).toMatchObject([
        expect.anything(),
        { kind: 'change', entity: 'receipt_room', entityId: room.id },
        expect.anything(),
      ]);
    } finally {
      await stream.return?.();
    }
  });
});

test('a room whose mail did not go shows what was chosen last', async () => {
  const { owner } = books;
  const papers = await attachReceipts(owner, flat.told);
  const id = randomUUID();
  const { told: statementLeaseId, tenant } = flat;
  const input = { id, statementLeaseId, tenantId: tenant.id, language: 'de' as const };
  const rooms = async () => {
    const found = await owner.receiptRoom.list({ propertyId: flat.house.id, ...firstHalf() });
    return found?.rooms.filter((one) => one.id === id);
  };
  expect(await unmailed.receiptRoom.open({ ...input, papers })).toMatchObject({ isMailed: false });
  expect(await owner.receiptRoom.open({ ...input, days: 5, papers: [] })).toMatchObject({ isMailed: true });
  expect(await rooms()).toMatchObject([{ days: 5 }]);
  const secrets = lastSecrets();
  const entered = await tryCode(secrets.token, secrets.code, db.db);
  const seen = await lookAtRoom(secrets.token, () => ('token' in entered ? entered.token : ''), db.db);
  if (seen.kind !== 'room') throw new Error(seen.kind);
  expect(seen.room.lines.flatMap(({ bills }) => bills.flatMap((bill) => bill.papers))).toEqual([]);
});

describe('a new code', () => {
  test('that could not be mailed leaves the one before as it was', async () => {
    expect(await ask('unavailable')).toEqual({ outcome: 'unavailable' });
    expect(await opens(room)).toBe(true);
  });

  test('that could not be mailed is none of the five of a day, but is asked for once a minute, too', async () => {
    for (let at = 0; at < 6; at += 1) {
      expect(await ask('unavailable')).toEqual({ outcome: 'unavailable' });
      expect(await ask('unavailable')).toEqual({ outcome: 'rate_limited' });
      await letRoomTimePass(database, books.id, '2 minutes');
    }
    for (let at = 0; at < 5; at += 1) {
      expect(await ask('sent')).toEqual({ outcome: 'sent' });
      await letRoomTimePass(database, books.id, '2 minutes');
    }
    expect(await ask('sent')).toEqual({ outcome: 'rate_limited' });
    const { events } = await books.owner.receiptRoom.log({ id: room.id });
    expect(events.filter(({ kind }) => kind === 'code_asked')).toHaveLength(11);
    expect(events.filter(({ kind }) => kind === 'code_mailed')).toHaveLength(5);
  });

  test('takes its place once its mail has gone', async () => {
    expect(await ask('sent')).toEqual({ outcome: 'sent' });
    expect(await opens(room)).toBe(false);
    expect(await opens({ token: room.token, code: lastSecrets().code })).toBe(true);
  });

  test('is worth nothing in a room that is closed while its mail goes', async () => {
    const send = async (mail: (typeof testMails)[number]) => {
      testMails.push(mail);
      await books.owner.receiptRoom.revoke({ id: room.id, version: room.version });
      return 'sent' as const;
    };
    await sendCode(room.token, { db: db.db, mailer: { send } });
    expect(await tryCode(room.token, lastSecrets().code, db.db)).toEqual({ refused: 'closed' });
    const [row] = await asAdmin(
      database,
      (sql) => sql`select code_hash from hausbuch.receipt_room where id = ${room.id}`,
    );
    expect(row).toEqual({ code_hash: null });
  });
});
