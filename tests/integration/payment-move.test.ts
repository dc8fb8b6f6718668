import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getInterest } from '@/features/arrears/interest-queries';
import { interestInput } from '@/features/arrears/schema';
import { voidLease } from '@/features/lease/commands';
import {
  getAccount,
  listOpenItems,
  movePayment,
  recordPayment,
  recordTransfer,
  refundCredit,
  returnPayment,
  reversePayment,
} from '@/ledger';
import {
  accountInput,
  recordPaymentInput,
  recordTransferInput,
  refundCreditInput,
  returnPaymentInput,
} from '@/ledger/inputs';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const today = '2026-03-10';
let database: TestDatabase;
let books: Books;
let wrong: string;
let right: string;

/** A lease of another tenant, 800 € from January on, beside the one of 700 €. */
async function enterNeighbour() {
  const [unitId, tenantId] = [randomUUID(), randomUUID()];
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${books.propertyId}, ${`Nachbar ${unitId}`}, 'apartment')`;
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language)
    values (${books.portfolioId}, ${tenantId}, 'person', 'Nachbar', 'Nora', 'de')`;
  return enterLease(books, today, {
    unitIds: [unitId],
    tenantIds: [tenantId],
    rentLines: [{ component: 'net', amountCents: 80_000, settlement: 'none' }],
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  wrong = await enterLease(books, today);
  right = await enterNeighbour();
});
afterEach(async () => {
  expect(await brokenLaws(books)).toEqual([]);
  await books.close();
});
afterAll(() => database.drop());

const pay = async (leaseId: string, amountCents: number, paidOn = today) => {
  const id = randomUUID();
  const input = recordPaymentInput.parse({ id, leaseId, paidOn, amountCents, payerTenantId: null });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return id;
};
const move = (paymentId: string, leaseId: string, id = randomUUID()) =>
  books.on(today, (tx, scope) => movePayment(tx, scope, { id, paymentId, leaseId })).then(() => id);
const open = async (leaseId: string) => {
  const { items, creditCents } = await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
  return { items: items.map((item) => item.openCents), creditCents };
};
const account = (leaseId: string, asOf?: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, asOf })));

test('750 € of 7 January go: 2.100 open here again, there January’s 800 has 50 left; as of every day since', async () => {
  const paymentId = await pay(wrong, 75_000, '2026-01-07');
  expect((await open(wrong)).items).toEqual([65_000, 70_000]);
  const id = await move(paymentId, right);
  expect((await open(wrong)).items).toEqual([70_000, 70_000, 70_000]);
  expect((await open(right)).items).toEqual([5_000, 80_000, 80_000]);
  expect((await account(right, '2026-01-07')).summary).toMatchObject({
    balanceCents: 5_000,
    openCents: 5_000,
  });
  expect((await account(wrong, '2026-01-07')).summary).toMatchObject({ balanceCents: 70_000 });
  const [moved] = (await account(right)).rows.filter((row) => row.id === id);
  expect(moved).toMatchObject({ on: '2026-01-07', creditCents: 75_000, replacesPaymentId: paymentId });
  expect(moved?.replaces?.leaseId).toBe(wrong);
  const gone = (await account(wrong)).rows.filter((row) => row.type === 'payment');
  expect(gone.map((row) => row.isMoved)).toEqual([true, true]);
  // Interest there runs as if it had come at once: on 50 € from 8 January on.
  const interest = await books.on(today, (tx, scope) =>
    getInterest(tx, scope, interestInput.parse({ leaseId: right, through: '2026-01-31' })),
  );
  // 800 × 6,27 % × 1 ÷ 365 = 0,137; 50 × 6,27 % × 24 ÷ 365 = 0,206
  expect(interest.interest?.result.interestCents).toBe(14 + 21);
});

