import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccount, listOpenItems, postCharge, recordPayment, voidCharge } from '@/ledger';
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

const post = async (leaseId: string, amountCents: number) => {
  const id = randomUUID();
  const input = postChargeInput.parse({ id, leaseId, kind: 'fee', dueOn: '2026-03-01', amountCents });
  await books.on(today, (tx, scope) => postCharge(tx, scope, input));
  return id;
};
const pay = (leaseId: string, amountCents: number) =>
  books.on(today, (tx, scope) => {
    const input = { id: randomUUID(), leaseId, paidOn: '2026-03-05', amountCents };
    return recordPayment(tx, scope, recordPaymentInput.parse(input));
  });
const cancel = (chargeId: string, id = randomUUID()) =>
  books.on(today, (tx, scope) => voidCharge(tx, scope, { id, chargeId }));
const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));

describe('a fee of 500.00 that should have been 50.00', () => {
  test('is taken back though it was paid: of 2,100 + 500 − 1,900 = 700 only 200 stay open', async () => {
    const leaseId = await enterLease(books, today);
    const fee = await post(leaseId, 50_000);
    await pay(leaseId, 190_000);
    expect((await open(leaseId)).openCents).toBe(70_000);
    const id = randomUUID();
    await cancel(fee, id);
    await cancel(fee, id);
    expect(await open(leaseId)).toMatchObject({ openCents: 20_000, creditCents: 0 });
    const { summary } = await books.on(today, (tx, scope) =>
      getAccount(tx, scope, accountInput.parse({ leaseId })),
    );
    expect(summary.balanceCents).toBe(20_000);
    await expect(cancel(fee)).rejects.toMatchObject({ code: 'charge.cannot_void' });
  });

  test('is not how a month of rent goes', async () => {
    const leaseId = await enterLease(books, today);
    const { items } = await open(leaseId);
    await expect(cancel(items[0]?.chargeId ?? '')).rejects.toMatchObject({ code: 'charge.cannot_void' });
  });
});
