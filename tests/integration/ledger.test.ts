import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enterRequest } from '@/db/scope';
import { voidLease } from '@/features/lease/commands';
import { endLease, previewEndLease } from '@/features/lease/term-commands';
import { agreeRent, postDueRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import { getAccount, listOpenItems, postCharge, recordPayment, reversePayment, waiveCharge } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
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

const pay = (day: string, leaseId: string, amountCents: number, more: Record<string, unknown> = {}) =>
  books.on(day, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: day, amountCents, ...more }),
    ),
  );

const open = (day: string, leaseId: string) =>
  books.on(day, (tx, scope) => listOpenItems(tx, scope, leaseId));

const account = (day: string, leaseId: string, more: Record<string, unknown> = {}) =>
  books.on(day, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, ...more })));

describe('posting', () => {
  test('January to March 2026 at 700 €: three charges, due on the third working day of Berlin', async () => {
    const leaseId = await enterLease(books, '2026-03-10');
    const { items } = await open('2026-03-10', leaseId);
    expect(items.map((item) => [item.periodFrom, item.dueOn, item.openCents])).toEqual([
      // 1 January is a holiday, 3 January a Saturday: 2, 5, 6 January.
      ['2026-01-01', '2026-01-06', 70_000],
      ['2026-02-01', '2026-02-04', 70_000],
      // International Women's Day (8 March) is a Sunday in 2026.
      ['2026-03-01', '2026-03-04', 70_000],
    ]);
  });

  test('a lease from 15 November owes 16 of 30 days: 700,00 × 16 ÷ 30 = 373,33, and keeps how', async () => {
    const leaseId = await enterLease(books, '2026-11-21', { startsOn: '2026-11-15' });
    const { rows } = await account('2026-11-21', leaseId);
    expect(rows[0]?.debitCents).toBe(37_333);
    expect(rows[0]?.basis).toEqual({
      method: 'calendar_days',
      segments: [
        {
          from: '2026-11-15',
          to: '2026-11-30',
          days: 16,
          basisDays: 30,
          fullCents: 70_000,
          amountCents: 37_333,
        },
      ],
    });
  });

  test('a lease since 2019 booked from this month: one rent and one opening balance, not seven years', async () => {
    const leaseId = await enterLease(books, '2026-11-21', {
      startsOn: '2019-03-15',
      bookedFrom: '2026-11-01',
      openingBalanceCents: 12_345,
    });
    const { rows, summary } = await account('2026-11-21', leaseId);
    expect(rows.map((row) => [row.kind, row.on, row.debitCents, row.balanceCents])).toEqual([
      ['rent', '2026-11-04', 70_000, 82_345],
      ['opening_balance', '2026-10-31', 12_345, 12_345],
    ]);
    expect(summary).toEqual({
      balanceCents: 82_345,
      openCents: 82_345,
      overdueCents: 82_345,
      creditCents: 0,
    });
  });

  test('an opening credit of 100 € pays the first rent: 700 − 100 = 600 open', async () => {
    const leaseId = await enterLease(books, '2026-11-21', {
      startsOn: '2019-03-15',
      bookedFrom: '2026-11-01',
      openingBalanceCents: -10_000,
    });
    const { openCents, creditCents } = await open('2026-11-21', leaseId);
    expect([openCents, creditCents]).toEqual([60_000, 0]);
  });

  test('posting again, later, and from four connections at once gives one charge a month', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    await Promise.all([1, 2, 3, 4].map(() => books.on('2026-04-02', (tx, scope) => postDueRent(tx, scope))));
    await books.on('2026-04-02', (tx, scope) => postDueRent(tx, scope));
    const { items } = await open('2026-04-02', leaseId);
    expect(items.map((item) => item.periodFrom)).toEqual([
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
    ]);
  });

  test('at 23:30 UTC on 31 March it is April in Berlin', async () => {
    const leaseId = await enterLease(books, '2026-03-10');
    const now = new Date('2026-03-31T23:30:00Z');
    await enterRequest(books.db, { ...books, now }, async ({ tx, scope }) => {
      if (scope) await postDueRent(tx, scope);
    });
    expect((await open('2026-04-01', leaseId)).items).toHaveLength(4);
  });
});

