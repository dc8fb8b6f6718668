import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openEarlier } from '@/features/lease/opening-commands';
import { getEarlierRents } from '@/features/lease/opening-queries';
import { openEarlierInput } from '@/features/lease/schema';
import { previewRent } from '@/features/rent/queries';
import { previewRentInput } from '@/features/rent/schema';
import { getAccount, listOpenItems, recordPayment, reversePayment } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { leaseEdits } from '../factories/lease-edits.ts';
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
afterEach(() => books.close());
afterAll(() => database.drop());

const TODAY = '2026-05-20';
const { lease } = leaseEdits(() => books, TODAY);

/** It runs since 15 June 2024 at 700 €, and is booked from this month on, as the set-up does. */
const running = (overrides: Parameters<typeof enterLease>[2] = {}) =>
  enterLease(books, TODAY, { startsOn: '2024-06-15', bookedFrom: '2026-05-01', ...overrides });

async function earlier(id: string, more: Record<string, unknown>) {
  const { version } = await lease(id);
  const input = openEarlierInput.parse({ id, version, ...more });
  return books.on(TODAY, (tx, scope) => openEarlier(tx, scope, input));
}

const open = (id: string) => books.on(TODAY, (tx, scope) => listOpenItems(tx, scope, id));

/** What came in by the day it came. */
async function payments(id: string): Promise<[string, number][]> {
  const rows = await books.admin`
    select paid_on::text as day, amount_cents::int as cents from hausbuch.payment
    where portfolio_id = ${books.portfolioId} and lease_id = ${id} order by paid_on, id`;
  return rows.map((row) => [row.day, row.cents]);
}

test('last year is booked afterwards: its twelve rents came in on their due days and count in their year', async () => {
  const id = await running();
  const asked = { id, bookedFrom: '2025-01-01' };
  expect(await books.on(TODAY, (tx, scope) => getEarlierRents(tx, scope, asked))).toEqual({
    months: 16,
    totalCents: 16 * 70_000,
  });
  await earlier(id, { bookedFrom: '2025-01-01', arePaid: true });
  expect(await lease(id)).toMatchObject({ bookedFrom: '2025-01-01', postedThrough: '2026-05-31' });
  const paid = await payments(id);
  expect(paid).toHaveLength(16);
  // The third working day: New Year and a weekend lie before it in January, a weekend in February.
  expect(paid.slice(0, 2)).toEqual([
    ['2025-01-06', 70_000],
    ['2025-02-05', 70_000],
  ]);
  expect(paid.filter(([day]) => day < '2026-01-01')).toHaveLength(12);
  // This month is as open as it was.
  expect((await open(id)).items.map((item) => [item.periodFrom, item.openCents])).toEqual([
    ['2026-05-01', 70_000],
  ]);
  expect(await brokenLaws(books)).toEqual([]);
});

test('of a month that is booked with what paid it, the account says first that it was due: it is never in credit', async () => {
  const id = await running();
  // What is written at once has ids in no order: of ten times it would be the wrong way round in some.
  for (let month = 10; month > 0; month -= 1) {
    const bookedFrom = `2025-${String(month).padStart(2, '0')}-01`;
    await earlier(id, { bookedFrom, arePaid: true });
  }
  const input = accountInput.parse({ leaseId: id, limit: 100 });
  const { rows } = await books.on(TODAY, (tx, scope) => getAccount(tx, scope, input));
  const paid = rows.slice(1).toReversed();
  expect(paid.map(({ type, balanceCents }) => [type, balanceCents])).toEqual(
    Array.from({ length: 16 }, () => [
      ['charge', 70_000],
      ['payment', 0],
    ]).flat(),
  );
});

test('the month the lease began in is owed for its days: 700 € × 16 ÷ 30 = 373.33 €', async () => {
  const id = await running();
  await earlier(id, { bookedFrom: '2024-06-01' });
  const [first, second] = (await open(id)).items;
  expect([first?.periodFrom, first?.totalCents, second?.totalCents]).toEqual(['2024-06-15', 37_333, 70_000]);
  expect(await brokenLaws(books)).toEqual([]);
});

test('months not said to be paid are open, beside what was owed before them: 300 + 5 × 700 €', async () => {
  const id = await running();
  await earlier(id, { bookedFrom: '2026-01-01', openingBalanceCents: 30_000 });
  const { items, openCents } = await open(id);
  expect(openCents).toBe(30_000 + 5 * 70_000);
  expect(items[0]).toMatchObject({ kind: 'opening_balance', dueOn: '2025-12-31', openCents: 30_000 });
  expect(await payments(id)).toEqual([]);
});

