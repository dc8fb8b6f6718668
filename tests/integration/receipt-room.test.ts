import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../factories/failure.ts';
import { attachReceipts, lastSecrets, openRoom, toldOf } from '../factories/receipts.ts';
import {
  asAdmin,
  createDocument,
  createLease,
  createProperty,
  createTenant,
  createUnit,
} from '../factories/records.ts';
import {
  ask,
  books,
  database,
  enter,
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
import { testMails } from '../factories/session.ts';
import { firstHalf, settleCosts } from '../factories/settled.ts';

openRoomDesk();

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