test('sent twice it is moved once; under its id nothing else is; moved back, both accounts stand as before', async () => {
  const paymentId = await pay(wrong, 75_000);
  const before = [await open(wrong), await open(right)];
  const id = await move(paymentId, right);
  await move(paymentId, right, id);
  await expect(move(paymentId, right)).rejects.toMatchObject({ code: 'payment.already_reversed' });
  await move(id, wrong);
  expect([await open(wrong), await open(right)]).toEqual(before);
  const events = await books.admin`select action, before ->> 'leaseId' as "from", after ->> 'leaseId' as "to"
    from hausbuch.audit_event where portfolio_id = ${books.portfolioId} and action = 'payment.move' order by at, id`;
  expect([...events]).toEqual([
    { action: 'payment.move', from: wrong, to: right },
    { action: 'payment.move', from: right, to: wrong },
  ]);
});

test('undone where it stands now, it is gone from both', async () => {
  const id = await move(await pay(wrong, 75_000), right);
  await books.on(today, (tx, scope) =>
    reversePayment(tx, scope, { id: randomUUID(), paymentId: id, note: null }),
  );
  expect((await open(wrong)).items).toEqual([70_000, 70_000, 70_000]);
  expect((await open(right)).items).toEqual([80_000, 80_000, 80_000]);
});

test('credit that waited here closes what the moved money had paid', async () => {
  const first = await pay(wrong, 210_000);
  await pay(wrong, 30_000);
  expect(await open(wrong)).toEqual({ items: [], creditCents: 30_000 });
  await move(first, right);
  expect(await open(wrong)).toEqual({ items: [40_000, 70_000, 70_000], creditCents: 0 });
  expect((await open(right)).items).toEqual([30_000]);
});

test('of a transfer over two leases one part goes to a third; undone by any part, all are', async () => {
  const third = await enterNeighbour();
  const input = recordTransferInput.parse({
    id: randomUUID(),
    leaseIds: [wrong, right],
    paidOn: today,
    amountCents: 30_000,
    parts: [
      { leaseId: wrong, amountCents: 10_000 },
      { leaseId: right, amountCents: 20_000 },
    ],
  });
  await books.on(today, (tx, scope) => recordTransfer(tx, scope, input));
  const [part] = await books.admin`select id from hausbuch.payment
    where portfolio_id = ${books.portfolioId} and transfer_id = ${input.id} and lease_id = ${wrong}`;
  const id = await move(part?.id, third);
  expect((await open(wrong)).items[0]).toBe(70_000);
  expect((await open(right)).items[0]).toBe(60_000);
  expect((await open(third)).items[0]).toBe(70_000);
  await books.on(today, (tx, scope) =>
    reversePayment(tx, scope, { id: randomUUID(), paymentId: id, note: null }),
  );
  expect((await open(right)).items[0]).toBe(80_000);
  expect((await open(third)).items[0]).toBe(80_000);
});

test('refused: to its own lease, to one that is void or unknown, a refund, and what was returned or undone', async () => {
  const paymentId = await pay(wrong, 240_000);
  await expect(move(paymentId, wrong)).rejects.toMatchObject({ code: 'payment.moved_nowhere' });
  await expect(move(paymentId, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  const gone = await enterNeighbour();
  await books.on(today, (tx, scope) => voidLease(tx, scope, { id: gone, version: 1 }));
  await expect(move(paymentId, gone)).rejects.toMatchObject({ code: 'lease.voided' });
  const refundId = randomUUID();
  const refund = refundCreditInput.parse({
    id: refundId,
    leaseId: wrong,
    paidOn: today,
    amountCents: 10_000,
  });
  await books.on(today, (tx, scope) => refundCredit(tx, scope, refund));
  await expect(move(refundId, right)).rejects.toMatchObject({ code: 'payment.cannot_move' });
  // What went back to the tenant here cannot go there as well.
  await expect(move(paymentId, right)).rejects.toMatchObject({ code: 'payment.refunded' });
  const returnedId = await pay(right, 5_000);
  const returned = returnPaymentInput.parse({
    id: randomUUID(),
    paymentId: returnedId,
    returnedOn: today,
    feeChargeId: randomUUID(),
  });
  await books.on(today, (tx, scope) => returnPayment(tx, scope, returned));
  await expect(move(returnedId, wrong)).rejects.toMatchObject({ code: 'payment.already_reversed' });
});
