import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { plantCategories } from '@/features/category/commands';
import { listCategories } from '@/features/category/queries';
import {
  createRecurring,
  deleteAmount,
  endRecurring,
  pauseRecurring,
  postAhead,
  postDueTransactions,
  resumeRecurring,
  setAmount,
  updateRecurring,
  voidRecurring,
} from '@/features/recurring/commands';
import { getRecurring, listComing, listRecurring } from '@/features/recurring/queries';
import { dueDays } from '@/features/recurring/rules';
import { createRecurringInput, setAmountInput, updateRecurringInput } from '@/features/recurring/schema';
import { getOutlook } from '@/features/statistics/outlook-queries';
import { removeTransaction, updateTransaction } from '@/features/transaction/commands';
import { getTransaction, listTransactions } from '@/features/transaction/queries';
import { listTransactionsInput, updateTransactionInput } from '@/features/transaction/schema';
import { postBookingsEverywhere } from '@/jobs/due-bookings';
import { addDays } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { type Books, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
let insuranceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  insuranceId = await books.on('2026-01-01', async (tx, scope) => {
    await plantCategories(tx, scope);
    const rows = await listCategories(tx, scope, 'active');
    return rows.find((row) => row.code === 'insurance')?.id ?? '';
  });
});
afterEach(() => books.close());
afterAll(() => database.drop());

/** 100 € on the 31st of each month from 31 January 2026 on the property, unless told otherwise. */
const parse = (overrides: Partial<z.input<typeof createRecurringInput>> = {}) =>
  createRecurringInput.parse({
    id: randomUUID(),
    propertyId: books.propertyId,
    direction: 'expense',
    categoryId: insuranceId,
    title: 'Gebäudeversicherung',
    everyMonths: 1,
    startsOn: '2026-01-31',
    anchorDay: 31,
    amountCents: 10_000,
    ...overrides,
  });

async function enter(day: string, overrides: Partial<z.input<typeof createRecurringInput>> = {}) {
  const input = parse(overrides);
  await books.on(day, (tx, scope) => createRecurring(tx, scope, input));
  return input.id;
}

const post = (day: string) => books.on(day, (tx, scope) => postDueTransactions(tx, scope));
const versionOf = (id: string) =>
  books.on('2026-01-01', async (tx, scope) => (await getRecurring(tx, scope, id)).version);

/** What stands of an item: due day and amount, oldest first. */
async function booked(id: string): Promise<[string | null, number][]> {
  const { rows } = await books.on('2030-01-01', (tx, scope) =>
    listTransactions(tx, scope, listTransactionsInput.parse({ recurringId: id, limit: 200 })),
  );
  return rows.map((row): [string | null, number] => [row.dueOn, row.amountCents]).reverse();
}

/** Every row of the item that was ever written, reversals and all. */
const written = (id: string) =>
  books.admin<{ dueOn: string; cents: number }[]>`
    select to_char(due_on, 'YYYY-MM-DD') as "dueOn", amount_cents::int as cents from hausbuch.transaction
    where portfolio_id = ${books.portfolioId} and recurring_id = ${id} order by 1, 2`;

