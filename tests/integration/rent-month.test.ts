import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endLeaseInput } from '@/features/lease/schema';
import { endLease } from '@/features/lease/term-commands';
import { getNamedMonth, listNamedOverdue } from '@/features/rent-account/charge-queries';
import { rentMonthInput } from '@/features/rent-account/schema';
import { recordPayments } from '@/ledger';
import { recordPaymentsInput } from '@/ledger/inputs';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(async () => {
  expect(await brokenLaws(books)).toEqual([]);
  await books.close();
});
afterAll(() => database.drop());

const today = '2026-03-10';

const month = (asked: { month?: string; openOnly?: boolean } = {}) =>
  books.on(today, (tx, scope) => getNamedMonth(tx, scope, rentMonthInput.parse(asked)));

/** A further house with a flat, let from the day. */
async function letSecond(name: string, startsOn: string): Promise<string> {
  const [propertyId, unitId] = [randomUUID(), randomUUID()];
  await books.admin`insert into hausbuch.property (portfolio_id, id, name, kind, country, state)
    values (${books.portfolioId}, ${propertyId}, ${name}, 'apartment', 'DE', 'DE-BE')`;
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${propertyId}, 'Wohnung', 'apartment')`;
  return enterLease(books, today, { startsOn, unitIds: [unitId] });
}

const pay = (payments: { id: string; chargeId: string; amountCents: number; paidOn?: string }[]) =>
  books.on(today, (tx, scope) =>
    recordPayments(tx, scope, recordPaymentsInput.parse({ paidOn: today, payments })),
  );

test('a month has a row for each lease of all properties, by place, and says how much of it is in', async () => {
  await enterLease(books, today, { startsOn: '2026-03-01' });
  await letSecond('Ahornweg 1', '2026-03-01');
  const before = await month();
  expect(before.rows.map((row) => row.unitNames)).toEqual([['Ahornweg 1'], ['Lindenstraße 5']]);
  expect(before.total).toEqual({
    ...{ dueCents: 140_000, receivedCents: 0, openCents: 140_000 },
    ...{ leases: 2, openLeases: 2 },
  });

  const [rent] = before.rows[0]?.rents ?? [];
  await pay([{ id: randomUUID(), chargeId: rent?.id ?? '', amountCents: 70_000 }]);
  const after = await month();
  expect(after.total).toEqual({
    ...{ dueCents: 140_000, receivedCents: 70_000, openCents: 70_000 },
    ...{ leases: 2, openLeases: 1 },
  });
  expect(after.rows.map((row) => [row.openCents, row.rents[0]?.state])).toEqual([
    [0, 'paid'],
    [70_000, 'overdue'],
  ]);
  expect((await month({ openOnly: true })).rows.map((row) => row.unitNames)).toEqual([['Lindenstraße 5']]);
});

test('who owes nothing for the month and is behind from before stands in the current one alone', async () => {
  await enterLease(books, today, { startsOn: '2026-01-01', endsOn: '2026-02-28' });
  const [row] = (await month()).rows;
  expect(row?.rents).toEqual([]);
  expect(row?.behind).toEqual({ openCents: 140_000, count: 2, owedSince: '2026-01-06' });
  expect((await month({ month: '2026-02-01' })).rows.map((one) => one.openCents)).toEqual([70_000]);
  expect((await month({ month: '2026-04-01' })).rows).toEqual([]);
});

test('pages go on where the one before ended', async () => {
  await enterLease(books, today, { startsOn: '2026-03-01' });
  await letSecond('Ahornweg 1', '2026-03-01');
  await letSecond('Zeile 9', '2026-03-01');
  const page = (cursor: string | null) =>
    books.on(today, (tx, scope) => getNamedMonth(tx, scope, rentMonthInput.parse({ limit: 2, cursor })));
  const first = await page(null);
  const second = await page(first.nextCursor);
  expect([...first.rows, ...second.rows].flatMap((row) => row.unitNames)).toEqual([
    'Ahornweg 1',
    'Lindenstraße 5',
    'Zeile 9',
  ]);
  expect(second.nextCursor).toBeNull();
});

test('several come in at once, each on a day of its own', async () => {
  await enterLease(books, today, { startsOn: '2026-02-01' });
  const due = await books.on(today, (tx, scope) =>
    listNamedOverdue(tx, scope, { propertyId: null, dueThrough: '2026-03-31' }),
  );
  expect(due.rows.map((row) => row.periodFrom)).toEqual(['2026-02-01', '2026-03-01']);
  const [february, march] = due.rows;
  await pay([
    { id: randomUUID(), chargeId: february?.id ?? '', amountCents: 70_000, paidOn: '2026-02-04' },
    { id: randomUUID(), chargeId: march?.id ?? '', amountCents: 70_000 },
  ]);
  const paid = await books.admin`select to_char(paid_on, 'YYYY-MM-DD') as day from hausbuch.payment
    where portfolio_id = ${books.portfolioId} order by paid_on`;
  expect(paid.map((row) => row.day)).toEqual(['2026-02-04', '2026-03-10']);
});

test('what is open is listed by its day and then by place, flat 2 before flat 10; of one lease alone, too', async () => {
  await enterLease(books, today, { startsOn: '2026-02-01' });
  const tenth = await letSecond('Ahornweg 10', '2026-02-01');
  await letSecond('Ahornweg 2', '2026-02-01');
  const listed = async (leaseId: string | null) => {
    const input = { propertyId: null, leaseId, dueThrough: '2026-03-31' };
    const { rows } = await books.on(today, (tx, scope) => listNamedOverdue(tx, scope, input));
    return rows.map((row) => [row.periodFrom?.slice(0, 7), row.unitNames.join()]);
  };
  const places = ['Ahornweg 2', 'Ahornweg 10', 'Lindenstraße 5'];
  expect(await listed(null)).toEqual(
    ['2026-02', '2026-03'].flatMap((month) => places.map((place) => [month, place])),
  );
  expect(await listed(tenth)).toEqual([
    ['2026-02', 'Ahornweg 10'],
    ['2026-03', 'Ahornweg 10'],
  ]);
  await expect(listed(randomUUID())).rejects.toThrow('not_found');
});

test('a rent taken back, since the lease ended before its month, is nobody’s any more', async () => {
  const id = await enterLease(books, today, { startsOn: '2026-01-01' });
  await letSecond('Ahornweg 1', '2026-03-01');
  expect((await month()).rows).toHaveLength(2);
  await books.on(today, (tx, scope) =>
    endLease(
      tx,
      scope,
      endLeaseInput.parse({
        ...{ id, version: 1, endsOn: '2026-02-28', noticeGivenOn: '2025-11-28', noticeBy: 'tenant' },
        correctPosted: true,
      }),
    ),
  );
  // January and February are still owed: that is told in the current month.
  expect((await month()).rows.map((row) => [row.unitNames, row.behind?.openCents ?? 0])).toEqual([
    [['Ahornweg 1'], 0],
    [['Lindenstraße 5'], 140_000],
  ]);
  const due = await books.on(today, (tx, scope) =>
    listNamedOverdue(tx, scope, { propertyId: null, dueThrough: '2026-03-01' }),
  );
  await pay(due.rows.map((row) => ({ id: randomUUID(), chargeId: row.id, amountCents: 70_000 })));
  const march = await month();
  expect(march.rows.map((row) => row.unitNames)).toEqual([['Ahornweg 1']]);
  expect(march.total).toMatchObject({ leases: 1, openLeases: 1 });
  expect((await month({ month: '2026-02-01' })).rows.map((row) => row.totalCents)).toEqual([70_000]);
});