test('what was owed when the account began is replaced; money that paid it settles the oldest month: 700 − 300 €', async () => {
  const id = await running({ openingBalanceCents: 30_000 });
  const [owed] = (await open(id)).items;
  const payment = recordPaymentInput.parse({
    id: randomUUID(),
    leaseId: id,
    paidOn: '2026-05-10',
    amountCents: 30_000,
    chargeIds: owed ? [owed.chargeId] : [],
  });
  await books.on(TODAY, (tx, scope) => recordPayment(tx, scope, payment));
  await earlier(id, { bookedFrom: '2026-04-01' });
  expect((await open(id)).items.map((item) => [item.periodFrom, item.openCents])).toEqual([
    ['2026-04-01', 40_000],
    ['2026-05-01', 70_000],
  ]);
  await earlier(id, { bookedFrom: '2026-03-01', arePaid: true });
  expect((await payments(id)).at(0)).toEqual(['2026-03-04', 70_000]);
  expect(await brokenLaws(books)).toEqual([]);
});

test('what is overpaid today stays a credit where the earlier months are said to be paid: it paid none of them', async () => {
  const id = await running();
  const given = { id: randomUUID(), leaseId: id, paidOn: '2026-05-10', amountCents: 71_000 };
  await books.on(TODAY, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(given)));
  await earlier(id, { bookedFrom: '2026-03-01', arePaid: true });
  expect(await open(id)).toMatchObject({ openCents: 0, creditCents: 1_000 });
  expect(await payments(id)).toEqual([
    ['2026-03-04', 70_000],
    ['2026-04-07', 70_000],
    ['2026-05-10', 71_000],
  ]);
  // Not said to be paid, the credit settles the oldest: 700 − 10 €.
  await earlier(id, { bookedFrom: '2026-02-01' });
  expect(await open(id)).toMatchObject({ openCents: 69_000, creditCents: 0 });
  expect(await brokenLaws(books)).toEqual([]);
});

test('the credit it began with is replaced, too, and what that had settled is open again', async () => {
  const id = await running({ openingBalanceCents: -20_000 });
  expect((await open(id)).openCents).toBe(50_000);
  await earlier(id, { bookedFrom: '2026-04-01' });
  expect((await open(id)).openCents).toBe(2 * 70_000);
  await earlier(id, { bookedFrom: '2026-03-01', openingBalanceCents: -10_000 });
  expect((await open(id)).openCents).toBe(3 * 70_000 - 10_000);
  expect(await brokenLaws(books)).toEqual([]);
});

test('what was open when the account began is corrected where it begins: nothing else is posted', async () => {
  const id = await running({ openingBalanceCents: 30_000 });
  const asked = { id, bookedFrom: '2026-05-01' };
  expect(await books.on(TODAY, (tx, scope) => getEarlierRents(tx, scope, asked))).toEqual({
    months: 0,
    totalCents: 0,
  });
  // It was 30 €, not 300.
  await earlier(id, { bookedFrom: '2026-05-01', openingBalanceCents: 3_000, arePaid: true });
  expect((await open(id)).items.map((item) => [item.kind, item.openCents])).toEqual([
    ['opening_balance', 3_000],
    ['rent', 70_000],
  ]);
  expect(await payments(id)).toEqual([]);
  expect(await lease(id)).toMatchObject({ bookedFrom: '2026-05-01', postedThrough: '2026-05-31' });
  // It is not paid twice: what had paid it stays with it, and what is too much settles the rent.
  const given = { id: randomUUID(), leaseId: id, paidOn: '2026-05-10', amountCents: 3_000 };
  await books.on(TODAY, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(given)));
  await earlier(id, { bookedFrom: '2026-05-01', openingBalanceCents: 1_000 });
  expect((await open(id)).items.map((item) => [item.kind, item.openCents])).toEqual([['rent', 68_000]]);
  await earlier(id, { bookedFrom: '2026-05-01', openingBalanceCents: 30_000 });
  expect((await open(id)).openCents).toBe(30_000 + 70_000 - 3_000);
  await books.on(TODAY, (tx, scope) =>
    reversePayment(tx, scope, { id: randomUUID(), paymentId: given.id, note: null }),
  );
  // Nor was it owed: 20 € were overpaid, which settle the first rent.
  await earlier(id, { bookedFrom: '2026-05-01', openingBalanceCents: -2_000 });
  expect((await open(id)).items.map((item) => [item.kind, item.openCents])).toEqual([['rent', 68_000]]);
  await earlier(id, { bookedFrom: '2026-05-01' });
  expect((await open(id)).openCents).toBe(70_000);
  expect(await brokenLaws(books)).toEqual([]);
});

