import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '../factories/bookings.ts';
import { failureOf } from '../factories/failure.ts';
import {
  asAdmin,
  type Caller,
  categoryId,
  createPortfolio,
  createProperty,
  createRecurring,
  daysFromToday,
  monthStart,
  type Records,
  recordTransaction,
} from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let own: Records;
let owner: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  own = await createPortfolio(database);
  owner = own.owner;
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

const { createHouse, sharesOf, editOf, rowsOf } = bookings(
  () => owner,
  () => database,
);

describe('recording', () => {
  test('119,00 € at 19 % contain 19,00 € VAT; service period, labour and invoice are kept', async () => {
    const house = await createHouse();
    const { id } = await recordTransaction(owner, {
      propertyId: house.id,
      unitId: house.unitId,
      serviceFrom: '2026-01-01',
      serviceTo: '2026-12-31',
      labourCents: 8_000,
      payee: 'Dachdecker Müller',
      invoiceOn: '2026-10-01',
      invoiceNumber: 'RE-2026/17',
      recoverableKey: 'area',
    });
    expect(await owner.transaction.get({ id })).toMatchObject({
      level: 'unit',
      amountCents: 11_900,
      vatCents: 1_900,
      labourCents: 8_000,
      serviceFrom: '2026-01-01',
      serviceTo: '2026-12-31',
      payee: 'Dachdecker Müller',
      invoiceNumber: 'RE-2026/17',
      recoverableKey: 'area',
      categoryCode: 'repairs',
      isStanding: true,
      receiptCount: 0,
    });
  });

  test('refuses the future, a group, the other direction, half a period, too much labour', async () => {
    const base = { title: 'X', amountCents: 100 };
    const failing = (more: Record<string, unknown>) =>
      failureOf(recordTransaction(owner, { ...base, ...more }));
    expect(await failing({ bookedOn: daysFromToday(1) })).toBe('transaction.in_future @bookedOn');
    expect(await failing({ categoryId: await categoryId(owner, 'maintenance') })).toBe(
      'category.is_group @categoryId',
    );
    expect(await failing({ direction: 'income' })).toBe('category.other_direction @categoryId');
    expect(await failing({ serviceFrom: '2026-01-01' })).toBe('BAD_REQUEST serviceTo: required');
    expect(await failing({ serviceFrom: '2026-01-02', serviceTo: '2026-01-01' })).toBe(
      'BAD_REQUEST serviceTo: end_before_start',
    );
    expect(await failing({ labourCents: 101 })).toBe('BAD_REQUEST labourCents: exceeds_amount');
    expect(await failing({ splitMethod: 'equal' })).toBe('BAD_REQUEST splitMethod: needs_property');
    expect(await failing({ amountCents: 0 })).toBe('BAD_REQUEST amountCents: zero');
    const one = await createProperty(owner);
    const other = await createProperty(owner);
    expect(await failing({ propertyId: one.id, unitId: other.unitId })).toBe('not_found @propertyId');
  });

  test('what a supplier credits is an expense below zero, VAT, labour and split with it; taken back all is nothing', async () => {
    const house = await createHouse();
    const { id } = await recordTransaction(owner, {
      title: 'Gutschrift Strom',
      propertyId: house.id,
      amountCents: -11_900,
      labourCents: -1_000,
      splitMethod: 'area',
    });
    expect(await owner.transaction.get({ id })).toMatchObject({
      ...{ direction: 'expense', amountCents: -11_900, vatCents: -1_900, labourCents: -1_000 },
    });
    expect(await sharesOf(id)).toEqual([
      ['A', -3_967],
      ['B', -5_950],
      ['C', -1_983],
    ]);
    const edit = { ...(await editOf(id)), amountCents: -4_500, labourCents: 0, splitMethod: null };
    await owner.transaction.update(edit);
    const { rows, totals } = await owner.transaction.list({ propertyId: house.id });
    expect(rows.map((row) => row.amountCents)).toEqual([-4_500]);
    expect(totals).toMatchObject({ count: 1, incomeCents: 0, expenseCents: -4_500 });
    const gone = randomUUID();
    await owner.transaction.delete({ id: gone, transactionId: edit.id });
    expect((await rowsOf([id])).reduce((sum, row) => sum + row.cents, 0)).toBe(0);
    await owner.transaction.restore({ id: randomUUID(), transactionId: edit.id });
    expect((await owner.transaction.list({ propertyId: house.id })).rows).toMatchObject([
      { amountCents: -4_500 },
    ]);
  });

  test('of a credit labour is below zero, too, and never more than it; income is above zero', async () => {
    const failing = (more: Record<string, unknown>) =>
      failureOf(recordTransaction(owner, { amountCents: -100, ...more }));
    expect(await failing({ labourCents: 1 })).toBe('BAD_REQUEST labourCents: refund_part');
    expect(await failing({ labourCents: -101 })).toBe('BAD_REQUEST labourCents: exceeds_amount');
    expect(await failing({ amountCents: 100, labourCents: -1 })).toBe('BAD_REQUEST labourCents: negative');
    expect(await failing({ direction: 'income' })).toBe('BAD_REQUEST amountCents: not_positive');
    const income = { direction: 'income', categoryId: await categoryId(owner, 'other_income') };
    const { id } = await recordTransaction(owner, { title: 'Miete', ...income, amountCents: 100 } as never);
    expect(await failureOf(owner.transaction.update({ ...(await editOf(id)), amountCents: -1 }))).toBe(
      'BAD_REQUEST amountCents: not_positive',
    );
  });

  test('the same request twice books once; another one under its id is refused', async () => {
    const input = await recordTransaction(owner);
    await owner.transaction.record(input);
    expect(await rowsOf([input.id])).toHaveLength(1);
    expect(await failureOf(owner.transaction.record({ ...input, amountCents: 1 }))).toBe('already_exists');
  });
});