describe('posting', () => {
  test('what is due when an item is entered is booked at once: 31 Jan, 28 Feb, 31 Mar', async () => {
    const id = await enter('2026-04-10');
    expect(await booked(id)).toEqual([
      ['2026-01-31', 10_000],
      ['2026-02-28', 10_000],
      ['2026-03-31', 10_000],
    ]);
  });

  test('without the past it begins today: 31 March is booked, what was before is not', async () => {
    const id = await enter('2026-03-31', { postPast: false });
    await post('2026-04-30');
    expect(await booked(id)).toEqual([
      ['2026-03-31', 10_000],
      ['2026-04-30', 10_000],
    ]);
  });

  test('running again, later, and from four connections at once books each due day once', async () => {
    const id = await enter('2026-01-10');
    await Promise.all([1, 2, 3, 4].map(() => post('2026-03-31')));
    await post('2026-03-31');
    expect((await booked(id)).map(([day]) => day)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(await written(id)).toHaveLength(3);
  });

  test('reports what it booked: one expense of 100 € and an income of 40 €', async () => {
    const rows = await books.on('2026-01-01', (tx, scope) => listCategories(tx, scope, 'active'));
    const income = rows.find((row) => row.code === 'other_income')?.id ?? '';
    await enter('2026-01-10');
    await enter('2026-01-10', { direction: 'income', categoryId: income, amountCents: 4_000 });
    expect(await post('2026-01-31')).toEqual({
      items: 2,
      transactions: 2,
      incomeCents: 4_000,
      expenseCents: 10_000,
    });
  });

  test('what was taken back by hand is not booked again', async () => {
    const id = await enter('2026-02-10');
    const { rows } = await books.on('2026-02-10', (tx, scope) =>
      listTransactions(tx, scope, listTransactionsInput.parse({ recurringId: id })),
    );
    await books.on('2026-02-10', (tx, scope) =>
      removeTransaction(tx, scope, { id: randomUUID(), transactionId: rows[0]?.id ?? '' }),
    );
    await post('2026-02-28');
    expect(await booked(id)).toEqual([['2026-02-28', 10_000]]);
  });

  test('carries VAT: 119,00 € at 19 % contain 19,00 €', async () => {
    const id = await enter('2026-01-31', { amountCents: 11_900, vatRateBp: 1_900 });
    const [row] =
      await books.admin`select vat_cents::int as vat from hausbuch.transaction where recurring_id = ${id}`;
    expect(row?.vat).toBe(1_900);
  });

  test('the job books in every portfolio that has something due, once, and then finds none', async () => {
    const id = await enter('2026-01-10');
    const morning = new Date('2026-02-28T06:00:00Z');
    const both = await Promise.all([
      postBookingsEverywhere(books.db, morning),
      postBookingsEverywhere(books.db, morning),
    ]);
    expect(both.map((report) => report.failed)).toEqual([0, 0]);
    expect(await booked(id)).toHaveLength(2);
    expect(await postBookingsEverywhere(books.db, morning)).toEqual({ portfolios: 0, failed: 0 });
  });
});

describe('changing an item', () => {
  test('110 € from 1 March: January and February keep 100 €, March has 110 €', async () => {
    const id = await enter('2026-02-28');
    await books.on('2026-02-28', (tx, scope) =>
      setAmount(
        tx,
        scope,
        setAmountInput.parse({ recurringId: id, version: 1, validFrom: '2026-03-01', amountCents: 11_000 }),
      ),
    );
    await post('2026-03-31');
    expect(await booked(id)).toEqual([
      ['2026-01-31', 10_000],
      ['2026-02-28', 10_000],
      ['2026-03-31', 11_000],
    ]);
  });

  test('110 € from 1 February, entered in March: listed, and corrected only when confirmed', async () => {
    const id = await enter('2026-03-31');
    const raise = (version: number, correctPosted: boolean) =>
      books.on('2026-04-01', (tx, scope) =>
        setAmount(
          tx,
          scope,
          setAmountInput.parse({
            recurringId: id,
            version,
            validFrom: '2026-02-01',
            amountCents: 11_000,
            correctPosted,
          }),
        ),
      );
    const { differences } = await raise(1, false);
    expect(differences.map(({ dueOn, postedCents, dueCents }) => [dueOn, postedCents, dueCents])).toEqual([
      ['2026-02-28', 10_000, 11_000],
      ['2026-03-31', 10_000, 11_000],
    ]);
    expect((await booked(id)).map(([, cents]) => cents)).toEqual([10_000, 10_000, 10_000]);
    await raise(2, true);
    expect((await booked(id)).map(([, cents]) => cents)).toEqual([10_000, 11_000, 11_000]);
    expect((await raise(3, true)).differences).toEqual([]);
  });

  test('a later amount can be taken out again, the first cannot', async () => {
    const id = await enter('2026-01-10');
    const amount = (validFrom: string) => ({ recurringId: id, validFrom });
    await books.on('2026-01-10', (tx, scope) =>
      setAmount(tx, scope, setAmountInput.parse({ ...amount('2026-06-01'), version: 1, amountCents: 1 })),
    );
    await expect(
      books.on('2026-01-10', (tx, scope) => deleteAmount(tx, scope, { ...amount('2026-01-31'), version: 2 })),
    ).rejects.toMatchObject({ code: 'recurring.first_amount' });
    await books.on('2026-01-10', (tx, scope) =>
      deleteAmount(tx, scope, { ...amount('2026-06-01'), version: 2 }),
    );
    const { amounts } = await books.on('2026-01-10', (tx, scope) => getRecurring(tx, scope, id));
    expect(amounts).toEqual([{ validFrom: '2026-01-31', amountCents: 10_000, vatRateBp: 0 }]);
  });

  test('a pause is not caught up: paused in February, resumed in May, March and April are left out', async () => {
    const id = await enter('2026-02-10');
    await books.on('2026-02-10', (tx, scope) => pauseRecurring(tx, scope, { id, version: 1 }));
    await post('2026-04-30');
    await books.on('2026-05-02', (tx, scope) => resumeRecurring(tx, scope, { id, version: 2 }));
    await post('2026-05-31');
    expect((await booked(id)).map(([day]) => day)).toEqual(['2026-01-31', '2026-05-31']);
  });

  test('an end in the past offers to take back what is later, and may be taken back itself', async () => {
    const id = await enter('2026-04-30');
    const end = (version: number, endsOn: string | null, removeLater: boolean) =>
      books.on('2026-05-10', (tx, scope) => endRecurring(tx, scope, { id, version, endsOn, removeLater }));
    expect((await end(1, '2026-02-28', false)).later).toBe(2);
    expect(await booked(id)).toHaveLength(4);
    await end(2, '2026-02-28', true);
    await post('2026-06-30');
    expect((await booked(id)).map(([day]) => day)).toEqual(['2026-01-31', '2026-02-28']);
    const { state, nextDueOn } = await books.on('2026-06-30', (tx, scope) => getRecurring(tx, scope, id));
    expect([state, nextDueOn]).toEqual(['ended', null]);
  });

  test('an item entered by mistake disappears with everything it had booked', async () => {
    const id = await enter('2026-03-31');
    const { removed } = await books.on('2026-04-01', (tx, scope) =>
      voidRecurring(tx, scope, { id, version: 1 }),
    );
    expect(removed).toBe(3);
    expect(await booked(id)).toEqual([]);
    await post('2026-12-31');
    expect(await written(id)).toHaveLength(6);
    const listed = await books.on('2026-04-01', (tx, scope) =>
      listRecurring(tx, scope, { propertyId: books.propertyId }),
    );
    expect(listed).toEqual([]);
  });

  test('a new rhythm keeps what is booked; the place stays once something is', async () => {
    const id = await enter('2026-02-28');
    const change = (more: Record<string, unknown>) =>
      books.on('2026-03-01', async (tx, scope) => {
        const { amountCents, vatRateBp, postPast, ...item } = parse({ id });
        const version = (await getRecurring(tx, scope, id)).version;
        return updateRecurring(tx, scope, updateRecurringInput.parse({ ...item, version, ...more }));
      });
    await change({ everyMonths: 3, title: 'Versicherung Haus' });
    await post('2026-07-31');
    expect((await booked(id)).map(([day]) => day)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-04-30',
      '2026-07-31',
    ]);
    await expect(change({ propertyId: null })).rejects.toMatchObject({ code: 'recurring.place_is_posted' });
    await change({ unitId: books.unitId });
  });

  /** Entered on `day` with `before`, then moved to `after` the same day. */
  const moved = async (day: string, before: Record<string, unknown>, after: Record<string, unknown>) => {
    const id = await enter(day, before);
    const { amountCents, vatRateBp, postPast, ...item } = parse({ id, ...after });
    const update = updateRecurringInput.parse({ ...item, version: await versionOf(id) });
    await books.on(day, (tx, scope) => updateRecurring(tx, scope, update));
    return id;
  };
  const daysOf = async (id: string) => (await booked(id)).map(([day]) => day);

  test('moved from the 1st to the 15th on 5 March, March is not booked twice: 3 × 100, next on 15 April', async () => {
    const id = await moved(
      '2026-03-05',
      { startsOn: '2026-01-01', anchorDay: 1 },
      { startsOn: '2026-01-15', anchorDay: 15 },
    );
    const coming = await books.on('2026-03-05', (tx, scope) => listComing(tx, scope, '2026-04-30'));
    expect(coming.map(({ dueOn }) => dueOn)).toEqual(['2026-04-15']);
    expect(await books.on('2026-03-05', (tx, scope) => getRecurring(tx, scope, id))).toMatchObject({
      nextDueOn: '2026-04-15',
    });
    for (const day of ['2026-03-20', '2026-04-15']) await post(day);
    expect(await daysOf(id)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-15']);
  });

  test('moved from the 20th to the 10th on 15 March, March is booked on the 10th and not left out', async () => {
    const id = await moved(
      '2026-03-15',
      { startsOn: '2026-01-20', anchorDay: 20 },
      { startsOn: '2026-01-10', anchorDay: 10 },
    );
    expect(await daysOf(id)).toEqual(['2026-01-20', '2026-02-20', '2026-03-10']);
    await post('2026-04-15');
    expect((await daysOf(id)).at(-1)).toBe('2026-04-10');
    expect(await daysOf(id)).toHaveLength(4);
  });

  test('entered on 15 March without the past, and moved from the 1st to the 3rd, March stays out', async () => {
    const id = await moved(
      '2026-03-15',
      { startsOn: '2026-01-01', anchorDay: 1, postPast: false },
      { startsOn: '2026-01-03', anchorDay: 3 },
    );
    await post('2026-04-15');
    expect(await daysOf(id)).toEqual(['2026-04-03']);
  });

  test('an old version is refused', async () => {
    const id = await enter('2026-01-10');
    await books.on('2026-01-10', (tx, scope) => pauseRecurring(tx, scope, { id, version: 1 }));
    await expect(
      books.on('2026-01-10', (tx, scope) => resumeRecurring(tx, scope, { id, version: 1 })),
    ).rejects.toMatchObject({ code: 'version_conflict' });
    expect(await versionOf(id)).toBe(2);
  });

  test('sending the same item twice enters it once', async () => {
    const input = parse();
    const send = () => books.on('2026-02-10', (tx, scope) => createRecurring(tx, scope, input));
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await booked(input.id)).toHaveLength(1);
  });
});

