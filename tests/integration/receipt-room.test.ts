import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { enterRoom } from '@/db/scope';
import {
  findRoomFile,
  lookAtRoom,
  openRoomFile,
  sendCode,
  tryCode,
  visitCookieName,
} from '@/features/receipt-room/visitor-commands';
import { failureOf } from '../factories/failure.ts';
import { attachReceipts, lastSecrets, letRoomTimePass, openRoom, toldOf } from '../factories/receipts.ts';
import {
  asAdmin,
  categoryId,
  createDocument,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  type Records,
  recordTransaction,
} from '../factories/records.ts';
import { closeTestCallers, testMails, testStorage } from '../factories/session.ts';
import { bookCost, firstHalf, settleCosts } from '../factories/settled.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** Receipts of a sent statement, shown to one tenant who comes by a link and a code of their own mail. */

let database: TestDatabase;
let books: Records;
let told: string;
let leaseId: string;
let house: Awaited<ReturnType<typeof createProperty>>;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let db: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl);
});
beforeEach(async () => {
  books = await createPortfolio(database);
  const { owner } = books;
  house = await createProperty(owner);
  tenant = await createTenant(owner, { emails: ['anna@example.com', 'zweite@example.com'] });
  const parties = { unitIds: [house.unitId], tenantIds: [tenant.id] };
  ({ id: leaseId } = await createLease(owner, parties, { startsOn: firstHalf().from }));
  await settleCosts(owner, house, firstHalf());
  told = await toldOf(owner, house.id, firstHalf());
  await asAdmin(database, (sql) => sql`delete from hausbuch.mail_sent`);
  testMails.length = 0;
});
afterAll(async () => {
  await closeTestCallers();
  await db.close();
  await database.drop();
});

