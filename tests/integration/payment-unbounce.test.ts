import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getInterest } from '@/features/arrears/interest-queries';
import { interestInput } from '@/features/arrears/schema';
import { getAccount, listOpenItems } from '@/features/ledger/queries';
import { accountInput } from '@/features/ledger/schema';
import { recordPayment } from '@/features/payment/commands';
import { bouncePaymentInput, recordPaymentInput } from '@/features/payment/schema';
import { unbouncePayment } from '@/features/payment/unbounce-commands';
import { bouncePayment } from '@/features/payment/undo-commands';
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
const bounce = (paymentId: string, feeCents = 0) => {
  const ids = { id: randomUUID(), feeChargeId: randomUUID() };
  const input = bouncePaymentInput.parse({ ...ids, paymentId, bouncedOn: '2026-03-09', feeCents });
  return books.on(today, (tx, scope) => bouncePayment(tx, scope, input));
};
const unbounce = (paymentId: string, id = randomUUID()) =>
  books.on(today, (tx, scope) => unbouncePayment(tx, scope, { id, paymentId }));
const account = (leaseId: string, asOf?: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, asOf })));
const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));

describe('a payment of 2,100.00 that had not bounced after all', () => {
  test('leaves nothing open and no fee, and was there every day: −2,100 + 2,100 − 2,100 + 2,100', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 210_000);
    await bounce(paymentId, 450);
    expect((await open(leaseId)).openCents).toBe(210_450);
    await unbounce(paymentId);
    expect(await open(leaseId)).toMatchObject({ items: [], openCents: 0, creditCents: 0 });
    const days = ['2026-03-04', '2026-03-05', '2026-03-08', '2026-03-09', today];
    const balances = await Promise.all(
      days.map(async (day) => (await account(leaseId, day)).summary.balanceCents),
    );
    expect(balances).toEqual([210_000, 0, 0, 0, 0]);
    const { rows } = await account(leaseId);
    const payments = rows.filter((row) => row.type === 'payment');
    const standing = payments.filter((row) => row.creditCents > 0 && !row.isReversed);
    expect(standing.map((row) => [row.on, row.creditCents, row.replaces?.isBounced])).toEqual([
      ['2026-03-09', 210_000, true],
    ]);
  });

  test('settles what it had settled, not the oldest: March is paid again, January stays open', async () => {
    const leaseId = await enterLease(books, today);
    const march = (await open(leaseId)).items[2]?.chargeId ?? '';
    const paymentId = await pay(leaseId, 70_000, [march]);
    await bounce(paymentId);
    await unbounce(paymentId);
    const { items } = await open(leaseId);
    expect(items.map((item) => [item.periodFrom, item.openCents])).toEqual([
      ['2026-01-01', 70_000],
      ['2026-02-01', 70_000],
    ]);
  });

  test('bears no interest from 5 to 9 March: it had come on the 5th', async () => {
    const leaseId = await enterLease(books, today);
    const interestCents = async () => {
      const asked = interestInput.parse({ leaseId });
      const { interest } = await books.on(today, (tx, scope) => getInterest(tx, scope, asked));
      return interest?.result.interestCents;
    };
    const paymentId = await pay(leaseId, 210_000);
    const before = await interestCents();
    await bounce(paymentId);
    expect(await interestCents()).toBeGreaterThan(before ?? 0);
    await unbounce(paymentId);
    expect(await interestCents()).toBe(before);
  });

  test('comes back once, under one id, and may then bounce again', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 210_000);
    await expect(unbounce(paymentId)).rejects.toMatchObject({ code: 'payment.not_bounced' });
    await bounce(paymentId);
    const again = randomUUID();
    await unbounce(paymentId, again);
    await unbounce(paymentId, again);
    await expect(unbounce(paymentId)).rejects.toMatchObject({ code: 'payment.not_bounced' });
    expect((await account(leaseId)).summary.balanceCents).toBe(0);
    await bounce(again);
    expect((await account(leaseId)).summary.balanceCents).toBe(210_000);
  });
});
