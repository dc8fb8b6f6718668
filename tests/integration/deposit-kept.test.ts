import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createDeposit, recordMovement, reverseMovement } from '@/features/deposit/commands';
import { listDeposits } from '@/features/deposit/queries';
import { createDepositInput, listDepositsInput, recordMovementInput } from '@/features/deposit/schema';
import { getReport } from '@/features/statistics/report-queries';
import { reportFigures } from '@/features/statistics/report-rules';
import { reportInput } from '@/features/statistics/schema';
import { getAccount, listOpenItems, recordPayment, voidCharge } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const today = '2026-03-10';
type Movement = Omit<z.input<typeof recordMovementInput>, 'id' | 'depositId'>;

/** A lease of two months at 700, of which the tenant paid 700 and what is given, and a deposit of 2,100. */
async function movedOut(books: Books, february: number, form: 'cash' | 'guarantee' = 'cash') {
  const leaseId = await enterLease(books, today, { endsOn: '2026-02-28', isFixedTerm: true });
  for (const [paidOn, amountCents] of [
    ['2026-01-05', 70_000],
    ['2026-02-05', february],
  ] as const) {
    const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents });
    await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  }
  const depositId = randomUUID();
  const agreed = createDepositInput.parse({
    ...{ id: depositId, leaseId, form, agreedCents: 210_000, receivedOn: '2026-01-02' },
  });
  await books.on(today, (tx, scope) => createDeposit(tx, scope, agreed));
  const record = async (movement: Movement, id = randomUUID()) => {
    const input = recordMovementInput.parse({ id, depositId, ...movement });
    await books.on(today, (tx, scope) => recordMovement(tx, scope, input));
    return id;
  };
  const undo = (movementId: string) =>
    books.on(today, (tx, scope) => reverseMovement(tx, scope, { id: randomUUID(), movementId }));
  /** What a landlord reads: the account, what came in in the year, and the deposit. */
  const figures = () =>
    books.on(today, async (tx, scope) => {
      const { summary } = await getAccount(tx, scope, accountInput.parse({ leaseId }));
      const { items, creditCents } = await listOpenItems(tx, scope, leaseId);
      const report = await getReport(tx, scope, reportInput.parse({ from: '2026-01-01', to: '2026-12-31' }));
      const { moneyIn, received } = reportFigures(report);
      const { leases } = await listDeposits(tx, scope, listDepositsInput.parse({ leaseId }));
      return {
        balance: summary.balanceCents,
        open: items.map((item) => item.openCents),
        credit: creditCents,
        moneyIn: moneyIn.result,
        received: received.result,
        held: leases[0]?.balanceCents,
      };
    });
  return { leaseId, record, undo, figures };
}

const parquet = {
  kind: 'deduction',
  bookedOn: '2026-03-05',
  amountCents: 35_000,
  reason: 'Parkett',
} as const;
const rent = { ...parquet, amountCents: 12_000, reason: 'Miete Februar', settlesAccount: true } as const;

test('350 kept for damage and 120 for rent, 1.630 returned: nothing owed, 700 + 580 + 350 + 120 = 1.750 came in, nothing held', async () => {
  const books = await openBooks(database);
  const { record, undo, figures } = await movedOut(books, 58_000);
  const before = {
    ...{ balance: 12_000, open: [12_000], credit: 0 },
    ...{ moneyIn: 128_000, received: 128_000, held: 210_000 },
  };
  expect(await figures()).toEqual(before);
  const damage = await record(parquet);
  expect(await figures()).toEqual({ ...before, moneyIn: 163_000, held: 175_000 });
  const owed = await record(rent);
  await record({ kind: 'returned', bookedOn: '2026-03-06', amountCents: 163_000 });
  expect(await figures()).toEqual({
    ...{ balance: 0, open: [], credit: 0 },
    ...{ moneyIn: 175_000, received: 140_000, held: 0 },
  });
  await undo(damage);
  await undo(owed);
  expect(await figures()).toEqual({ ...before, held: 47_000 });
  await books.close();
});

test('what is kept for damage is on the account by its reason, on the day it was kept, leaves credit of 50 alone and goes with its deduction', async () => {
  const books = await openBooks(database);
  const { leaseId, record, figures } = await movedOut(books, 75_000);
  const chargeId = await record(parquet);
  expect(await figures()).toMatchObject({ balance: -5_000, open: [], credit: 5_000, moneyIn: 180_000 });
  const { rows } = await books.on(today, (tx, scope) =>
    getAccount(tx, scope, accountInput.parse({ leaseId })),
  );
  expect(rows.filter((row) => row.on === '2026-03-05')).toMatchObject([
    { type: 'payment', method: 'deposit', creditCents: 35_000 },
    { type: 'charge', kind: 'other', note: 'Parkett', debitCents: 35_000, state: 'paid' },
  ]);
  // Void on the account alone, what was kept would be credit that is paid out.
  await expect(
    books.on(today, (tx, scope) => voidCharge(tx, scope, { id: randomUUID(), chargeId })),
  ).rejects.toMatchObject({ code: 'payment.from_deposit' });
  await books.close();
});

test('350 drawn of a guarantee are none of the account until the bank has paid them, and came in once then', async () => {
  const books = await openBooks(database);
  const { leaseId, record, figures } = await movedOut(books, 70_000, 'guarantee');
  const before = await figures();
  await record(parquet);
  expect(await figures()).toEqual({ ...before, held: 175_000 });
  await expect(record({ ...parquet, settlesAccount: true })).rejects.toMatchObject({
    code: 'deposit.not_in_money',
  });
  const paid = { id: randomUUID(), leaseId, paidOn: '2026-03-09', amountCents: 35_000 };
  await books.on(today, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(paid)));
  expect((await figures()).moneyIn).toBe(before.moneyIn + 35_000);
  await books.close();
});

test('sent twice it is kept once; what was kept for damage is not then said to have paid the account', async () => {
  const books = await openBooks(database);
  const { record, figures } = await movedOut(books, 58_000);
  const id = await record(parquet);
  await record(parquet, id);
  expect(await figures()).toMatchObject({ moneyIn: 163_000, held: 175_000 });
  await expect(record({ ...parquet, settlesAccount: true }, id)).rejects.toMatchObject({
    code: 'already_exists',
  });
  await books.close();
});

test('whatever is paid and kept for whatever, it came in once and what is owed for other things stays; undone, all is as before', {
  timeout: 120_000,
}, async () => {
  const paid = fc.integer({ min: 1, max: 100_000 });
  const kept = fc.array(fc.integer({ min: 1, max: 52_500 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(paid, kept, fc.boolean(), async (february, parts, backwards) => {
      const books = await openBooks(database);
      try {
        const { record, undo, figures } = await movedOut(books, february);
        const before = await figures();
        const ids: string[] = [];
        for (const amountCents of parts) ids.push(await record({ ...parquet, amountCents }));
        const sum = parts.reduce((total, cents) => total + cents, 0);
        expect(await figures()).toEqual({
          ...before,
          moneyIn: before.moneyIn + sum,
          held: 210_000 - sum,
        });
        for (const id of backwards ? ids.toReversed() : ids) await undo(id);
        expect(await figures()).toEqual(before);
      } finally {
        await books.close();
      }
    }),
    { numRuns: 15 },
  );
});