const rooms = async () => {
  const found = await books.owner.receiptRoom.list({ propertyId: house.id, ...firstHalf() });
  return found?.rooms ?? [];
};
const kinds = async (id: string) => {
  const { events } = await books.owner.receiptRoom.log({ id });
  return events.map(({ kind }) => kind).toReversed();
};
const look = (token: string, visit?: string) => lookAtRoom(token, () => visit, db.db);
const tryIt = (token: string, code: string) => tryCode(token, code, db.db);
const enter = async (room: { token: string; code: string }) => {
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
const ask = (token: string) => sendCode(token, { db: db.db, mailer });
/** The papers a look shows. */
const papersIn = (seen: Awaited<ReturnType<typeof look>>) =>
  seen.kind === 'room' ? seen.room.lines.flatMap(({ bills }) => bills.flatMap(({ papers }) => papers)) : [];
const letTimePass = (interval: string) => letRoomTimePass(database, books.id, interval);
const wrong = '0000-0000-0000';

describe('opening a room', () => {
  test('mails link and code to the tenant’s own address, and keeps neither', async () => {
    await attachReceipts(books.owner, told);
    const room = await openRoom(books.owner, told);
    expect(room).toMatchObject({ isMailed: true });
    expect(testMails).toMatchObject([{ to: 'anna@example.com' }]);
    expect(room.token).toHaveLength(54);
    const [row] = await asAdmin(
      database,
      (sql) => sql`select to_jsonb(r)::text as all from hausbuch.receipt_room r where id = ${room.id}`,
    );
    expect(row?.all).not.toContain(room.token.slice(22));
    expect(row?.all).not.toContain(room.code.replaceAll('-', ''));
    expect(await rooms()).toMatchObject([
      { state: 'open', address: 'anna@example.com', lastEnteredAt: null },
    ]);
  });

  test('asked again it is one room and one mail; another one under its id is refused', async () => {
    const id = randomUUID();
    await openRoom(books.owner, told, id);
    await openRoom(books.owner, told, id);
    expect(testMails).toHaveLength(1);
    expect(await rooms()).toHaveLength(1);
    const other = { id, statementLeaseId: told, tenantId: randomUUID(), language: 'de' as const, papers: [] };
    expect(await failureOf(books.owner.receiptRoom.open(other))).toMatch(/not_found/);
  });

  test('asked again with another choice, or for other days, it is refused: what the mail opened stays', async () => {
    const { owner } = books;
    const papers = await attachReceipts(owner, told);
    const id = randomUUID();
    const room = await openRoom(owner, told, id);
    const input = { id, statementLeaseId: told, tenantId: tenant.id, language: 'de' as const, papers };
    expect(await failureOf(owner.receiptRoom.open({ ...input, papers: [] }))).toMatch(
      /receipts.open_already/,
    );
    expect(await failureOf(owner.receiptRoom.open({ ...input, days: 5 }))).toMatch(/receipts.open_already/);
    const copy = await createDocument(owner, [{ kind: 'lease', id: leaseId }]);
    const copied = papers.map((one) => ({ ...one, shownDocumentId: copy.documentId }));
    expect(await failureOf(owner.receiptRoom.open({ ...input, papers: copied }))).toMatch(
      /receipts.open_already/,
    );
    // Shown itself is the same, however it is said.
    const itself = papers.map((one) => ({ ...one, shownDocumentId: one.documentId }));
    expect(await owner.receiptRoom.open({ ...input, papers: itself })).toMatchObject({ isMailed: true });
    expect(testMails).toHaveLength(1);
    expect(papersIn(await look(room.token, await enter(room)))).toHaveLength(1);
  });

  test('asked again the day after, as by a browser that was asleep, it is still the same', async () => {
    const id = randomUUID();
    await openRoom(books.owner, told, id);
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.receipt_room set ends_on = ends_on - 1,
        created_at = ${new Date(Date.now() - 86_400_000)} where id = ${id}`,
    );
    expect(await openRoom(books.owner, told, id)).toMatchObject({ isMailed: true });
  });

  test('a tenant without an address has none, nor has somebody else', async () => {
    const { owner } = books;
    const stranger = await createTenant(owner, { emails: ['fremd@example.com'] });
    const input = { id: randomUUID(), statementLeaseId: told, language: 'de' as const, papers: [] };
    expect(await failureOf(owner.receiptRoom.open({ ...input, tenantId: stranger.id }))).toMatch(/not_found/);
    await asAdmin(database, (sql) => sql`update hausbuch.tenant set emails = '{}' where id = ${tenant.id}`);
    expect(await failureOf(owner.receiptRoom.open({ ...input, tenantId: tenant.id }))).toMatch(
      /letter.no_address/,
    );
  });

  test('business premises have none: their tenants may ask for the originals (OLG Schleswig, 18 Jul 2025, 12 U 73/24)', async () => {
    const { owner } = books;
    const shop = await createProperty(owner);
    const unit = await createUnit(owner, shop.id, { kind: 'commercial' });
    await createLease(owner, { unitIds: [unit.id], tenantIds: [tenant.id] }, { startsOn: firstHalf().from });
    await settleCosts(owner, { id: shop.id, unitId: unit.id }, firstHalf());
    const list = await owner.receiptRoom.list({ propertyId: shop.id, ...firstHalf() });
    expect(list?.leases).toEqual([]);
    const statementLeaseId = await toldOf(owner, shop.id, firstHalf());
    const input = {
      id: randomUUID(),
      statementLeaseId,
      tenantId: tenant.id,
      language: 'de' as const,
      papers: [],
    };
    expect(await failureOf(owner.receiptRoom.open(input))).toMatch(/receipts.not_a_home/);
  });

  test('shows no paper that hangs on another booking', async () => {
    const { owner } = books;
    const private_ = await createDocument(owner, [{ kind: 'tenant', id: tenant.id }]);
    const { bills } = await owner.receiptRoom.choices({ statementLeaseId: told });
    const papers = [{ billId: bills[0]?.billId ?? '', documentId: private_.documentId }];
    const input = {
      id: randomUUID(),
      statementLeaseId: told,
      tenantId: tenant.id,
      language: 'de' as const,
      papers,
    };
    expect(await failureOf(owner.receiptRoom.open(input))).toMatch(/not_found/);
  });

  test('its mail can be sent again, and the link before it leads nowhere then', async () => {
    const room = await openRoom(books.owner, told);
    await books.owner.receiptRoom.mailAgain({ id: room.id, version: room.version });
    const again = lastSecrets();
    expect(await look(room.token)).toEqual({ kind: 'gone' });
    expect(await look(again.token)).toMatchObject({ kind: 'code', hasCode: true });
  });
});

describe('a code', () => {
  test('opens once, for that browser only', async () => {
    await attachReceipts(books.owner, told);
    const room = await openRoom(books.owner, told);
    expect(await look(room.token)).toEqual({ kind: 'code', hasCode: true });
    const visit = await enter(room);
    const seen = await look(room.token, visit);
    expect(seen).toMatchObject({ kind: 'room' });
    expect(papersIn(seen)).toMatchObject([{ title: 'Grundsteuerbescheid' }]);
    expect(await look(room.token)).toEqual({ kind: 'code', hasCode: false });
    expect(await tryIt(room.token, room.code)).toEqual({ refused: 'no_code' });
    expect(await kinds(room.id)).toEqual(['mailed', 'entered']);
  });

  test('is none after five wrong ones, however many come at once', async () => {
    const room = await openRoom(books.owner, told);
    const tried = await Promise.all(Array.from({ length: 8 }, () => tryIt(room.token, wrong)));
    expect(tried.map((one) => ('refused' in one ? one.refused : ''))).toEqual(
      expect.arrayContaining(['wrong', 'no_code']),
    );
    expect(tried.filter((one) => 'refused' in one && one.refused === 'wrong')).toHaveLength(5);
    expect(await tryIt(room.token, room.code)).toEqual({ refused: 'no_code' });
  });

  test('is counted before it is looked at: a count that was reached opens nothing, the right code neither', async () => {
    const room = await openRoom(books.owner, told);
    await asAdmin(database, (sql) => sql`update hausbuch.receipt_room set guesses = 5 where id = ${room.id}`);
    expect(await tryIt(room.token, room.code)).toEqual({ refused: 'wrong' });
  });

  test('ends in time, and another one goes to the same address', async () => {
    const room = await openRoom(books.owner, told);
    await letTimePass('8 days');
    expect(await tryIt(room.token, room.code)).toEqual({ refused: 'expired' });
    expect(await ask(room.token)).toEqual({ outcome: 'sent' });
    expect(testMails.at(-1)).toMatchObject({ to: 'anna@example.com' });
    expect(testMails.at(-1)?.text).not.toContain(room.token);
    expect(await enter({ token: room.token, code: lastSecrets().code })).toHaveLength(54);
  });

  test('is asked for once a minute, five times a day', async () => {
    const room = await openRoom(books.owner, told);
    expect(await ask(room.token)).toEqual({ outcome: 'sent' });
    expect(await ask(room.token)).toEqual({ outcome: 'rate_limited' });
    for (let at = 0; at < 4; at += 1) {
      await letTimePass('2 minutes');
      expect(await ask(room.token)).toEqual({ outcome: 'sent' });
    }
    await letTimePass('2 minutes');
    expect(await ask(room.token)).toEqual({ outcome: 'rate_limited' });
    await letTimePass('1 day');
    expect(await ask(room.token)).toEqual({ outcome: 'sent' });
  });

  test('goes to nobody once the address is not the tenant’s any more', async () => {
    const room = await openRoom(books.owner, told);
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.tenant set emails = ${['neu@example.com']} where id = ${tenant.id}`,
    );
    expect(await ask(room.token)).toEqual({ outcome: 'other_address' });
    expect(testMails).toHaveLength(1);
  });

  test('of one room opens no other', async () => {
    const first = await openRoom(books.owner, told);
    const second = await openRoom(books.owner, told);
    expect(await tryIt(second.token, first.code)).toEqual({ refused: 'wrong' });
    const visit = await enter(first);
    expect(await look(second.token, visit)).toMatchObject({ kind: 'code' });
  });
});