describe('correcting', () => {
  test('an edit looks like an edit: one row in the list, three behind it, and its history', async () => {
    const { id } = await recordTransaction(owner, { title: 'Dach', amountCents: 10_000, vatRateBp: 0 });
    const edit = { ...(await editOf(id)), amountCents: 12_000, title: 'Dach und Rinne' };
    await owner.transaction.update(edit);
    const { rows } = await owner.transaction.list({ search: 'Dach und Rinne' });
    expect(rows.map((row) => [row.id, row.amountCents, row.isEdited])).toEqual([[edit.id, 12_000, true]]);
    expect((await rowsOf([id])).map((row) => row.cents).sort((a, b) => a - b)).toEqual([
      -10_000, 10_000, 12_000,
    ]);
    for (const either of [id, edit.id]) {
      const events = await owner.transaction.history({ id: either });
      expect(
        events.map((event) => [event.kind, event.by, event.row.title, event.before?.title ?? null]),
      ).toEqual([
        ['changed', 'self', 'Dach und Rinne', 'Dach'],
        ['recorded', 'self', 'Dach', null],
      ]);
    }
  });

  test('sending the same edit twice changes nothing more, and an edit that changes nothing writes nothing', async () => {
    const { id } = await recordTransaction(owner);
    const edit = { ...(await editOf(id)), amountCents: 500 };
    await Promise.all([owner.transaction.update(edit), owner.transaction.update(edit)]);
    await owner.transaction.update(edit);
    expect(await rowsOf([id])).toHaveLength(3);
    await owner.transaction.update(await editOf(edit.id));
    expect(await rowsOf([id])).toHaveLength(3);
  });

  test('two people who correct the same booking at once: one of them, the other is told', async () => {
    const { id } = await recordTransaction(owner);
    const colleague = (await own.join('manager')).caller;
    const [mine, theirs] = [
      { ...(await editOf(id)), amountCents: 100 },
      { ...(await editOf(id)), amountCents: 200 },
    ];
    const outcomes = await Promise.all([
      failureOf(owner.transaction.update(mine)),
      failureOf(colleague.transaction.update(theirs)),
    ]);
    expect(outcomes.sort()).toEqual(['no failure', 'version_conflict']);
    expect(await rowsOf([id])).toHaveLength(3);
    expect(await failureOf(owner.transaction.delete({ id: randomUUID(), transactionId: id }))).toBe(
      'version_conflict',
    );
  });

  test('taken back and brought back: gone from the list, there again with its split, all in its history', async () => {
    const house = await createHouse();
    const { id, title } = await recordTransaction(owner, {
      propertyId: house.id,
      title: 'Dachrinne am Hinterhaus',
      splitMethod: 'equal',
      amountCents: 100,
    });
    const removal = { id: randomUUID(), transactionId: id };
    await owner.transaction.delete(removal);
    await owner.transaction.delete(removal);
    expect((await owner.transaction.list({ search: title })).rows).toEqual([]);
    const back = { id: randomUUID(), transactionId: id };
    await owner.transaction.restore(back);
    await owner.transaction.restore(back);
    expect((await owner.transaction.list({ search: title })).rows.map((row) => row.id)).toEqual([back.id]);
    expect((await sharesOf(back.id)).map(([, cents]) => cents)).toEqual([34, 33, 33]);
    const events = await owner.transaction.history({ id });
    expect(events.map((event) => event.kind)).toEqual(['restored', 'removed', 'recorded']);
    expect(await failureOf(owner.transaction.restore({ id: randomUUID(), transactionId: id }))).toBe(
      'version_conflict',
    );
  });

  test('receipts follow the booking', async () => {
    const { id } = await recordTransaction(owner);
    const documentId = randomUUID();
    await asAdmin(database, async (sql) => {
      await sql`insert into hausbuch.document (portfolio_id, id, title, category, state, current_version_id)
        values (${own.id}, ${documentId}, 'Rechnung', 'invoice', 'ready', ${randomUUID()})`;
      await sql`insert into hausbuch.document_link (portfolio_id, document_id, transaction_id)
        values (${own.id}, ${documentId}, ${id})`;
    });
    const edit = { ...(await editOf(id)), amountCents: 1 };
    await owner.transaction.update(edit);
    expect((await owner.transaction.get({ id: edit.id })).receiptCount).toBe(1);
  });

  test('moved to another property it stays whole when the first one is deleted', async () => {
    const [first, second] = [await createHouse(), await createHouse()];
    const { id } = await recordTransaction(owner, { propertyId: first.id });
    const edit = { ...(await editOf(id)), propertyId: second.id };
    await owner.transaction.update(edit);
    await owner.property.delete({ id: first.id, typedName: first.name });
    expect(await owner.transaction.get({ id: edit.id })).toMatchObject({ propertyId: second.id });
  });
});