describe('laws', () => {
  const anyItem = fc.record({
    start: fc.nat(400),
    everyMonths: fc.integer({ min: 1, max: 13 }),
    length: fc.option(fc.nat(600)),
    runs: fc.array(fc.nat(900), { minLength: 1, maxLength: 5 }),
  });

  test('posting any number of times, in any order of days, gives the same rows', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 3 }), async (items) => {
        const entered: { id: string; expected: string[] }[] = [];
        const last = '2029-01-01';
        for (const item of items) {
          const startsOn = addDays('2026-01-01', item.start);
          const series = {
            startsOn,
            anchorDay: Number(startsOn.slice(8)),
            everyMonths: item.everyMonths,
            endsOn: item.length === null ? null : addDays(startsOn, item.length),
          };
          const id = await enter('2026-01-01', series);
          entered.push({ id, expected: dueDays(series, startsOn, last) });
        }
        const runs = items.flatMap((item) => item.runs.map((days) => addDays('2026-01-01', days)));
        // Two at a time, days in no order: an earlier day after a later one has nothing left to do.
        for (const day of runs) await Promise.all([post(day), post(addDays(day, 30))]);
        await post(last);
        for (const { id, expected } of entered) {
          expect((await booked(id)).map(([day]) => day)).toEqual(expected);
          expect(await written(id)).toHaveLength(expected.length);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('an edit leaves the sum of the rows = the new amount, in the month it belongs to', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
        async (amounts) => {
          const id = await enter('2026-01-31');
          const [row] = (
            await books.on('2026-01-31', (tx, scope) =>
              listTransactions(tx, scope, listTransactionsInput.parse({ recurringId: id })),
            )
          ).rows;
          let transactionId = row?.id ?? '';
          for (const amountCents of amounts) {
            const input = updateTransactionInput.parse({
              id: randomUUID(),
              transactionId,
              propertyId: books.propertyId,
              bookedOn: '2026-01-31',
              direction: 'expense',
              categoryId: insuranceId,
              title: 'Gebäudeversicherung',
              amountCents,
            });
            const done = await books.on('2026-02-01', (tx, scope) => updateTransaction(tx, scope, input));
            transactionId = done.id;
          }
          const rows = await written(id);
          expect(rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(amounts.at(-1));
          const standing = await books.on('2026-02-01', (tx, scope) =>
            getTransaction(tx, scope, transactionId),
          );
          expect([standing.isStanding, standing.amountCents, standing.dueOn]).toEqual([
            true,
            amounts.at(-1),
            '2026-01-31',
          ]);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a house that is sold', () => {
  const sell = (on: string | null) =>
    books.admin`update hausbuch.property set sold_on = ${on} where id = ${books.propertyId}`;

  test('sold on 31 March 2026 its insurance is booked until February, 2 × 100, and goes on when the sale is taken back', async () => {
    const id = await enter('2026-01-31');
    await sell('2026-03-31');
    await post('2026-04-30');
    expect(await booked(id)).toEqual([
      ['2026-01-31', 10_000],
      ['2026-02-28', 10_000],
    ]);
    const seen = await books.on('2026-04-30', (tx, scope) => getRecurring(tx, scope, id));
    expect(seen).toMatchObject({ state: 'ended', nextDueOn: null, endsOn: null, lastDueOn: '2026-03-30' });
    // Before the day it goes on, and says until when.
    const before = await books.on('2026-02-28', (tx, scope) => getRecurring(tx, scope, id));
    expect(before).toMatchObject({ state: 'active', lastDueOn: '2026-03-30' });
    await sell(null);
    await post('2026-04-30');
    expect((await booked(id)).map(([dueOn]) => dueOn)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  test('sold on 15 March after 31 March was booked, that stays to be seen and April is not booked', async () => {
    const id = await enter('2026-03-31');
    await sell('2026-03-15');
    await post('2026-04-30');
    expect((await booked(id)).map(([dueOn]) => dueOn)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  });

  test('what is sold is no outlook: of 12 × 100 from April 2 × 100 are left, and no line of a bank is it ahead', async () => {
    const id = await enter('2026-03-31');
    const expected = async () => {
      const { months } = await books.on('2026-03-31', (tx, scope) =>
        getOutlook(tx, scope, { propertyId: books.propertyId, unitId: null }),
      );
      return sumCents(months.map((month) => month.expensesCents));
    };
    const coming = async () =>
      (await books.on('2026-03-31', (tx, scope) => listComing(tx, scope, '2026-04-30'))).map(
        ({ dueOn }) => dueOn,
      );
    expect([await expected(), await coming()]).toEqual([120_000, ['2026-04-30']]);
    await sell('2026-06-30');
    expect([await expected(), await coming()]).toEqual([20_000, ['2026-04-30']]);
    await sell('2026-04-30');
    expect([await expected(), await coming()]).toEqual([0, []]);
    const ahead = { id: randomUUID(), recurringId: id, dueOn: '2026-04-30', bookedOn: '2026-03-31' };
    await expect(books.on('2026-03-31', (tx, scope) => postAhead(tx, scope, ahead))).rejects.toThrow(
      'not_found',
    );
  });

  test('an item that begins with the sale or later is refused, one before it is entered', async () => {
    await sell('2026-03-31');
    const begun = (startsOn: string) => enter('2026-04-30', { startsOn, anchorDay: 31 });
    await expect(begun('2026-03-31')).rejects.toMatchObject({ code: 'recurring.property_sold' });
    expect(await booked(await begun('2026-02-28'))).toHaveLength(1);
  });
});
