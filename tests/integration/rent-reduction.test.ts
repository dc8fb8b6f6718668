import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { correctRents } from '@/features/rent/commands';
import { listDifferences } from '@/features/rent/queries';
import {
  getAccount,
  listAdvances,
  listOpenItems,
  previewReduction,
  recordPayment,
  reduceRent,
  revertWaiver,
} from '@/ledger';
import { accountInput, recordPaymentInput, reduceRentInput } from '@/ledger/inputs';
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

const today = '2026-03-10';
/** Three weeks: 7 of 31 days of January at 1,000, and 14 of 28 of February. */
const defect = { from: '2026-01-25', to: '2026-02-14', shareBp: 2_000 };

const enter = (endsOn: string | null = null) =>
  enterLease(books, today, {
    endsOn,
    rentLines: [
      { component: 'net', amountCents: 80_000, settlement: 'none' },
      { component: 'operating_costs', amountCents: 20_000, settlement: 'advance' },
    ],
  });
const preview = (leaseId: string, days: object = defect) =>
  books.on(today, (tx, scope) => previewReduction(tx, scope, { leaseId, ...defect, ...days }));
const inputOf = async (leaseId: string, days: object = defect) => {
  const { months } = await preview(leaseId, days);
  return reduceRentInput.parse({
    ...{ leaseId, ...defect, ...days, reason: 'Heizung ausgefallen' },
    months: months.map(({ chargeId, amountCents, waivedCents }) => ({
      id: randomUUID(),
      ...{ chargeId, amountCents, waivedCents },
    })),
  });
};
const reduce = async (input: Awaited<ReturnType<typeof inputOf>>) =>
  books.on(today, (tx, scope) => reduceRent(tx, scope, input));
const pay = (leaseId: string, amountCents: number) =>
  books.on(today, (tx, scope) => {
    const input = { id: randomUUID(), leaseId, paidOn: '2026-03-05', amountCents };
    return recordPayment(tx, scope, recordPaymentInput.parse(input));
  });
const correct = (leaseId: string) =>
  books.on(today, async (tx, scope) => {
    const months = await listDifferences(tx, scope, leaseId);
    await correctRents(tx, scope, { leaseId, chargeIds: months.map(({ chargeId }) => chargeId) });
  });
const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
const rows = async (leaseId: string) =>
  (await books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId })))).rows;

test('20 % for three weeks of rents that are paid: 45.16 + 100.00 is credit, and the months are paid, not waived', async () => {
  const leaseId = await enter();
  await pay(leaseId, 300_000);
  const input = await inputOf(leaseId);
  expect(input.months.map(({ amountCents }) => amountCents)).toEqual([4_516, 10_000]);
  await reduce(input);
  await reduce(input);
  expect(await open(leaseId)).toMatchObject({ openCents: 0, creditCents: 14_516 });
  const account = await rows(leaseId);
  const [january, february] = input.months.map(({ chargeId }) => account.find((row) => row.id === chargeId));
  expect([january?.state, february?.state]).toEqual(['paid', 'paid']);
  expect([january?.totalCents, february?.totalCents]).toEqual([95_484, 90_000]);
  // What was agreed stays as it was: no month asks to be corrected.
  expect(await books.on(today, (tx, scope) => listDifferences(tx, scope, leaseId))).toEqual([]);
});

test('it is the net rent that bears it: of the advances 600.00 is due and paid still, and the statement asks for nothing again', async () => {
  const leaseId = await enter();
  await reduce(await inputOf(leaseId));
  await pay(leaseId, 300_000 - 14_516);
  expect(await open(leaseId)).toMatchObject({ openCents: 0, creditCents: 0 });
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const advances = await books.on(today, (tx, scope) => listAdvances(tx, scope, [leaseId], year));
  expect(advances.map(({ dueCents, paidCents }) => [dueCents, paidCents])).toEqual([
    [20_000, 20_000],
    [20_000, 20_000],
    [20_000, 20_000],
  ]);
});

test('a month at 100 % takes the advance, too, and says so; days that are not booked yet are told', async () => {
  const leaseId = await enter();
  const found = await preview(leaseId, { from: '2026-02-01', to: '2026-04-10', shareBp: 10_000 });
  expect(found.months.map(({ amountCents, advanceCents }) => [amountCents, advanceCents])).toEqual([
    [100_000, 20_000],
    [100_000, 20_000],
  ]);
  expect(found.unbookedFrom).toBe('2026-04-01');
});

