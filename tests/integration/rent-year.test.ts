import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getNamedYear, listNamedOverdue } from '@/features/rent-account/charge-queries';
import { rentYearInput } from '@/features/rent-account/schema';
import { recordPayments, reversePayments } from '@/ledger';
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

const year = (wanted: number | null = null) =>
  books.on(today, (tx, scope) =>
    getNamedYear(tx, scope, rentYearInput.parse({ propertyId: books.propertyId, year: wanted })),
  );
const overdue = () =>
  books.on(
    today,
    async (tx, scope) => (await listNamedOverdue(tx, scope, { propertyId: books.propertyId })).rows,
  );

type Part = { id: string; chargeId: string; amountCents: number };

const payAll = (payments: Part[]) =>
  books.on(today, (tx, scope) =>
    recordPayments(tx, scope, recordPaymentsInput.parse({ paidOn: today, payments })),
  );
const inFull = async (): Promise<Part[]> =>
  (await overdue()).map((row) => ({ id: randomUUID(), chargeId: row.id, amountCents: row.openCents }));

test('a year holds its own months only: 2025 has November and December, 2026 January to March', async () => {
  await enterLease(books, today, { startsOn: '2025-11-01' });
  const months = async (wanted: number | null) =>
    (await year(wanted)).rows.map((row) => row.charges.map((charge) => charge.month));
  expect(await months(2025)).toEqual([['2025-11', '2025-12']]);
  expect(await months(null)).toEqual([['2026-01', '2026-02', '2026-03']]);
  expect((await year(2024)).rows).toEqual([]);
  const { years, months: sums } = await year(2026);
  expect(years).toEqual({ first: 2025, last: 2026 });
  expect(sums).toEqual([
    { month: '2026-01', dueCents: 70_000, openCents: 70_000 },
    { month: '2026-02', dueCents: 70_000, openCents: 70_000 },
    { month: '2026-03', dueCents: 70_000, openCents: 70_000 },
  ]);
});

test('a rent belongs to the month it is for, also when it is due in the next year', async () => {
  // From Tuesday the 30th, the third working day is 2 January (31 December counts, New Year does not).
  await enterLease(books, today, { startsOn: '2025-12-30' });
  const [row] = (await year(2025)).rows;
  expect(row?.charges.map(({ month, dueOn }) => [month, dueOn])).toEqual([['2025-12', '2026-01-02']]);
  const [next] = (await year(2026)).rows;
  expect(next?.charges.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03']);
});

test('all that is overdue is paid at once, each with its own payment, and taken back at once', async () => {
  await enterLease(books, today);
  const payments = await inFull();
  expect(payments).toHaveLength(3);
  expect(await payAll(payments)).toEqual({ count: 3, amountCents: 210_000 });
  expect(await overdue()).toEqual([]);
  expect((await year()).rows[0]?.charges.map((charge) => charge.state)).toEqual(['paid', 'paid', 'paid']);
  // The same answer to a request that was sent twice.
  await payAll(payments);
  const [recorded] = await books.admin`
    select count(*)::int as count from hausbuch.payment where portfolio_id = ${books.portfolioId}`;
  expect(recorded?.count).toBe(3);
  const undo = { payments: payments.map((part) => ({ id: randomUUID(), paymentId: part.id })) };
  await books.on(today, (tx, scope) => reversePayments(tx, scope, undo));
  expect(await overdue()).toHaveLength(3);
});

test('one amount above what is open refuses all of them', async () => {
  await enterLease(books, today);
  const payments = (await inFull()).map((part, index) =>
    index === 1 ? { ...part, amountCents: part.amountCents + 1 } : part,
  );
  await expect(payAll(payments)).rejects.toMatchObject({
    code: 'payment.exceeds_open',
    field: 'payments.1.amountCents',
  });
  expect(await overdue()).toHaveLength(3);
});

test('two who pay the same months at once pay them once', async () => {
  await enterLease(books, today);
  const [mine, theirs] = [await inFull(), await inFull()];
  const done = await Promise.allSettled([payAll(mine), payAll(theirs)]);
  expect(done.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await overdue()).toEqual([]);
});

test('a stranger to the charge finds nothing', async () => {
  await enterLease(books, today);
  await expect(
    payAll([{ id: randomUUID(), chargeId: randomUUID(), amountCents: 100 }]),
  ).rejects.toMatchObject({ code: 'not_found' });
});
