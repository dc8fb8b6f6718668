import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { getOpenAccount } from '@/features/rent-account/open-account-queries';
import {
  getAccount,
  getPayment,
  listOpenItems,
  postCharge,
  reallocatePayment,
  recordPayment,
  recordTransfer,
  refundCredit,
  returnPayment,
  returnRefund,
  reversePayment,
  reversePayments,
  revertReturn,
} from '@/ledger';
import {
  accountInput,
  reallocatePaymentInput,
  recordPaymentInput,
  recordTransferInput,
  refundCreditInput,
  returnPaymentInput,
} from '@/ledger/inputs';
import { sumCents } from '@/lib/money';
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

const today = '2026-03-10';

const pay = async (leaseId: string, amountCents: number, more: Record<string, unknown> = {}) => {
  const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents, ...more });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return input.id;
};
const saidDifferently = [
  { amountCents: 1 },
  { paidOn: '2026-03-09' },
  { method: 'cash' },
  { reference: 'other' },
  { note: 'other' },
];
const move = (paymentId: string, allocations: { chargeId: string; amountCents: number }[]) =>
  books.on(today, (tx, scope) => reallocatePayment(tx, scope, { paymentId, allocations }));
const refund = (leaseId: string, amountCents: number, id = randomUUID()) =>
  books.on(today, (tx, scope) =>
    refundCredit(tx, scope, refundCreditInput.parse({ id, leaseId, paidOn: today, amountCents })),
  );
const giveBack = (paymentId: string, more: Partial<z.input<typeof returnPaymentInput>> = {}) => {
  const input = returnPaymentInput.parse({
    id: randomUUID(),
    paymentId,
    returnedOn: today,
    feeChargeId: randomUUID(),
    ...more,
  });
  return books.on(today, (tx, scope) => returnPayment(tx, scope, input));
};
const undo = (paymentId: string, id = randomUUID()) =>
  books.on(today, (tx, scope) => reversePayment(tx, scope, { id, paymentId, note: null }));
const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
/** What is open, by month of the rent. */
const openByMonth = async (leaseId: string) =>
  Object.fromEntries(
    (await open(leaseId)).items.map((item) => [item.periodFrom ?? item.kind, item.openCents]),
  );
const account = (leaseId: string, asOf?: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, asOf })));

