import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getInterest } from '@/features/arrears/interest-queries';
import { interestInput } from '@/features/arrears/schema';
import {
  correctPayment,
  getAccount,
  listOpenItems,
  recordPayment,
  returnPayment,
  revertReturn,
} from '@/ledger';
import { accountInput, correctPaymentInput, recordPaymentInput, returnPaymentInput } from '@/ledger/inputs';
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

const pay = async (leaseId: string, amountCents: number, chargeIds: string[] = []) => {
  const id = randomUUID();
  const input = recordPaymentInput.parse({ id, leaseId, paidOn: '2026-03-05', amountCents, chargeIds });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return id;
};
const giveBack = (paymentId: string, feeCents = 0) => {
  const ids = { id: randomUUID(), feeChargeId: randomUUID() };
  const input = returnPaymentInput.parse({ ...ids, paymentId, returnedOn: '2026-03-09', feeCents });
  return books.on(today, (tx, scope) => returnPayment(tx, scope, input));
};
const revert = (paymentId: string, id = randomUUID()) =>
  books.on(today, (tx, scope) => revertReturn(tx, scope, { id, paymentId }));
const account = (leaseId: string, asOf?: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, asOf })));
const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
const interestOf = async (leaseId: string) => {
  const asked = interestInput.parse({ leaseId });
  const { interest } = await books.on(today, (tx, scope) => getInterest(tx, scope, asked));
  return interest?.result.interestCents;
};

describe('a payment of 2,100.00 that the bank had not returned after all', () => {
  test('leaves nothing open and no fee, and was there every day: −2,100 + 2,100 − 2,100 + 2,100', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 210_000);
    await giveBack(paymentId, 450);
    expect((await open(leaseId)).openCents).toBe(210_450);
    await revert(paymentId);
    expect(await open(leaseId)).toMatchObject({ items: [], openCents: 0, creditCents: 0 });
    const days = ['2026-03-04', '2026-03-05', '2026-03-08', '2026-03-09', today];
    const balances = await Promise.all(
      days.map(async (day) => (await account(leaseId, day)).summary.balanceCents),
    );
    expect(balances).toEqual([210_000, 0, 0, 0, 0]);
    const { rows } = await account(leaseId);
    const payments = rows.filter((row) => row.type === 'payment');
    const standing = payments.filter((row) => row.creditCents > 0 && !row.isReversed);
    expect(standing.map((row) => [row.on, row.creditCents, row.replaces?.isReturned])).toEqual([
      ['2026-03-09', 210_000, true],
    ]);
  });

  test('settles what it had settled, not the oldest: March is paid again, January stays open', async () => {
    const leaseId = await enterLease(books, today);
    const march = (await open(leaseId)).items[2]?.chargeId ?? '';
    const paymentId = await pay(leaseId, 70_000, [march]);
    await giveBack(paymentId);
    await revert(paymentId);
    const { items } = await open(leaseId);
    expect(items.map((item) => [item.periodFrom, item.openCents])).toEqual([
      ['2026-01-01', 70_000],
      ['2026-02-01', 70_000],
    ]);
  });

  test('bears no interest from 5 to 9 March: it had come on the 5th', async () => {
    const leaseId = await enterLease(books, today);
    const interestCents = () => interestOf(leaseId);
    const paymentId = await pay(leaseId, 210_000);
    const before = await interestCents();
    await giveBack(paymentId);
    expect(await interestCents()).toBeGreaterThan(before ?? 0);
    await revert(paymentId);
    expect(await interestCents()).toBe(before);
  });

  test('bears none either where it was then corrected, moved and moved back, or said to be returned once more', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 210_000);
    const before = await interestOf(leaseId);
    await giveBack(paymentId);
    const again = randomUUID();
    await revert(paymentId, again);
    // Only its reference is mended: the day is the one it was brought back on.
    const corrected = randomUUID();
    await books.on(today, (tx, scope) =>
      correctPayment(
        tx,
        scope,
        correctPaymentInput.parse({
          ...{ id: corrected, paymentId: again, paidOn: '2026-03-09', amountCents: 210_000 },
          reference: 'Miete',
        }),
      ),
    );
    expect(await interestOf(leaseId)).toBe(before);
    await giveBack(corrected);
    await revert(corrected);
    expect(await interestOf(leaseId)).toBe(before);
  });

  test('comes back once, under one id, and may then be returned again', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 210_000);
    await expect(revert(paymentId)).rejects.toMatchObject({ code: 'payment.not_returned' });
    await giveBack(paymentId);
    const again = randomUUID();
    await revert(paymentId, again);
    await revert(paymentId, again);
    await expect(revert(paymentId)).rejects.toMatchObject({ code: 'payment.not_returned' });
    expect((await account(leaseId)).summary.balanceCents).toBe(0);
    await giveBack(again);
    expect((await account(leaseId)).summary.balanceCents).toBe(210_000);
  });
});
