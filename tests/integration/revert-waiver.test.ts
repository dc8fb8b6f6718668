import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { voidLease } from '@/features/lease/commands';
import { listDifferences } from '@/features/rent/queries';
import {
  getAccount,
  listOpenItems,
  postCharge,
  recordPayment,
  revertWaiver,
  voidCharge,
  waiveCharge,
} from '@/ledger';
import { accountInput, postChargeInput, recordPaymentInput } from '@/ledger/inputs';
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

const waive = async (chargeId: string, amountCents: number | null) => {
  const id = randomUUID();
  const input = { id, chargeId, amountCents, reason: 'Heizung ausgefallen' };
  await books.on(today, (tx, scope) => waiveCharge(tx, scope, input));
  return id;
};
const revert = (waiverId: string, id = randomUUID()) =>
  books.on(today, (tx, scope) => revertWaiver(tx, scope, { id, waiverId }));
const pay = (leaseId: string, amountCents: number) =>
  books.on(today, (tx, scope) => {
    const input = { id: randomUUID(), leaseId, paidOn: '2026-03-05', amountCents };
    return recordPayment(tx, scope, recordPaymentInput.parse(input));
  });
const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
const account = (leaseId: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId })));
const month = async (leaseId: string, place: number) => (await open(leaseId)).items[place]?.chargeId ?? '';

describe('a rent of 700.00 waived by mistake', () => {
  test('is owed again once under one id: 2,100 − 700 + 700 = 2,100, and what was posted stays in sight', async () => {
    const leaseId = await enterLease(books, today);
    const february = await month(leaseId, 1);
    const waiver = await waive(february, null);
    expect((await open(leaseId)).openCents).toBe(140_000);
    const id = randomUUID();
    await revert(waiver, id);
    await revert(waiver, id);
    await expect(revert(waiver)).rejects.toMatchObject({ code: 'charge.waiver_reverted' });
    expect((await open(leaseId)).openCents).toBe(210_000);
    const { rows, summary } = await account(leaseId);
    expect(summary.balanceCents).toBe(210_000);
    expect(rows.find((row) => row.id === february)).toMatchObject({ state: 'overdue', openCents: 70_000 });
    expect(rows.find((row) => row.id === waiver)).toMatchObject({ creditCents: 70_000, isReverted: true });
    expect(rows.find((row) => row.id === id)).toMatchObject({ debitCents: 70_000, isReverted: false });
  });

  test('is paid by credit at once and is paid then, not waived: 2,100 − 700 − 1,500 leaves 100, of 700 then 600', async () => {
    const leaseId = await enterLease(books, today);
    const february = await month(leaseId, 1);
    const waiver = await waive(february, null);
    await pay(leaseId, 150_000);
    expect(await open(leaseId)).toMatchObject({ openCents: 0, creditCents: 10_000 });
    await revert(waiver);
    expect(await open(leaseId)).toMatchObject({ openCents: 60_000, creditCents: 0 });
    await pay(leaseId, 60_000);
    const { rows } = await account(leaseId);
    expect(rows.find((row) => row.id === february)?.state).toBe('paid');
  });

  test('of two waivers of 100 and 50 only the one is taken back: 700 − 100 − 50 + 100 = 650', async () => {
    const leaseId = await enterLease(books, today);
    const january = await month(leaseId, 0);
    const first = await waive(january, 10_000);
    await waive(january, 5_000);
    const id = randomUUID();
    await revert(first, id);
    const { items } = await open(leaseId);
    expect(items[0]?.openCents).toBe(65_000);
    // What takes a waiver back is no waiver, and no month differs from what was agreed.
    await expect(revert(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await books.on(today, (tx, scope) => listDifferences(tx, scope, leaseId))).toEqual([]);
  });
});

describe('a waiver stays where its charge is gone', () => {
  test('because a fee of 50.00, waived by 20.00, was cancelled', async () => {
    const leaseId = await enterLease(books, today);
    const fee = randomUUID();
    const input = { id: fee, leaseId, kind: 'fee', dueOn: '2026-03-01', amountCents: 5_000 };
    await books.on(today, (tx, scope) => postCharge(tx, scope, postChargeInput.parse(input)));
    const waiver = await waive(fee, 2_000);
    await books.on(today, (tx, scope) => voidCharge(tx, scope, { id: randomUUID(), chargeId: fee }));
    await expect(revert(waiver)).rejects.toMatchObject({ code: 'charge.cannot_revert_waiver' });
    expect((await open(leaseId)).openCents).toBe(210_000);
  });

  test('because the lease was entered by mistake', async () => {
    const leaseId = await enterLease(books, today);
    const waiver = await waive(await month(leaseId, 0), null);
    await books.on(today, (tx, scope) => voidLease(tx, scope, { id: leaseId, version: 1 }));
    await expect(revert(waiver)).rejects.toMatchObject({ code: 'charge.cannot_revert_waiver' });
  });
});