describe('whoever is in', () => {
  const opened = async () => {
    await attachReceipts(books.owner, told);
    const room = await openRoom(books.owner, told);
    const visit = await enter(room);
    const [paper] = papersIn(await look(room.token, visit));
    return { ...room, visit, paperId: paper?.id ?? '' };
  };
  const take = (of: { id: string; paperId: string; visit: string }) =>
    findRoomFile({ roomId: of.id, paperId: of.paperId, visit: of.visit }, db.db);

  test('gets the files that are shown, each noted', async () => {
    const room = await opened();
    const found = await take(room);
    expect(found).toMatchObject({ mediaType: 'application/pdf' });
    const asked = { roomId: room.id, paperId: room.paperId, visit: room.visit };
    const lost = { open: async () => null };
    expect(await failureOf(openRoomFile(asked, found.path, { db: db.db, storage: lost }))).toMatch(
      /not_found/,
    );
    expect(await kinds(room.id)).toEqual(['mailed', 'entered']);
    const file = await openRoomFile(asked, found.path, { db: db.db, storage: testStorage });
    expect((await new Response(file).arrayBuffer()).byteLength).toBe(found.sizeBytes);
    expect(await kinds(room.id)).toEqual(['mailed', 'entered', 'file']);
    const { events } = await books.owner.receiptRoom.log({ id: room.id });
    expect(events[0]).toMatchObject({ kind: 'file', title: 'Grundsteuerbescheid' });
  });

  test('gets nothing from the moment on the room is closed, nor once it is over or the hours are', async () => {
    const room = await opened();
    await books.owner.receiptRoom.revoke({ id: room.id, version: room.version });
    expect(await failureOf(take(room))).toMatch(/not_found/);
    expect(await look(room.token, room.visit)).toEqual({ kind: 'closed' });
    expect(await tryIt(room.token, room.code)).toEqual({ refused: 'closed' });
    expect(await ask(room.token)).toEqual({ outcome: 'closed' });
    const other = await opened();
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.receipt_room set ends_on = current_date - 2 where id = ${other.id}`,
    );
    expect(await failureOf(take(other))).toMatch(/not_found/);
    expect(await look(other.token, other.visit)).toEqual({ kind: 'closed' });
    const third = await opened();
    await letTimePass('13 hours');
    expect(await failureOf(take(third))).toMatch(/not_found/);
    expect(await look(third.token, third.visit)).toMatchObject({ kind: 'code' });
  });

  test('gets a copy in place of an original, which has no address here', async () => {
    const { owner } = books;
    const room = await opened();
    const { bills } = await owner.receiptRoom.choices({ statementLeaseId: told });
    const [original] = bills.flatMap(({ billId, papers }) =>
      papers.map(({ documentId }) => ({ billId, documentId })),
    );
    const copy = await createDocument(owner, [{ kind: 'lease', id: leaseId }], { title: 'Geschwärzt' });
    await owner.receiptRoom.update({
      ...{ id: room.id, version: room.version, days: 5 },
      papers: [
        {
          ...original,
          billId: original?.billId ?? '',
          documentId: original?.documentId ?? '',
          shownDocumentId: copy.documentId,
        },
      ],
    });
    // What was shown before is gone with its address.
    expect(await failureOf(take(room))).toMatch(/not_found/);
    const papers = papersIn(await look(room.token, room.visit));
    expect(papers).toMatchObject([{ title: 'Geschwärzt' }]);
    expect(JSON.stringify(await look(room.token, room.visit))).not.toContain(original?.documentId);
    const file = await take({ ...room, paperId: papers[0]?.id ?? '' });
    expect(file.path).toContain(copy.documentId);
    for (const id of [original?.documentId ?? '', copy.documentId, original?.billId ?? '']) {
      expect(await failureOf(take({ ...room, paperId: id }))).toMatch(/not_found/);
    }
  });

  test('gets nothing of another room, of another portfolio, or with what was made up', async () => {
    const room = await opened();
    const other = await opened();
    const { id: portfolioId } = await createPortfolio(database);
    const elsewhere = Buffer.from(room.visit, 'base64url');
    Buffer.from(portfolioId.replaceAll('-', ''), 'hex').copy(elsewhere, 0);
    expect(await failureOf(take({ ...room, visit: elsewhere.toString('base64url') }))).toMatch(/not_found/);
    expect(await failureOf(take({ ...room, visit: room.token }))).toMatch(/not_found/);
    expect(await failureOf(take({ ...room, visit: '' }))).toMatch(/not_found/);
    expect(await failureOf(take({ ...room, id: randomUUID() }))).toMatch(/not_found/);
    // Both are there to be had, each with its own.
    expect(await failureOf(take({ ...other, visit: room.visit }))).toMatch(/not_found/);
    expect(await failureOf(take({ ...room, paperId: other.paperId }))).toMatch(/not_found/);
    expect(await take(room)).toMatchObject({ mediaType: 'application/pdf' });
    expect(await take(other)).toMatchObject({ mediaType: 'application/pdf' });
  });

  test('sees no cost that is billed to another flat alone, and no paper of it can be chosen', async () => {
    const { owner } = books;
    const both = await createProperty(owner);
    const beside = await createUnit(owner, both.id);
    const neighbour = await createTenant(owner);
    const from = { startsOn: firstHalf().from };
    await createLease(owner, { unitIds: [both.unitId], tenantIds: [tenant.id] }, from);
    await createLease(owner, { unitIds: [beside.id], tenantIds: [neighbour.id] }, from);
    await bookCost(owner, { id: both.id, unitId: beside.id }, firstHalf());
    await settleCosts(owner, both, firstHalf());
    const found = await owner.objection.list({ propertyId: both.id, ...firstHalf() });
    const toldTo = (name: string) =>
      found?.leases.find(({ party }) => party?.name === name)?.statementLeaseId ?? '';
    const others = await attachReceipts(owner, toldTo(neighbour.name));
    await attachReceipts(owner, toldTo(tenant.name));
    const room = await openRoom(owner, toldTo(tenant.name));
    const seen = await look(room.token, await enter(room));
    expect(seen.kind === 'room' && seen.room.lines.flatMap((line) => line.bills)).toHaveLength(1);
    expect(papersIn(seen)).toHaveLength(1);
    const { version } = (await owner.receiptRoom.list({ propertyId: both.id, ...firstHalf() }))?.rooms[0] ?? {
      version: 0,
    };
    const wanted = { id: room.id, version, days: 5, papers: others };
    expect(others).toHaveLength(1);
    expect(await failureOf(owner.receiptRoom.update(wanted))).toMatch(/not_found/);
  });

  test('a paper that is deleted is shown no more', async () => {
    const room = await opened();
    const { bills } = await books.owner.receiptRoom.choices({ statementLeaseId: told });
    const ids = bills.flatMap(({ papers }) => papers.map(({ documentId }) => documentId));
    await books.owner.document.delete({ ids });
    expect(papersIn(await look(room.token, room.visit))).toEqual([]);
    expect(await failureOf(take(room))).toMatch(/not_found/);
  });
});

test('what a room reads it reads in a transaction that can change nothing', async () => {
  const change = enterRoom(db.db, { portfolioId: books.id, mayWrite: false }, async (tx) => {
    const { receiptRoom } = await import('@/db/schema');
    await tx.update(receiptRoom).set({ guesses: 0 });
  });
  await expect(change).rejects.toMatchObject({ cause: { code: '25006' } });
});

test('a corrected booking keeps its receipts in the room', async () => {
  const { owner } = books;
  const [paper] = await attachReceipts(owner, told);
  const booking = await owner.transaction.get({ id: paper?.billId ?? '' });
  await owner.transaction.update({
    ...{ id: randomUUID(), transactionId: booking.id, propertyId: house.id, unitId: house.unitId },
    ...{ bookedOn: booking.bookedOn, direction: 'expense', categoryId: booking.categoryId },
    ...{ title: 'Grundsteuer, berichtigt', amountCents: booking.amountCents },
  });
  const { bills } = await owner.receiptRoom.choices({ statementLeaseId: told });
  expect(bills.flatMap(({ papers }) => papers)).toMatchObject([{ billId: paper?.billId }]);
});

test('the cookie of a room is its own', () => {
  expect(visitCookieName('a')).not.toBe(visitCookieName('b'));
});

test('looks are noted once in a while, and gone with the person whose room it was', async () => {
  const { owner } = books;
  const other = await createTenant(owner, { emails: ['bernd@example.com'] });
  const { version } = await owner.lease.get({ id: leaseId });
  const from = firstHalf().from;
  await owner.lease.setTenants({
    ...{ id: leaseId, version },
    tenants: [
      { tenantId: tenant.id, fromOn: from, toOn: null },
      { tenantId: other.id, fromOn: from, toOn: null },
    ],
  });
  const room = await openRoom(owner, told);
  const visit = await enter(room);
  await look(room.token, visit);
  await letTimePass('11 minutes');
  await look(room.token, visit);
  await look(room.token, visit);
  expect(await kinds(room.id)).toEqual(['mailed', 'entered', 'looked']);
  await owner.tenant.delete({ id: room.tenantId, typedName: tenant.name });
  expect(await look(room.token, visit)).toEqual({ kind: 'gone' });
  expect(await rooms()).toEqual([]);
  expect((await owner.lease.get({ id: leaseId })).id).toBe(leaseId);
});

test('of what was booked flat by flat the room says the total of the own bills, not the house’s', async () => {
  const { owner } = books;
  const two = await createProperty(owner);
  const other = await createUnit(owner, two.id);
  const startsOn = firstHalf().from;
  await createLease(owner, { unitIds: [two.unitId], tenantIds: [tenant.id] }, { startsOn });
  const neighbour = await createTenant(owner, { emails: ['nachbar@example.com'] });
  await createLease(owner, { unitIds: [other.id], tenantIds: [neighbour.id] }, { startsOn });
  const tax = { propertyId: two.id, categoryId: await categoryId(owner, 'property_tax') };
  await recordTransaction(owner, { ...tax, unitId: two.unitId, bookedOn: startsOn, amountCents: 10_000 });
  await recordTransaction(owner, { ...tax, unitId: other.id, bookedOn: startsOn, amountCents: 77_700 });
  await owner.costStatement.send({ id: randomUUID(), propertyId: two.id, ...firstHalf() });
  const list = await owner.objection.list({ propertyId: two.id, ...firstHalf() });
  const totals = [];
  for (const { statementLeaseId } of list?.leases ?? []) {
    const room = await openRoom(owner, statementLeaseId);
    const seen = await look(room.token, await enter(room));
    if (seen.kind !== 'room') throw new Error('Not let in.');
    totals.push(...seen.room.lines.map(({ totalCents }) => totalCents));
  }
  expect(totals.toSorted((a, b) => a - b)).toEqual([10_000, 77_700]);
});

test('what filled the tank is among the bills, and its receipt is shown', async () => {
  const { owner } = books;
  const oiled = await createProperty(owner);
  const startsOn = firstHalf().from;
  await owner.unit.setPeriod({ unitId: oiled.unitId, validFrom: startsOn, areaSqm100: 6_000 });
  await createLease(owner, { unitIds: [oiled.unitId], tenantIds: [tenant.id] }, { startsOn });
  const oil = await recordTransaction(owner, {
    ...{ propertyId: oiled.id, categoryId: await categoryId(owner, 'heating'), title: 'Heizöl' },
    ...{ bookedOn: startsOn, amountCents: 50_000 },
  });
  const plantId = randomUUID();
  await owner.heating.create({
    ...{ id: plantId, propertyId: oiled.id, name: 'Ölkessel', hasStock: true, hasCo2: false },
  });
  await owner.heating.setYear({
    ...{ plantId, ...firstHalf(), openingQuantity: 0, openingCents: 0, closingQuantity: 400_000 },
    deliveries: [{ transactionId: oil.id, quantity: 1_000_000 }],
    estimates: [{ unitId: oiled.unitId, heat: 1_000 }],
  });
  await settleCosts(owner, oiled, firstHalf());
  const toldOil = await toldOf(owner, oiled.id, firstHalf());
  await attachReceipts(owner, toldOil);
  const room = await openRoom(owner, toldOil);
  const seen = await look(room.token, await enter(room));
  if (seen.kind !== 'room') throw new Error('Not let in.');
  const bills = seen.room.lines.flatMap((line) => line.bills);
  expect(bills.filter(({ isDelivery }) => isDelivery)).toMatchObject([
    { title: 'Heizöl', amountCents: 50_000, partCents: 50_000, papers: [{ title: 'Grundsteuerbescheid' }] },
  ]);
});
