import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openDatabase } from '@/db/client';
import { lookAtRoom, sendCode, tryCode } from '@/features/receipt-room/visitor-commands';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { letRoomTimePass, settleWithTenant } from './receipts.ts';
import { asAdmin, createPortfolio, type createProperty, type createTenant, type Records } from './records.ts';
import { closeTestCallers, testMails } from './session.ts';
import { firstHalf } from './settled.ts';

export let database: TestDatabase;
/** A portfolio anew for each test. */
export let books: Records;
export let told: string;
export let leaseId: string;
export let house: Awaited<ReturnType<typeof createProperty>>;
export let tenant: Awaited<ReturnType<typeof createTenant>>;
export let db: ReturnType<typeof openDatabase>;

/** Called once by a file whose tests open rooms: a settled half year of a tenant with two addresses. */
export function openRoomDesk() {
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.appUrl);
  });
  beforeEach(async () => {
    books = await createPortfolio(database);
    ({ house, tenant, leaseId, told } = await settleWithTenant(books.owner));
    await asAdmin(database, (sql) => sql`delete from hausbuch.mail_sent`);
    testMails.length = 0;
  });
  afterAll(async () => {
    await closeTestCallers();
    await db.close();
    await database.drop();
  });
}

export const rooms = async () => {
  const found = await books.owner.receiptRoom.list({ propertyId: house.id, ...firstHalf() });
  return found?.rooms ?? [];
};
export const kinds = async (id: string) => {
  const { events } = await books.owner.receiptRoom.log({ id });
  return events.map(({ kind }) => kind).toReversed();
};
export const look = (token: string, visit?: string) => lookAtRoom(token, () => visit, db.db);
export const tryIt = (token: string, code: string) => tryCode(token, code, db.db);
export const enter = async (room: { token: string; code: string }) => {
  const entered = await tryIt(room.token, room.code);
  if ('refused' in entered) throw new Error(`Refused: ${entered.refused}`);
  return entered.token;
};
const mailer = {
  send: async (mail: (typeof testMails)[number]) => {
    testMails.push(mail);
    return 'sent' as const;
  },
};
export const ask = (token: string) => sendCode(token, { db: db.db, mailer });
/** The papers a look shows. */
export const papersIn = (seen: Awaited<ReturnType<typeof look>>) =>
  seen.kind === 'room' ? seen.room.lines.flatMap(({ bills }) => bills.flatMap(({ papers }) => papers)) : [];
export const letTimePass = (interval: string) => letRoomTimePass(database, books.id, interval);