describe('payments', () => {
  test('1000 € on two open months of 700 € pays the older and leaves 400 € open', async () => {
    const leaseId = await enterLease(books, '2026-02-20');
    const answer = await pay('2026-02-20', leaseId, 100_000);
    expect(answer.allocations.map((part) => part.amountCents).sort((a, b) => a - b)).toEqual([
      30_000, 70_000,
    ]);
    const { items, openCents } = await open('2026-02-20', leaseId);
    expect(items.map((item) => [item.periodFrom, item.openCents])).toEqual([['2026-02-01', 40_000]]);
    expect(openCents).toBe(40_000);
  });

  test('the stated month is paid before an older one', async () => {
    const leaseId = await enterLease(books, '2026-02-20');
    const february = (await open('2026-02-20', leaseId)).items[1];
    await pay('2026-02-20', leaseId, 70_000, { chargeIds: [february?.chargeId] });
    expect((await open('2026-02-20', leaseId)).items.map((item) => item.periodFrom)).toEqual(['2026-01-01']);
  });

  test('800 € on one month of 700 €: 100 € credit, and February owes 600 €', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    const answer = await pay('2026-01-10', leaseId, 80_000);
    expect(answer.creditCents).toBe(10_000);
    await books.on('2026-02-01', (tx, scope) => postDueRent(tx, scope));
    const { openCents, creditCents } = await open('2026-02-01', leaseId);
    expect([openCents, creditCents]).toEqual([60_000, 0]);
  });

  test('the same payment sent three times at once is one payment', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    const id = randomUUID();
    await Promise.all([1, 2, 3].map(() => pay('2026-01-10', leaseId, 30_000, { id })));
    expect((await open('2026-01-10', leaseId)).openCents).toBe(40_000);
    await expect(pay('2026-01-10', leaseId, 30_001, { id })).rejects.toMatchObject({
      code: 'payment.id_used_differently',
    });
  });

  test('ten people record 50 € on one lease at once: 700 − 10 × 50 = 200 open', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    await Promise.all(Array.from({ length: 10 }, () => pay('2026-01-10', leaseId, 5_000)));
    expect((await open('2026-01-10', leaseId)).openCents).toBe(20_000);
  });

  test('undo opens what was settled and is itself done once', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    const { id } = await pay('2026-01-10', leaseId, 80_000);
    const undo = { id: randomUUID(), paymentId: id, note: null };
    await books.on('2026-01-11', (tx, scope) => reversePayment(tx, scope, undo));
    await books.on('2026-01-11', (tx, scope) => reversePayment(tx, scope, undo));
    const after = await open('2026-01-11', leaseId);
    expect([after.openCents, after.creditCents, after.balanceCents]).toEqual([70_000, 0, 70_000]);
    await expect(
      books.on('2026-01-11', (tx, scope) => reversePayment(tx, scope, { ...undo, id: randomUUID() })),
    ).rejects.toMatchObject({ code: 'payment.already_reversed' });
  });

  test('a payment of tomorrow and one on an unknown lease are refused', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    await expect(
      books.on('2026-01-10', (tx, scope) =>
        recordPayment(
          tx,
          scope,
          recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: '2026-01-11', amountCents: 1 }),
        ),
      ),
    ).rejects.toMatchObject({ code: 'payment.in_future' });
    await expect(pay('2026-01-10', randomUUID(), 100)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('corrections', () => {
  test('ending on 15 March: 700 × 15 ÷ 31 = 338,71; March is corrected only when confirmed', async () => {
    const leaseId = await enterLease(books, '2026-03-20');
    const end = {
      id: leaseId,
      version: 1,
      endsOn: '2026-03-15',
      noticeGivenOn: '2026-01-02',
      noticeReceivedOn: null,
      noticeBy: 'tenant' as const,
      correctPosted: false,
    };
    const difference = { month: '2026-03', postedCents: 70_000, owedCents: 33_871, differenceCents: -36_129 };
    const preview = await books.on('2026-03-20', (tx, scope) => previewEndLease(tx, scope, end));
    expect(preview.differences).toMatchObject([difference]);
    expect((await open('2026-03-20', leaseId)).openCents).toBe(210_000);
    await books.on('2026-03-20', (tx, scope) => endLease(tx, scope, { ...end, correctPosted: true }));
    // 700 + 700 + 338,71
    expect((await open('2026-03-20', leaseId)).openCents).toBe(173_871);
    await books.on('2026-04-05', (tx, scope) => postDueRent(tx, scope));
    expect((await open('2026-04-05', leaseId)).items).toHaveLength(3);
  });

  test('a rise to 750 € from February, confirmed in March: 50 + 50 more, the lower charge rows stay', async () => {
    const leaseId = await enterLease(books, '2026-03-10');
    await pay('2026-03-10', leaseId, 210_000);
    const answer = await books.on('2026-03-11', (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({
          id: randomUUID(),
          leaseId,
          validFrom: '2026-02-01',
          reason: 'agreed',
          lines: [{ component: 'net', amountCents: 75_000, settlement: 'none' }],
          correctPosted: true,
        }),
      ),
    );
    expect(answer.differences.map((row) => row.differenceCents)).toEqual([5_000, 5_000]);
    const { rows, summary } = await account('2026-03-11', leaseId);
    expect(summary.openCents).toBe(10_000);
    expect(
      rows
        .filter((row) => row.type === 'charge')
        .map((row) => row.debitCents)
        .sort((a, b) => a - b),
    ).toEqual([5_000, 5_000, 70_000, 70_000, 70_000]);
  });

  test('a cut after payment gives the surplus back as credit: 700 paid, 600 owed, 100 pays February', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    await pay('2026-01-10', leaseId, 70_000);
    await books.on('2026-01-12', (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({
          id: randomUUID(),
          leaseId,
          validFrom: '2026-01-02',
          reason: 'agreed',
          lines: [{ component: 'net', amountCents: 59_667, settlement: 'none' }],
          correctPosted: true,
        }),
      ),
    );
    // 700,00 × 1 ÷ 31 + 596,67 × 30 ÷ 31 = 600,00
    expect(await open('2026-01-12', leaseId)).toMatchObject({ openCents: 0, creditCents: 10_000 });
    await books.on('2026-02-01', (tx, scope) => postDueRent(tx, scope));
    expect((await open('2026-02-01', leaseId)).openCents).toBe(49_667);
  });

  test('a waiver closes what is open and says so', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    await pay('2026-01-10', leaseId, 20_000);
    const chargeId = (await open('2026-01-10', leaseId)).items[0]?.chargeId ?? '';
    const waiver = { id: randomUUID(), chargeId, amountCents: null, reason: 'Wasserschaden' };
    await books.on('2026-01-10', (tx, scope) => waiveCharge(tx, scope, waiver));
    await books.on('2026-01-10', (tx, scope) => waiveCharge(tx, scope, waiver));
    const { rows, summary } = await account('2026-01-10', leaseId);
    expect(summary).toMatchObject({ openCents: 0, balanceCents: 0 });
    expect(rows.find((row) => row.id === chargeId)?.state).toBe('waived');
  });

  test('voiding reverses the charges and frees the unit; with a payment it is refused', async () => {
    const leaseId = await enterLease(books, '2026-02-20');
    const { id } = await pay('2026-02-20', leaseId, 100);
    const voiding = () =>
      books.on('2026-02-20', (tx, scope) => voidLease(tx, scope, { id: leaseId, version: 1 }));
    await expect(voiding()).rejects.toMatchObject({ code: 'lease.has_payments' });
    await books.on('2026-02-20', (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId: id, note: null }),
    );
    await voiding();
    expect(await open('2026-02-20', leaseId)).toMatchObject({ openCents: 0, balanceCents: 0 });
    await enterLease(books, '2026-02-20');
  });

  test('a one-off charge is settled by waiting credit', async () => {
    const leaseId = await enterLease(books, '2026-01-10');
    await pay('2026-01-10', leaseId, 75_000);
    await books.on('2026-01-12', (tx, scope) =>
      postCharge(tx, scope, {
        id: randomUUID(),
        leaseId,
        kind: 'fee',
        dueOn: '2026-01-20',
        amountCents: 2_000,
        note: 'Schlüssel',
      }),
    );
    expect(await open('2026-01-12', leaseId)).toMatchObject({ openCents: 0, creditCents: 3_000 });
  });
});

