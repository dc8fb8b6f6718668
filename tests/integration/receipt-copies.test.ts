import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { enterAsSystem } from '@/db/scope';
import { purgeDeleted } from '@/features/document/sweep-commands';
import { firstChoice, papersToShow } from '@/features/receipt-room/choice-rules';
import { lookAtRoom, tryCode } from '@/features/receipt-room/visitor-commands';
import { failureOf } from '../factories/failure.ts';
import { attachReceipts, openRoom, settleWithTenant } from '../factories/receipts.ts';
import {
  asAdmin,
  createDocument,
  createPortfolio,
  createTenant,
  type Records,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { bookCost, firstHalf } from '../factories/settled.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** A copy that stands in place of an original: the original comes out by no way but somebody’s word. */

let database: TestDatabase;
let db: ReturnType<typeof openDatabase>;
let books: Records;
let flat: Awaited<ReturnType<typeof settleWithTenant>>;
let room: Awaited<ReturnType<typeof openRoom>>;
let paper: { billId: string; documentId: string };
let copyId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl);
});
beforeEach(async () => {
  books = await createPortfolio(database);
  await asAdmin(database, (sql) => sql`delete from hausbuch.mail_sent`);
  flat = await settleWithTenant(books.owner);
  const [first] = await attachReceipts(books.owner, flat.told);
  if (!first) throw new Error('There is no receipt.');
  paper = first;
  room = await openRoom(books.owner, flat.told);
  const copy = await createDocument(books.owner, [{ kind: 'lease', id: flat.leaseId }], { title: 'Kopie' });
  copyId = copy.documentId;
  await show([{ ...paper, shownDocumentId: copyId }]);
});
afterAll(async () => {
  await closeTestCallers();
  await db.close();
  await database.drop();
});

type Papers = { billId: string; documentId: string; shownDocumentId: string | null }[];
const show = async (papers: Papers) => {
  const found = await books.owner.receiptRoom.list({ propertyId: flat.house.id, ...firstHalf() });
  const { id = '', version = 0 } = found?.rooms.find((one) => one.id === room.id) ?? {};
  await books.owner.receiptRoom.update({ id, version, days: 5, papers });
};
/** What the dialog of a room sends as it opens, of a new one without an id. */
const offered = async (statementLeaseId = flat.told, roomId: string | null = null) => {
  const choices = await books.owner.receiptRoom.choices({ statementLeaseId });
  return papersToShow(choices.bills, firstChoice(choices, roomId));
};
const purge = () =>
  enterAsSystem(db.db, books.id, (tx, scope) => purgeDeleted(tx, scope, new Date(Date.now() + 60_000)));
const remove = () => books.owner.document.delete({ ids: [copyId] });
const seenTitles = async () => {
  const entered = await tryCode(room.token, room.code, db.db);
  if ('refused' in entered) throw new Error(entered.refused);
  const look = await lookAtRoom(room.token, () => entered.token, db.db);
  if (look.kind !== 'room') throw new Error(look.kind);
  return look.room.lines.flatMap(({ bills }) =>
    bills.flatMap(({ papers }) => papers.map((one) => one.title)),
  );
};

test('is offered again in the next room', async () => {
  expect(await offered()).toEqual([{ ...paper, shownDocumentId: copyId }]);
});

test('and once the statement was corrected, under every bill the paper hangs on', async () => {
  const { owner } = books;
  await bookCost(owner, flat.house, firstHalf());
  await owner.costStatement.send({
    ...{ id: randomUUID(), propertyId: flat.house.id, corrects: 1 },
    ...firstHalf(),
  });
  const list = await owner.receiptRoom.list({ propertyId: flat.house.id, ...firstHalf() });
  const corrected = list?.leases[0]?.statementLeaseId ?? '';
  expect(corrected).not.toBe(flat.told);
  const { bills } = await owner.receiptRoom.choices({ statementLeaseId: corrected });
  expect(bills).toHaveLength(2);
  const links = bills.map(({ billId }) => ({ kind: 'transaction' as const, id: billId }));
  const { version } = await owner.document.get({ id: paper.documentId });
  await owner.document.setLinks({ id: paper.documentId, version, links });
  const again = await offered(corrected);
  expect(again.map(({ shownDocumentId }) => shownDocumentId)).toEqual([copyId, copyId]);
});

