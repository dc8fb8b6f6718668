import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { enterRoom } from '@/db/scope';
import { findRoomFile, openRoomFile, visitCookieName } from '@/features/receipt-room/visitor-commands';
import { failureOf } from '../factories/failure.ts';
import { makePdf } from '../factories/pdf.ts';
import { attachReceipts, openRoom, toldOf } from '../factories/receipts.ts';
import {
  asAdmin,
  categoryId,
  createDocument,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  recordTransaction,
} from '../factories/records.ts';
import {
  ask,
  books,
  database,
  db,
  enter,
  house,
  kinds,
  leaseId,
  letTimePass,
  look,
  openRoomDesk,
  papersIn,
  rooms,
  tenant,
  told,
  tryIt,
} from '../factories/room-desk.ts';
import { testStorage } from '../factories/session.ts';
import { bookCost, firstHalf, settleCosts } from '../factories/settled.ts';

openRoomDesk();

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

  test('a new version of a paper is shown at once, which its landlord can know as long as the room is open', async () => {
    const { owner } = books;
    const room = await opened();
    const { documentId } = await owner.document
      .list({ shelf: 'kept', search: 'Grundsteuerbescheid' })
      .then(({ rows: [row] }) => ({ documentId: row?.id ?? '' }));
    const [open] = await rooms();
    expect(await owner.document.get({ id: documentId })).toMatchObject({ shownUntil: open?.endsOn });
    const unseen = await createDocument(owner, [{ kind: 'lease', id: leaseId }]);
    expect(await owner.document.get({ id: unseen.documentId })).toMatchObject({ shownUntil: null });

    const bytes = makePdf(['mit dem Namen der Nachbarin']);
    const next = { documentId, versionId: randomUUID(), fileName: 'neu.pdf', sizeBytes: bytes.length };
    const { path } = await owner.document.requestVersion(next);
    testStorage.put(path, bytes);
    await owner.document.confirmUpload({ versionId: next.versionId });
    expect(await take(room)).toMatchObject({ path });

    await owner.receiptRoom.revoke({ id: room.id, version: room.version });
    expect(await owner.document.get({ id: documentId })).toMatchObject({ shownUntil: null });
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
  const tax = {
    propertyId: two.id,
    categoryId: await categoryId(owner, 'property_tax'),
    recoverableKey: 'area' as const,
  };
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
    ...{ recoverableKey: 'area', bookedOn: startsOn, amountCents: 50_000 },
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