test('an opening balance in the very month the lease began is corrected there', async () => {
  const id = await running({ bookedFrom: '2024-06-01', openingBalanceCents: 30_000, arePaid: true });
  const left = async () => (await open(id)).items.map((item) => [item.kind, item.dueOn, item.openCents]);
  expect((await left())[0]).toEqual(['opening_balance', '2024-05-31', 30_000]);
  await earlier(id, { bookedFrom: '2024-06-01', openingBalanceCents: 3_000 });
  expect((await left())[0]).toEqual(['opening_balance', '2024-05-31', 3_000]);
  await earlier(id, { bookedFrom: '2024-06-01' });
  expect((await left()).map(([kind]) => kind)).toEqual(['rent']);
  expect(await brokenLaws(books)).toEqual([]);
});

test('a later month, one before the lease and a lease changed meanwhile are refused', async () => {
  const id = await running();
  await expect(earlier(id, { bookedFrom: '2026-06-01' })).rejects.toMatchObject({
    code: 'lease.booked_from_not_earlier',
  });
  await expect(earlier(id, { bookedFrom: '2024-05-01' })).rejects.toMatchObject({
    code: 'lease.booked_from_outside_term',
  });
  const twice = openEarlierInput.parse({ id, version: 1, bookedFrom: '2026-04-01', arePaid: true });
  await books.on(TODAY, (tx, scope) => openEarlier(tx, scope, twice));
  await expect(books.on(TODAY, (tx, scope) => openEarlier(tx, scope, twice))).rejects.toMatchObject({
    code: 'version_conflict',
  });
  expect(await payments(id)).toHaveLength(1);
});

test('a new lease that has been running is paid up to this month where that is said, whatever was open before', async () => {
  const id = await running({ bookedFrom: '2026-02-01', openingBalanceCents: 5_000, arePaid: true });
  expect(await payments(id)).toEqual([
    ['2026-02-04', 70_000],
    ['2026-03-04', 70_000],
    ['2026-04-07', 70_000],
  ]);
  const { items } = await open(id);
  expect(items.map((row) => [row.kind, row.openCents])).toEqual([
    ['opening_balance', 5_000],
    ['rent', 70_000],
  ]);
  expect(await brokenLaws(books)).toEqual([]);
});

test('what a new lease has too much paid none of its earlier months: 3 × 700 came in, and May is open with 600 of 700', async () => {
  const id = await running({ bookedFrom: '2026-02-01', openingBalanceCents: -10_000, arePaid: true });
  expect(await payments(id)).toEqual([
    ['2026-01-31', 10_000],
    ['2026-02-04', 70_000],
    ['2026-03-04', 70_000],
    ['2026-04-07', 70_000],
  ]);
  const { items } = await open(id);
  expect(items.map((row) => [row.periodFrom, row.openCents])).toEqual([['2026-05-01', 60_000]]);
  expect(await brokenLaws(books)).toEqual([]);
});

test('before it is entered, all that is booked at once is said, with the current month at its rent', async () => {
  const input = previewRentInput.parse({
    startsOn: '2024-06-15',
    bookedFrom: '2025-01-01',
    prorationMethod: 'calendar_days',
    dueRule: 'first',
    unitIds: [books.unitId],
    rentSince: '2026-03-01',
    lines: [{ component: 'net', amountCents: 75_000, settlement: 'none' }],
    earlierRents: [
      { validFrom: '2024-06-15', lines: [{ component: 'net', amountCents: 70_000, settlement: 'none' }] },
    ],
  });
  const { months, booked } = await books.on(TODAY, (tx, scope) => previewRent(tx, scope, input));
  expect(months.map((row) => [row.month, row.totalCents])).toEqual([
    ['2025-01', 70_000],
    ['2025-02', 70_000],
    ['2025-03', 70_000],
    ['2026-05', 75_000],
  ]);
  expect(booked).toEqual({ months: 17, totalCents: 14 * 70_000 + 3 * 75_000 });
});