describe('that is deleted', () => {
  test('leaves nothing to be seen, in the open room or a new one', async () => {
    await remove();
    expect(await offered()).toEqual([]);
    expect(await offered(flat.told, room.id)).toEqual([]);
    expect(await seenTitles()).toEqual([]);
  });

  test('nor once it is erased', async () => {
    await remove();
    expect(await purge()).toBe(1);
    expect(await offered()).toEqual([]);
    expect(await offered(flat.told, room.id)).toEqual([]);
    expect(await seenTitles()).toEqual([]);
  });

  test('and is shown again when it is brought back', async () => {
    await remove();
    await books.owner.document.restore({ ids: [copyId] });
    expect(await seenTitles()).toEqual(['Kopie']);
  });
});

test('that is shown no more does not bring the original into the next room', async () => {
  await show([]);
  expect(await offered()).toEqual([]);
  await show([{ ...paper, shownDocumentId: null }]);
  expect(await seenTitles()).toEqual(['Grundsteuerbescheid']);
  expect(await offered()).toEqual([{ ...paper, shownDocumentId: null }]);
});

describe('once the person it was shown to is erased, and others go on with the lease', () => {
  const erase = async () => {
    const { owner } = books;
    const other = await createTenant(owner, { emails: ['bernd@example.com'] });
    const { version } = await owner.lease.get({ id: flat.leaseId });
    const since = { fromOn: firstHalf().from, toOn: null };
    await owner.lease.setTenants({
      ...{ id: flat.leaseId, version },
      tenants: [flat.tenant.id, other.id].map((tenantId) => ({ tenantId, ...since })),
    });
    await owner.tenant.delete({ id: flat.tenant.id, typedName: flat.tenant.name });
    return other;
  };
  const inDatabase = () =>
    asAdmin(
      database,
      (sql) => sql`select tenant_id, address, code_hash from hausbuch.receipt_room
        where portfolio_id = ${books.id}`,
    );

  test('still stands in place of the original for them', async () => {
    await erase();
    expect(await offered()).toEqual([{ ...paper, shownDocumentId: copyId }]);
  });

  test('still keeps it back once it was shown no more', async () => {
    await show([]);
    await erase();
    expect(await offered()).toEqual([]);
  });

  test('nothing is left of the person, their link or what they did, and the room is nobody’s', async () => {
    await erase();
    expect(await inDatabase()).toEqual([{ tenant_id: null, address: '', code_hash: null }]);
    expect(await lookAtRoom(room.token, () => undefined, db.db)).toEqual({ kind: 'gone' });
    const [events] = await asAdmin(
      database,
      (sql) =>
        sql`select count(*)::int as n from hausbuch.receipt_room_event where portfolio_id = ${books.id}`,
    );
    expect(events?.n).toBe(0);
    const found = await books.owner.receiptRoom.list({ propertyId: flat.house.id, ...firstHalf() });
    expect(found?.rooms).toEqual([]);
    for (const call of [
      () => books.owner.receiptRoom.log({ id: room.id }),
      () => books.owner.receiptRoom.revoke({ id: room.id, version: 1 }),
      () => books.owner.receiptRoom.update({ id: room.id, version: 1, days: 5, papers: [] }),
    ]) {
      expect(await failureOf(call())).toMatch(/not_found/);
    }
  });

  test('a room that never showed a copy goes as a whole', async () => {
    const second = await openRoom(books.owner, flat.told);
    expect(second.id).not.toBe(room.id);
    await erase();
    expect(await inDatabase()).toHaveLength(1);
  });

  test('and goes with the lease', async () => {
    const other = await erase();
    await books.owner.tenant.delete({ id: other.id, typedName: other.name });
    expect(await inDatabase()).toEqual([]);
  });
});

test('goes with its original', async () => {
  await books.owner.document.delete({ ids: [paper.documentId] });
  await purge();
  const [row] = await asAdmin(
    database,
    (sql) => sql`select count(*)::int as n from hausbuch.receipt_room_paper where portfolio_id = ${books.id}`,
  );
  expect(row?.n).toBe(0);
});
