import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withoutUndone } from '@/features/rent-account/statement-rules';
import {
  correctPayment,
  getAccount,
  listOpenItems,
  reallocatePayment,
  recordPayment,
  recordTransfer,
  refundCredit,
  returnPayment,
  reversePayment,
} from '@/ledger';
import {
  accountInput,
  correctPaymentInput,
  recordPaymentInput,
  recordTransferInput,
  refundCreditInput,
} from '@/ledger/inputs';
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

async function pay(leaseId: string, amountCents: number, more: Record<string, unknown> = {}) {
  const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents, ...more });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return input.id;
}

async function edit(paymentId: string, amountCents: number, more: Record<string, unknown> = {}) {
  const input = correctPaymentInput.parse({
    id: randomUUID(),
    paymentId,
    paidOn: today,
    amountCents,
    ...more,
  });
  await books.on(today, (tx, scope) => correctPayment(tx, scope, input));
  return input.id;
}

const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
const openByMonth = async (leaseId: string) =>
  Object.fromEntries((await open(leaseId)).items.map((item) => [item.periodFrom, item.openCents]));
const account = (leaseId: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId })));

describe('editing a payment', () => {
  test('700 € that were 750 €: January stays paid, February has 700 − 50 = 650 open; the account shows one payment', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 70_000);
    const id = await edit(paymentId, 75_000, { paidOn: '2026-03-02', reference: 'Miete Januar' });
    expect(await openByMonth(leaseId)).toEqual({ '2026-02-01': 65_000, '2026-03-01': 70_000 });
    const { rows, summary } = await account(leaseId);
    const shown = withoutUndone(rows).rows.filter((row) => row.type === 'payment');
    expect(shown).toMatchObject([
      {
        id,
        on: '2026-03-02',
        creditCents: 75_000,
        reference: 'Miete Januar',
        replaces: { id: paymentId, paidOn: today, amountCents: 70_000 },
      },
    ]);
    expect(withoutUndone(rows).rows[0]?.balanceCents).toBe(summary.balanceCents);
    expect(rows.find((row) => row.id === paymentId)).toMatchObject({ isReversed: true, isReplaced: true });
  });

  test('another note moves no cent: what was allocated by hand stays where it was', async () => {
    const leaseId = await enterLease(books, today);
    const { items } = await open(leaseId);
    const paymentId = await pay(leaseId, 90_000);
    const allocations = [
      { chargeId: items.at(-1)?.chargeId ?? '', amountCents: 60_000 },
      { chargeId: items[0]?.chargeId ?? '', amountCents: 30_000 },
    ];
    await books.on(today, (tx, scope) => reallocatePayment(tx, scope, { paymentId, allocations }));
    const before = await open(leaseId);
    await edit(paymentId, 90_000, { note: 'bar übergeben' });
    expect(await open(leaseId)).toEqual(before);
  });

  test('what a return let it settle it settles from that day on, also after the edit', async () => {
    const leaseId = await enterLease(books, today, { endsOn: '2026-01-31', isFixedTerm: true });
    const returned = await pay(leaseId, 70_000, { paidOn: '2026-01-05' });
    const other = await pay(leaseId, 70_000, { paidOn: '2026-01-20' });
    await books.on(today, (tx, scope) =>
      returnPayment(tx, scope, {
        id: randomUUID(),
        paymentId: returned,
        returnedOn: '2026-02-10',
        feeCents: 0,
        feeChargeId: randomUUID(),
        note: null,
      }),
    );
    const settledFrom = (paymentId: string) =>
      books.admin<{ on: string | null; cents: string }[]>`
        select effective_on::text as on, amount_cents as cents from hausbuch.allocation
        where payment_id = ${paymentId} and reverses_allocation_id is null`;
    expect(await settledFrom(other)).toMatchObject([{ on: '2026-02-10', cents: '70000' }]);
    const id = await edit(other, 70_000, { paidOn: '2026-01-20', note: 'bar übergeben' });
    expect(await settledFrom(id)).toMatchObject([{ on: '2026-02-10', cents: '70000' }]);
  });

  test('a smaller amount opens again what it no longer reaches, and another’s credit closes it', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 210_000);
    await pay(leaseId, 5_000);
    expect((await open(leaseId)).creditCents).toBe(5_000);
    await edit(paymentId, 200_000);
    // 210 − 200 = 10 open again, 5 of it paid from the credit
    expect(await open(leaseId)).toMatchObject({ openCents: 5_000, creditCents: 0 });
  });

  test('sent twice it is done once; a second edit of the same payment finds it corrected', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 70_000);
    const id = randomUUID();
    await edit(paymentId, 60_000, { id });
    await edit(paymentId, 60_000, { id });
    expect((await open(leaseId)).openCents).toBe(150_000);
    await expect(edit(paymentId, 1)).rejects.toMatchObject({ code: 'payment.already_reversed' });
    await edit(id, 70_000);
    expect((await open(leaseId)).openCents).toBe(140_000);
  });

  test('a refund out of it follows onto the corrected payment, or the correction is refused', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 220_000);
    const refund = refundCreditInput.parse({
      id: randomUUID(),
      leaseId,
      paidOn: today,
      amountCents: 10_000,
    });
    await books.on(today, (tx, scope) => refundCredit(tx, scope, refund));
    await edit(paymentId, 215_000);
    // 215 received − 10 refunded = 205 of 210 owed
    expect(await open(leaseId)).toMatchObject({ openCents: 5_000, creditCents: 0 });
    await edit(refund.id, 4_000);
    expect(await open(leaseId)).toMatchObject({ openCents: 0, creditCents: 1_000 });
    await expect(edit(paymentId, 1_000)).rejects.toMatchObject({ code: 'payment.already_reversed' });
  });

  test('of a transfer every part gets the new day; its amounts cannot change', async () => {
    const flat = await enterLease(books, today);
    const unitId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Garage', 'parking')`;
    const garage = await enterLease(books, today, { unitIds: [unitId] });
    const transfer = recordTransferInput.parse({
      id: randomUUID(),
      leaseIds: [flat, garage],
      paidOn: today,
      amountCents: 280_000,
    });
    await books.on(today, (tx, scope) => recordTransfer(tx, scope, transfer));
    const before = [await open(flat), await open(garage)];
    const [part] = (await account(flat)).rows.filter((row) => row.type === 'payment');
    const paymentId = part?.id ?? '';
    const cents = part?.creditCents ?? 0;
    await expect(edit(paymentId, cents + 1)).rejects.toMatchObject({ code: 'payment.part_of_transfer' });
    await edit(paymentId, cents, { paidOn: '2026-03-01' });
    expect([await open(flat), await open(garage)]).toEqual(before);
    for (const id of [flat, garage]) {
      const { rows } = await account(id);
      const [shown] = withoutUndone(rows).rows.filter((row) => row.type === 'payment');
      expect(shown?.on).toBe('2026-03-01');
    }
  });

  test('an opening credit, an undone payment and a day in the future are refused', async () => {
    const leaseId = await enterLease(books, today, { openingBalanceCents: -10_000 });
    const credit = (await account(leaseId)).rows.find((row) => row.method === 'opening_credit');
    await expect(edit(credit?.id ?? '', 1)).rejects.toMatchObject({ code: 'payment.cannot_correct' });
    const paymentId = await pay(leaseId, 70_000);
    await expect(edit(paymentId, 1, { paidOn: '2026-03-11' })).rejects.toMatchObject({
      code: 'payment.in_future',
    });
    await books.on(today, (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null }),
    );
    await expect(edit(paymentId, 1)).rejects.toMatchObject({ code: 'payment.already_reversed' });
  });
});