test('what changed since it was shown is refused, and no second look reduces a month below nothing', async () => {
  const leaseId = await enter();
  const whole = { from: '2026-02-01', to: '2026-02-28', shareBp: 6_000 };
  const [first, second] = [await inputOf(leaseId, whole), await inputOf(leaseId, whole)];
  await reduce(first);
  await expect(reduce(second)).rejects.toMatchObject({ code: 'version_conflict' });
  expect((await preview(leaseId, whole)).months).toMatchObject([
    { amountCents: 40_000, waivedCents: 60_000 },
  ]);
  await expect(reduce({ ...first, reason: 'Anderes' })).rejects.toMatchObject({ code: 'already_exists' });
});

test('taken back it is owed again, and stands there as a reduction that was taken back: 1,000 − 100 + 100', async () => {
  const leaseId = await enter();
  const input = await inputOf(leaseId, { from: '2026-02-01', to: '2026-02-14' });
  await reduce(input);
  const [reduction] = input.months;
  const id = randomUUID();
  await books.on(today, (tx, scope) => revertWaiver(tx, scope, { id, waiverId: reduction?.id ?? '' }));
  expect(await open(leaseId)).toMatchObject({ openCents: 300_000 });
  const account = await rows(leaseId);
  const basis = { days: 14, ofDays: 28, shareBp: 2_000, rentCents: 100_000 };
  expect(account.find((row) => row.id === reduction?.id)).toMatchObject({ basis, isReverted: true });
  expect(account.find((row) => row.id === id)).toMatchObject({ basis, debitCents: 10_000 });
  expect((await preview(leaseId)).months.map(({ waivedCents }) => waivedCents)).toEqual([0, 0]);
});

test('the end on 15 February, not yet corrected or corrected: 1,000 × 5/28 × 20 % and 535.71 × 5/15 × 20 % are both 35.71', async () => {
  const leaseId = await enter();
  await books.admin`update hausbuch.lease set ends_on = '2026-02-15' where id = ${leaseId}`;
  const lastDays = { from: '2026-02-11', to: '2026-02-15' };
  const whole = await preview(leaseId, lastDays);
  expect(whole.months).toMatchObject([{ days: 5, ofDays: 28, rentCents: 100_000, amountCents: 3_571 }]);
  await correct(leaseId);
  const part = await preview(leaseId, { ...lastDays, to: '2026-02-28' });
  expect(part.months).toMatchObject([{ days: 5, ofDays: 15, rentCents: 53_571, amountCents: 3_571 }]);
});

test('a month that was booked to an end that is put off since is reduced as the whole month that it is now', async () => {
  const leaseId = await enter('2026-02-15');
  const days = { from: '2026-02-11', to: '2026-02-28' };
  expect((await preview(leaseId, days)).months).toMatchObject([{ days: 5, ofDays: 15, amountCents: 3_571 }]);
  await books.admin`update hausbuch.lease set ends_on = null where id = ${leaseId}`;
  await correct(leaseId);
  expect((await preview(leaseId, days)).months).toMatchObject([
    { days: 18, ofDays: 28, rentCents: 100_000, amountCents: 12_857 },
  ]);
});

test('two who see the same month at once reduce it once: the second is refused, though the amount is the same', async () => {
  const leaseId = await enter();
  const [first, second] = [await inputOf(leaseId), await inputOf(leaseId)];
  await reduce(first);
  await expect(reduce(second)).rejects.toMatchObject({ code: 'version_conflict' });
  await reduce(await inputOf(leaseId, { from: '2026-02-15', to: '2026-02-28' }));
  expect(await open(leaseId)).toMatchObject({ openCents: 300_000 - 14_516 - 10_000 });
});

test('what comes after the end of a lease is not told to be booked later', async () => {
  const leaseId = await enter();
  const asked = { from: '2026-03-20', to: '2026-04-10' };
  expect(await preview(leaseId, asked)).toMatchObject({ unbookedFrom: '2026-04-01' });
  await books.admin`update hausbuch.lease set ends_on = '2026-03-31' where id = ${leaseId}`;
  expect(await preview(leaseId, asked)).toMatchObject({ unbookedFrom: null });
});