async function addLease(name: string, netCents: number) {
  const unitId = randomUUID();
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${books.propertyId}, ${name}, 'parking')`;
  return enterLease(books, today, {
    unitIds: [unitId],
    rentLines: [{ component: 'net', amountCents: netCents, settlement: 'none' }],
  });
}

describe('what a payment settles, changed by hand,', () => {
  test('from January to March: January is open again, March is paid', async () => {
    const leaseId = await enterLease(books, today);
    const { items } = await open(leaseId);
    const paymentId = await pay(leaseId, 70_000);
    await move(paymentId, [{ chargeId: items[2]?.chargeId ?? '', amountCents: 70_000 }]);
    expect(await openByMonth(leaseId)).toEqual({ '2026-01-01': 70_000, '2026-02-01': 70_000 });
  });

  test('300 of 700 to March: the other 400 are credit and pay January at once', async () => {
    const leaseId = await enterLease(books, today);
    const { items } = await open(leaseId);
    const paymentId = await pay(leaseId, 70_000);
    await move(paymentId, [{ chargeId: items[2]?.chargeId ?? '', amountCents: 30_000 }]);
    expect(await openByMonth(leaseId)).toEqual({
      '2026-01-01': 30_000,
      '2026-02-01': 70_000,
      '2026-03-01': 40_000,
    });
  });

  test('onto a month another payment has settled: that payment goes on to what is open', async () => {
    const leaseId = await enterLease(books, today);
    const { items } = await open(leaseId);
    const first = await pay(leaseId, 70_000);
    const second = await pay(leaseId, 70_000);
    await move(first, [{ chargeId: items[1]?.chargeId ?? '', amountCents: 70_000 }]);
    const settles = async (id: string) => {
      const { charges } = await books.on(today, (tx, scope) => getPayment(tx, scope, id));
      return charges.filter((row) => row.settledCents > 0).map((row) => row.periodFrom);
    };
    expect([await settles(first), await settles(second)]).toEqual([['2026-02-01'], ['2026-01-01']]);
    expect(await openByMonth(leaseId)).toEqual({ '2026-03-01': 70_000 });
  });

  test('by two windows: the second, which saw January settled, is told, and March stays paid', async () => {
    const leaseId = await enterLease(books, today);
    const { items } = await open(leaseId);
    const paymentId = await pay(leaseId, 70_000);
    const [january, february, march] = items.map(({ chargeId }) => ({ chargeId, amountCents: 70_000 }));
    const from = (allocations: (typeof january)[]) =>
      books.on(today, (tx, scope) =>
        reallocatePayment(
          tx,
          scope,
          reallocatePaymentInput.parse({ paymentId, allocations, seen: [january] }),
        ),
      );
    const first = await from([march]);
    await expect(from([february])).rejects.toMatchObject({ code: 'version_conflict' });
    // The same again, by whoever got no answer.
    expect(await from([march])).toEqual(first);
    expect(await openByMonth(leaseId)).toEqual({ '2026-01-01': 70_000, '2026-02-01': 70_000 });
  });

  test('the same again writes nothing', async () => {
    const leaseId = await enterLease(books, today);
    const { items } = await open(leaseId);
    const paymentId = await pay(leaseId, 70_000);
    const target = [{ chargeId: items[1]?.chargeId ?? '', amountCents: 70_000 }];
    await move(paymentId, target);
    const count = () =>
      books.admin`select count(*)::int as count from hausbuch.allocation where payment_id = ${paymentId}`;
    const before = await count();
    await move(paymentId, target);
    expect(await count()).toEqual(before);
  });

  test('beyond the payment, beyond the charge, of another lease or of an undone payment is refused', async () => {
    const leaseId = await enterLease(books, today);
    const garage = await addLease('Garage', 5_000);
    const { items } = await open(leaseId);
    const january = items[0]?.chargeId ?? '';
    const small = await pay(leaseId, 10_000);
    const large = await pay(leaseId, 100_000);
    await expect(move(small, [{ chargeId: january, amountCents: 10_001 }])).rejects.toMatchObject({
      code: 'payment.exceeds_unallocated',
    });
    await expect(move(large, [{ chargeId: january, amountCents: 70_001 }])).rejects.toMatchObject({
      code: 'payment.exceeds_open',
      field: 'allocations.0.amountCents',
    });
    const foreign = (await open(garage)).items[0]?.chargeId ?? '';
    await expect(move(small, [{ chargeId: foreign, amountCents: 1 }])).rejects.toMatchObject({
      code: 'not_found',
    });
    await undo(small);
    await expect(move(small, [])).rejects.toMatchObject({ code: 'payment.already_reversed' });
  });
});

describe('a refund', () => {
  test('of 200 from 300 credit leaves 100, shows as money out, and the balance follows', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 240_000);
    await refund(leaseId, 20_000);
    const { rows, summary } = await account(leaseId);
    expect(summary).toMatchObject({ balanceCents: -10_000, creditCents: 10_000, openCents: 0 });
    expect(rows.find((row) => row.direction === 'out')).toMatchObject({ debitCents: 20_000, creditCents: 0 });
  });

  test('is said of the payment it came out of: of 300 without a charge 200 went back, 100 are credit; undone all are', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 210_000);
    const paymentId = await pay(leaseId, 30_000);
    const refundedOf = async () =>
      (await account(leaseId)).rows.find((row) => row.id === paymentId)?.refundedCents;
    expect(await refundedOf()).toBe(0);
    const id = randomUUID();
    await refund(leaseId, 20_000, id);
    expect(await refundedOf()).toBe(20_000);
    await undo(id);
    expect(await refundedOf()).toBe(0);
  });

  test('of more than the credit is refused, and nothing is kept of it', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 210_001);
    await expect(refund(leaseId, 2)).rejects.toMatchObject({ code: 'payment.exceeds_credit' });
    expect((await account(leaseId)).summary.creditCents).toBe(1);
  });

  test('sent twice is one refund; undone it is credit again', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 240_000);
    const id = randomUUID();
    await refund(leaseId, 30_000, id);
    await refund(leaseId, 30_000, id);
    expect((await account(leaseId)).summary.creditCents).toBe(0);
    await undo(id);
    expect((await account(leaseId)).summary).toMatchObject({ creditCents: 30_000, balanceCents: -30_000 });
  });

  test('of money that is then returned comes out of the newest other money: 300 are open again', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 210_000);
    const returned = await pay(leaseId, 30_000);
    await refund(leaseId, 30_000);
    await giveBack(returned);
    const { openCents, creditCents } = await open(leaseId);
    expect([openCents, creditCents]).toEqual([30_000, 0]);
    expect((await account(leaseId)).summary.balanceCents).toBe(30_000);
  });

  test('keeps the only money from being undone', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-04-01' });
    const only = await pay(leaseId, 30_000);
    await refund(leaseId, 30_000);
    await expect(undo(only)).rejects.toMatchObject({ code: 'payment.refunded' });
  });

  test('of the only money, which the bank then takes back: 300 of a lease from April and its fee are owed', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-04-01' });
    const only = await pay(leaseId, 30_000, { paidOn: '2026-03-02' });
    const refundId = randomUUID();
    await refund(leaseId, 30_000, refundId);
    await giveBack(only, { returnedOn: today, feeCents: 450 });
    expect(await brokenLaws(books)).toEqual([]);
    const { rows, summary } = await account(leaseId);
    expect(summary).toMatchObject({ balanceCents: 30_450, openCents: 30_450, creditCents: 0 });
    // 300 in, 300 out, 300 taken back; that they are owed stands beside what bears the refund, which is no money.
    expect(
      rows
        .map((row) => [
          row.kind ?? row.method,
          row.carriedKind,
          row.bearsRefund,
          row.debitCents,
          row.creditCents,
        ])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['account_transfer', null, true, 0, 30_000],
      ['fee', null, false, 450, 0],
      ['other', 'other', false, 30_000, 0],
      ['transfer', null, false, 0, 30_000],
      ['transfer', null, false, 30_000, 0],
      ['transfer', null, false, 30_000, 0],
    ]);
    expect((await account(leaseId, '2026-03-09')).summary).toMatchObject({ balanceCents: -30_000 });
    // What the tenant then pays settles it, and a choice of what it settles calls it by its name.
    const last = await pay(leaseId, 30_450);
    const { charges } = await books.on(today, (tx, scope) => getPayment(tx, scope, last));
    const settled = charges.map((row) => ({
      kind: row.kind,
      carried: row.carriedKind,
      cents: row.settledCents,
    }));
    expect(settled.toSorted((a, b) => a.cents - b.cents)).toEqual([
      { kind: 'fee', carried: null, cents: 450 },
      { kind: 'other', carried: 'other', cents: 30_000 },
    ]);
    expect((await account(leaseId)).summary).toMatchObject({ balanceCents: 0, openCents: 0, creditCents: 0 });
    expect(await brokenLaws(books)).toEqual([]);
  });

  test('whose money had not gone after all: nothing is owed, what was paid for it meanwhile is credit', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-04-01' });
    const only = await pay(leaseId, 30_000, { paidOn: '2026-03-02' });
    await refund(leaseId, 20_000);
    await giveBack(only, { returnedOn: '2026-03-09', feeCents: 450 });
    await pay(leaseId, 5_000);
    await books.on(today, (tx, scope) => revertReturn(tx, scope, { id: randomUUID(), paymentId: only }));
    expect(await brokenLaws(books)).toEqual([]);
    // 300 in, 200 out, 50 in.
    expect((await account(leaseId)).summary).toMatchObject({
      balanceCents: -15_000,
      openCents: 0,
      creditCents: 15_000,
    });
  });

  test('that never was, though the bank took its money back: nothing of it is owed', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-04-01' });
    const only = await pay(leaseId, 30_000, { paidOn: '2026-03-02' });
    const refundId = randomUUID();
    await refund(leaseId, 30_000, refundId);
    await giveBack(only, { returnedOn: today });
    await undo(refundId);
    expect(await brokenLaws(books)).toEqual([]);
    expect((await account(leaseId)).summary).toMatchObject({ balanceCents: 0, openCents: 0, creditCents: 0 });
  });

  test('of a transfer for flat and garage that the bank takes back is owed where it was paid out', async () => {
    const flat = await enterLease(books, today, { startsOn: '2026-04-01' });
    const garage = await addLease('Garage', 5_000);
    await pay(garage, 15_000);
    const transfer = recordTransferInput.parse({
      id: randomUUID(),
      leaseIds: [flat, garage],
      paidOn: today,
      amountCents: 30_000,
      parts: [
        { leaseId: flat, amountCents: 20_000 },
        { leaseId: garage, amountCents: 10_000 },
      ],
    });
    const { paymentIds } = await books.on(today, (tx, scope) => recordTransfer(tx, scope, transfer));
    await refund(flat, 20_000);
    await refund(garage, 10_000);
    await giveBack(paymentIds[0] ?? '');
    expect(await brokenLaws(books)).toEqual([]);
    expect((await account(flat)).summary).toMatchObject({ balanceCents: 20_000, openCents: 20_000 });
    // There the refund comes out of what had paid the rents.
    expect(await openByMonth(garage)).toEqual({ '2026-02-01': 5_000, '2026-03-01': 5_000 });
  });

  test('that came back and paid a rent, but had been delivered: the rent is open again', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 240_000);
    const refundId = randomUUID();
    await refund(leaseId, 30_000, refundId);
    await books.on(today, (tx, scope) =>
      returnRefund(tx, scope, { id: randomUUID(), paymentId: refundId, returnedOn: today }),
    );
    await books.on(today, (tx, scope) =>
      postCharge(tx, scope, {
        id: randomUUID(),
        leaseId,
        kind: 'other',
        dueOn: today,
        amountCents: 25_000,
        note: null,
      }),
    );
    expect((await account(leaseId)).summary).toMatchObject({ openCents: 0, creditCents: 5_000 });
    await books.on(today, (tx, scope) => revertReturn(tx, scope, { id: randomUUID(), paymentId: refundId }));
    expect(await brokenLaws(books)).toEqual([]);
    expect((await account(leaseId)).summary).toMatchObject({
      balanceCents: 25_000,
      openCents: 25_000,
      creditCents: 0,
    });
  });
});

describe('a returned payment', () => {
  test('is received on 5 March and gone on 9 March, with the bank’s fee of 4,50 to pay', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 210_000, { paidOn: '2026-03-05' });
    await giveBack(paymentId, { returnedOn: '2026-03-09', feeCents: 450 });
    const balances = await Promise.all(
      ['2026-03-04', '2026-03-05', '2026-03-09'].map(async (day) => (await account(leaseId, day)).summary),
    );
    expect(balances.map((summary) => summary.balanceCents)).toEqual([210_000, 0, 210_450]);
    const { rows } = await account(leaseId);
    expect(rows.map((row) => [row.on, row.isReturned, row.kind])).toEqual(
      expect.arrayContaining([
        ['2026-03-09', true, null],
        ['2026-03-09', false, 'fee'],
      ]),
    );
  });

  test('is told apart from an undone one, and is returned once', async () => {
    const leaseId = await enterLease(books, today);
    const [first, second] = [await pay(leaseId, 1_000), await pay(leaseId, 2_000)];
    await undo(first);
    await giveBack(second);
    const { rows } = await account(leaseId);
    const reversals = rows.filter((row) => row.reversesPaymentId);
    expect(
      reversals.map((row) => [row.debitCents, row.isReturned]).sort(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [1_000, false],
      [2_000, true],
    ]);
    await expect(giveBack(second)).rejects.toMatchObject({ code: 'payment.already_reversed' });
  });

  test('cannot be returned before it was paid, tomorrow, or when it went out', async () => {
    const leaseId = await enterLease(books, today);
    const paymentId = await pay(leaseId, 240_000, { paidOn: '2026-03-05' });
    await expect(giveBack(paymentId, { returnedOn: '2026-03-04' })).rejects.toMatchObject({
      code: 'payment.returned_before_paid',
    });
    await expect(giveBack(paymentId, { returnedOn: '2026-03-11' })).rejects.toMatchObject({
      code: 'payment.in_future',
    });
    const out = randomUUID();
    await refund(leaseId, 1_000, out);
    await expect(giveBack(out)).rejects.toMatchObject({ code: 'payment.cannot_return' });
  });
});

describe('one transfer for a flat and a garage', () => {
  const transfer = (leaseIds: string[], amountCents: number, more: Record<string, unknown> = {}) => {
    const input = recordTransferInput.parse({
      id: randomUUID(),
      leaseIds,
      paidOn: today,
      amountCents,
      ...more,
    });
    return books.on(today, (tx, scope) => recordTransfer(tx, scope, input));
  };

  test('of 800: the oldest due over both first – January (700 + 50), then 50 of February', async () => {
    const flat = await enterLease(books, today);
    const garage = await addLease('Garage', 5_000);
    const { parts, paymentIds } = await transfer([flat, garage], 80_000);
    const paid = new Map(parts.map((part) => [part.leaseId, part.amountCents]));
    expect((paid.get(flat) ?? 0) + (paid.get(garage) ?? 0)).toBe(80_000);
    const months = [await openByMonth(flat), await openByMonth(garage)];
    expect(months.map((month) => month['2026-01-01'])).toEqual([undefined, undefined]);
    const left = (month: string) => months.reduce((sum, row) => sum + (row[month] ?? 0), 0);
    expect([left('2026-02-01'), left('2026-03-01')]).toEqual([70_000, 75_000]);
    // What the message after it offers: one part takes all of it back.
    expect(paymentIds).toHaveLength(2);
    await books.on(today, (tx, scope) =>
      reversePayments(tx, scope, {
        payments: paymentIds.slice(0, 1).map((paymentId) => ({ id: randomUUID(), paymentId })),
      }),
    );
    expect([(await open(flat)).openCents, (await open(garage)).openCents]).toEqual([210_000, 15_000]);
  });

  test('of 3.000: what nothing takes stays as credit with the first lease', async () => {
    const flat = await enterLease(books, today);
    const garage = await addLease('Garage', 5_000);
    await transfer([flat, garage], 300_000);
    expect((await open(flat)).creditCents).toBe(300_000 - 210_000 - 15_000);
    expect((await open(garage)).creditCents).toBe(0);
  });

  test('split by hand, sent twice, is recorded once; another amount under its id is refused', async () => {
    const flat = await enterLease(books, today);
    const garage = await addLease('Garage', 5_000);
    const more = {
      id: randomUUID(),
      parts: [
        { leaseId: flat, amountCents: 60_000 },
        { leaseId: garage, amountCents: 20_000 },
      ],
    };
    await transfer([flat, garage], 80_000, more);
    await transfer([flat, garage], 80_000, more);
    expect((await open(garage)).creditCents).toBe(5_000);
    const [row] = await books.admin`
      select count(*)::int as count from hausbuch.payment where transfer_id = ${more.id}`;
    expect(row?.count).toBe(2);
    await expect(transfer([flat, garage], 80_001, { ...more, parts: null })).rejects.toMatchObject({
      code: 'payment.id_used_differently',
    });
    await expect(transfer([flat, garage], 80_001, { parts: more.parts })).rejects.toMatchObject({
      code: 'payment.parts_sum_differs',
    });
  });

  test('anything else said of it under its id is another transfer', async () => {
    const flat = await enterLease(books, today);
    const garage = await addLease('Garage', 5_000);
    const id = randomUUID();
    const parts = (first: number) => [
      { leaseId: flat, amountCents: first },
      { leaseId: garage, amountCents: 80_000 - first },
    ];
    await transfer([flat, garage], 80_000, { id, parts: parts(60_000), reference: 'rent' });
    for (const other of [
      { parts: parts(50_000) },
      { reference: 'other' },
      { note: 'x' },
      { method: 'cash' },
    ]) {
      await expect(
        transfer([flat, garage], 80_000, { id, parts: parts(60_000), reference: 'rent', ...other }),
      ).rejects.toMatchObject({ code: 'payment.id_used_differently' });
    }
  });

  test('undone by either part is undone in both', async () => {
    const flat = await enterLease(books, today);
    const garage = await addLease('Garage', 5_000);
    const before = [await open(flat), await open(garage)];
    const id = randomUUID();
    await transfer([flat, garage], 80_000, { id });
    const [part] = await books.admin<{ id: string }[]>`
      select id from hausbuch.payment where transfer_id = ${id} limit 1`;
    await undo(part?.id ?? '');
    expect([await open(flat), await open(garage)]).toEqual(before);
  });
});

test('a payment dated back to January settles what was oldest then, and every later balance falls by it', async () => {
  const leaseId = await enterLease(books, today);
  await pay(leaseId, 140_000, { paidOn: '2026-03-01' });
  const before = await account(leaseId, '2026-02-28');
  await pay(leaseId, 20_000, { paidOn: '2026-01-15' });
  const after = await account(leaseId, '2026-02-28');
  expect(before.summary.balanceCents - after.summary.balanceCents).toBe(20_000);
  expect(await openByMonth(leaseId)).toEqual({ '2026-03-01': 50_000 });
});

test.each(saidDifferently)('a payment sent again with %o is another one under the same id', async (other) => {
  const leaseId = await enterLease(books, today);
  const first = { id: randomUUID(), method: 'transfer', reference: 'rent', note: 'thanks' };
  await pay(leaseId, 100, first);
  await pay(leaseId, 100, first);
  await expect(pay(leaseId, 100, { ...first, ...other })).rejects.toMatchObject({
    code: 'payment.id_used_differently',
  });
  await expect(pay(leaseId, 100, { ...first, payerTenantId: books.tenantId })).rejects.toMatchObject({
    code: 'payment.id_used_differently',
  });
});

test('a payment sent again for other charges is another one under the same id', async () => {
  const leaseId = await enterLease(books, today);
  const charges = await books.admin<{ id: string }[]>`
    select id from hausbuch.charge where lease_id = ${leaseId} order by due_on`;
  const [one, other] = [charges[0]?.id ?? '', charges[1]?.id ?? ''];
  const first = { id: randomUUID(), chargeIds: [other] };
  await pay(leaseId, 100, first);
  await pay(leaseId, 100, first);
  for (const chargeIds of [[one], [], [other, one]]) {
    await expect(pay(leaseId, 100, { ...first, chargeIds })).rejects.toMatchObject({
      code: 'payment.id_used_differently',
    });
  }
});

test('a payment sent again has the answer of the first: what it settles, month by month, and what is left', async () => {
  const leaseId = await enterLease(books, today);
  const owedCents = Object.values(await openByMonth(leaseId));
  const amountCents = sumCents(owedCents) + 40_000;
  const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents });
  const record = () => books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  const first = await record();
  expect(first.creditCents).toBe(40_000);
  const ascending = (cents: number[]) => cents.toSorted((a, b) => a - b);
  expect(ascending(first.allocations.map((part) => part.amountCents))).toEqual(ascending(owedCents));
  expect(first.allocations.length).toBeGreaterThan(1);
  expect(await record()).toEqual(first);
});

test('who enters a payment is told what came in lately or was entered today and stands: not what was taken back, paid out or long ago', async () => {
  const leaseId = await enterLease(books, today);
  const longAgo = await pay(leaseId, 290_000, { paidOn: '2025-11-20' });
  await books.admin`update hausbuch.payment set recorded_at = recorded_at - interval '2 days' where id = ${longAgo}`;
  const justEntered = await pay(leaseId, 10_000, { paidOn: '2025-11-20' });
  const [stands, undone] = [
    await pay(leaseId, 70_000, { paidOn: '2026-03-04', method: 'cash' }),
    await pay(leaseId, 70_000),
  ];
  const id = randomUUID();
  await books.on(today, (tx, scope) => reversePayment(tx, scope, { id, paymentId: undone, note: null }));
  await refund(leaseId, 1_000);
  const { received } = await books.on(today, (tx, scope) => getOpenAccount(tx, scope, leaseId));
  expect(received).toMatchObject([
    { id: justEntered, paidOn: '2025-11-20', amountCents: 10_000 },
    { id: stands, paidOn: '2026-03-04', amountCents: 70_000, method: 'cash' },
  ]);
});