describe('the list', () => {
  test('filters by days, direction, category and group, property, unit and portfolio; totals fit', async () => {
    const books = await createPortfolio(database);
    const house = await createProperty(books.owner);
    const income = await categoryId(books.owner, 'other_income');
    const interest = await categoryId(books.owner, 'mortgage_interest');
    const supplies = await categoryId(books.owner, 'supplies');
    const book = (title: string, more: Record<string, unknown>) =>
      recordTransaction(books.owner, { title, vatRateBp: 0, ...more });
    await book('Januar', { bookedOn: '2026-01-15', propertyId: house.id, amountCents: 1_000 });
    await book('Februar', {
      bookedOn: '2026-02-15',
      unitId: house.unitId,
      categoryId: supplies,
      amountCents: 200,
    });
    await book('März', { bookedOn: '2026-03-15', categoryId: interest, amountCents: 30 });
    await book('April', { bookedOn: '2026-04-15', direction: 'income', categoryId: income, amountCents: 4 });
    const list = async (filter: Parameters<typeof books.owner.transaction.list>[0]) => {
      const { rows, totals } = await books.owner.transaction.list(filter);
      const net = rows.reduce((sum, row) => sum + (row.direction === 'income' ? 1 : -1) * row.amountCents, 0);
      expect(totals).toMatchObject({ count: rows.length });
      expect((totals?.incomeCents ?? 0) - (totals?.expenseCents ?? 0)).toBe(net);
      return rows.map((row) => row.title);
    };
    expect(await list({})).toEqual(['April', 'März', 'Februar', 'Januar']);
    expect(await list({ from: '2026-02-15', to: '2026-03-15' })).toEqual(['März', 'Februar']);
    expect(await list({ kind: 'income' })).toEqual(['April']);
    expect(await list({ categoryId: supplies })).toEqual(['Februar']);
    expect(await list({ categoryId: await categoryId(books.owner, 'maintenance') })).toEqual([
      'Februar',
      'Januar',
    ]);
    expect(await list({ propertyId: house.id })).toEqual(['Februar', 'Januar']);
    expect(await list({ unitId: house.unitId })).toEqual(['Februar']);
    expect(await list({ onPortfolioOnly: true })).toEqual(['April', 'März']);
    expect(await list({ search: 'marz' })).toEqual(['März']);
    expect(await failureOf(books.owner.transaction.list({ from: '2026-02-01', to: '2026-01-01' }))).toBe(
      'BAD_REQUEST to: end_before_start',
    );
  });

  test('pages by key: every row once, also many of one day', async () => {
    const books = await createPortfolio(database);
    const category = await categoryId(books.owner, 'repairs');
    const titles: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      const { title } = await recordTransaction(books.owner, {
        categoryId: category,
        bookedOn: index < 7 ? '2026-05-05' : '2026-05-04',
      });
      titles.push(title);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Caller['transaction']['list']>> = await books.owner.transaction.list({
        limit: 3,
        cursor,
      });
      seen.push(...page.rows.map((row) => row.title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(11);
    expect(seen.toSorted()).toEqual(titles.toSorted());
  });
});

describe('the danger zone', () => {
  test('a property goes with what is booked on it and its units, which the preview counts', async () => {
    const house = await createHouse();
    const other = await recordTransaction(owner);
    const { id } = await recordTransaction(owner, { propertyId: house.id, splitMethod: 'area' });
    await owner.transaction.update({ ...(await editOf(id)), amountCents: 77 });
    const removed = await recordTransaction(owner, { unitId: house.unitId });
    await owner.transaction.delete({ id: randomUUID(), transactionId: removed.id });
    await createRecurring(owner, { propertyId: house.id, startsOn: monthStart(-1) });
    const { counts } = await owner.property.deletePreview({ id: house.id });
    // The bill and the two months that the recurring item has booked.
    expect(counts).toMatchObject({ transactions: 3, recurring: 1 });
    await owner.property.delete({ id: house.id, typedName: house.name });
    const left = await asAdmin(
      database,
      (sql) => sql<{ id: string }[]>`
        select id from hausbuch.transaction where property_id = ${house.id}
        union all select id from hausbuch.recurring where property_id = ${house.id}`,
    );
    expect([...left]).toEqual([]);
    expect((await owner.transaction.get({ id: other.id })).isStanding).toBe(true);
  });

  test('a unit that has bookings is in use', async () => {
    const house = await createHouse();
    await recordTransaction(owner, { unitId: house.units[1] });
    const { version } = (await owner.unit.list({ propertyId: house.id })).find(
      (row) => row.id === house.units[1],
    ) ?? { version: 0 };
    expect(await failureOf(owner.unit.delete({ id: house.units[1], version }))).toBe('in_use');
  });
});

describe('categories', () => {
  test('a portfolio has them from its founding; one from before gets them when it is asked, once', async () => {
    const books = await createPortfolio(database);
    const all = await books.owner.category.list({});
    expect(all.filter((row) => row.betrkvNo !== null)).toHaveLength(17);
    await asAdmin(database, (sql) => sql`delete from hausbuch.category where portfolio_id = ${books.id}`);
    const viewer = (await books.join('viewer')).caller;
    const [first, second] = await Promise.all([viewer.category.list({}), books.owner.category.list({})]);
    expect(first.map((row) => row.code)).toEqual(all.map((row) => row.code));
    expect(second.map((row) => row.id)).toEqual(first.map((row) => row.id));
  });

  test('an own one takes its group’s direction, can be used, archived, and removed only while unused', async () => {
    const id = randomUUID();
    const parentId = await categoryId(owner, 'maintenance');
    await owner.category.create({ id, parentId, name: 'Spielplatz' });
    await recordTransaction(owner, { categoryId: id });
    expect(await failureOf(owner.category.delete({ id, version: 1 }))).toBe('in_use');
    await owner.category.archive({ id, version: 1 });
    expect((await owner.category.list({})).some((row) => row.id === id)).toBe(false);
    expect(await failureOf(owner.category.create({ id: randomUUID(), parentId: id, name: 'X' }))).toBe(
      'category.not_a_group @parentId',
    );
  });

  test('a built-in one can be renamed and named back, not removed', async () => {
    const id = await categoryId(owner, 'garden');
    const facts = { betrkvNo: 10, isRecoverable: true, anlageVGroup: 'operating_recovered' as const };
    await owner.category.update({ id, version: 1, name: 'Grünpflege', ...facts });
    await owner.category.update({ id, version: 2, name: ' ', ...facts });
    expect((await owner.category.list({})).find((row) => row.id === id)?.name).toBeNull();
    expect(await failureOf(owner.category.delete({ id, version: 3 }))).toBe('category.built_in');
  });
});

test('a portfolio’s bookings are nobody else’s', async () => {
  const stranger = await createPortfolio(database);
  const { id } = await recordTransaction(owner);
  expect(await failureOf(stranger.owner.transaction.get({ id }))).toBe('not_found');
  const caller = await createTestCaller({
    appUrl: database.appUrl,
    userId: stranger.ownerId,
    portfolioId: own.id,
  });
  expect((await caller.transaction.list({})).rows).toEqual([]);
});