describe('leases', () => {
  test('two leases never share a unit on a day; the day after is free', async () => {
    await enterLease(books, '2026-01-10', { endsOn: '2026-06-30' });
    await expect(enterLease(books, '2026-01-10', { startsOn: '2026-06-30' })).rejects.toThrow();
    await enterLease(books, '2026-01-10', { startsOn: '2026-07-01' });
  });
});

test('the account pages by key and its balance as of a day is the replay up to it', async () => {
  const leaseId = await enterLease(books, '2026-06-15');
  for (const day of ['2026-02-05', '2026-03-05', '2026-04-07']) await pay(day, leaseId, 65_000);
  const whole = await account('2026-06-15', leaseId);
  const paged = [];
  let cursor: string | null | undefined;
  do {
    const page = await account('2026-06-15', leaseId, { limit: 2, cursor });
    paged.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor);
  expect(paged.map((row) => row.id)).toEqual(whole.rows.map((row) => row.id));
  for (const row of whole.rows) {
    const upTo = await account('2026-06-15', leaseId, { asOf: row.on });
    const replay = whole.rows
      .filter((other) => other.on <= row.on)
      .reduce((sum, other) => sum + other.debitCents - other.creditCents, 0);
    expect(upTo.summary.balanceCents).toBe(replay);
    expect(upTo.rows[0]?.balanceCents).toBe(replay);
  }
});
