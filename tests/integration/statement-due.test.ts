import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { plantCategories } from '@/features/category/commands';
import { listCategories } from '@/features/category/queries';
import { takeBackLetter } from '@/features/outbox/commands';
import { sendStatement } from '@/features/statement/commands';
import { listDueStatements } from '@/features/statement/due-queries';
import { getStatement, listPeriods } from '@/features/statement/queries';
import { sendLetters } from '@/features/statement/send-commands';
import { recordTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { setUnitPeriod } from '@/features/unit/commands';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

const year = { from: '2025-01-01', to: '2025-12-31' };
const rentLines = [
  { component: 'net' as const, amountCents: 50_000, settlement: 'none' as const },
  { component: 'operating_costs' as const, amountCents: 5_000, settlement: 'advance' as const },
];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const dueOn = (today: string) => books.on(today, (tx, scope) => listDueStatements(tx, scope, 8));
const let2025 = (more: object = {}) =>
  enterLease(books, '2026-02-10', { startsOn: '2025-01-01', rentLines, ...more });

test('2025 is told of from 2 September 2026, 120 days before 31 December, until 30 days after it', async () => {
  await let2025();
  expect(await dueOn('2026-09-01')).toEqual([]);
  const due = [{ propertyId: books.propertyId, ...year, deadline: '2026-12-31' }];
  for (const day of ['2026-09-02', '2026-12-31', '2027-01-01', '2027-01-30']) {
    expect(await dueOn(day)).toMatchObject(due);
  }
  expect(await dueOn('2027-01-31')).toEqual([]);
});

test('a year that begins in May ends with April, and its deadline, too', async () => {
  await let2025();
  await books.admin`
    update hausbuch.property set statement_start_month = 5 where portfolio_id = ${books.portfolioId}`;
  expect(await dueOn('2026-12-01')).toEqual([]);
  expect(await dueOn('2027-02-01')).toMatchObject([
    { from: '2025-05-01', to: '2026-04-30', deadline: '2027-04-30' },
  ]);
});

test('nothing is due where no advance was agreed', async () => {
  await let2025({ rentLines: rentLines.slice(0, 1) });
  expect(await dueOn('2026-12-01')).toEqual([]);
});

test('nothing is due of a year before the account began', async () => {
  await let2025({ bookedFrom: '2026-01-01' });
  expect(await dueOn('2026-12-01')).toEqual([]);
});

test('2025 is settled by who owned the house when it ended: not sold on 31 December, and not bought on 1 January', async () => {
  await let2025();
  const owned = async (days: { sold?: string; bought?: string }) => {
    await books.admin`update hausbuch.property
      set sold_on = ${days.sold ?? null}, purchased_on = ${days.bought ?? null} where id = ${books.propertyId}`;
    return (await dueOn('2026-12-01')).map(({ to }) => to);
  };
  expect(await owned({ sold: '2025-07-01' })).toEqual([]);
  expect(await owned({ sold: '2025-12-31' })).toEqual([]);
  expect(await owned({ sold: '2026-01-01' })).toEqual([year.to]);
  expect(await owned({ bought: '2025-12-31' })).toEqual([year.to]);
  expect(await owned({ bought: '2026-01-01' })).toEqual([]);
});

/** What *Today*, the list of periods and the page of 2025 say of its deadline. */
const deadlines = async (today = '2026-12-01') => {
  const of = { propertyId: books.propertyId, ...year };
  const { periods } = await books.on(today, (tx, scope) => listPeriods(tx, scope, of));
  const page = await books.on(today, (tx, scope) =>
    getStatement(tx, scope, { ...of, version: null, slips: [] }),
  );
  return [
    (await dueOn(today))[0]?.deadline ?? null,
    periods.find(({ from }) => from === year.from)?.deadline,
    page.deadline,
    page.warnings.flatMap(({ code }) =>
      ['sold_within', 'deadline_near', 'too_late'].includes(code) ? [code] : [],
    ),
  ];
};
const none = [null, null, null, []];
const asked = ['2026-12-31', '2026-12-31', '2026-12-31', ['deadline_near']];
const sell = (on: string) =>
  books.admin`update hausbuch.property set sold_on = ${on} where id = ${books.propertyId}`;

test('advances that a lump sum replaced in 2024 are none of 2025; those of until its end are', async () => {
  const [net, advance] = rentLines;
  if (!net || !advance) throw new Error('no lines');
  const replaced = (rentSince: string) =>
    let2025({
      startsOn: '2019-01-01',
      bookedFrom: '2025-01-01',
      earlierRents: [{ validFrom: '2019-01-01', lines: rentLines }],
      rentSince,
      rentLines: [net, { ...advance, settlement: 'lump_sum' }],
    });
  await replaced('2024-01-01');
  expect(await deadlines()).toEqual(none);
  await books.admin`update hausbuch.rent set valid_from = '2025-12-01'
    where portfolio_id = ${books.portfolioId} and valid_from = '2024-01-01'`;
  expect((await deadlines()).slice(0, 3)).toEqual(asked.slice(0, 3));
});

test('the deadline is one of dwellings: of a shop and of a garage Today tells none, as list and page', async () => {
  await let2025();
  const of = async (kind: string) => {
    await books.admin`update hausbuch.unit set kind = ${kind} where id = ${books.unitId}`;
    return deadlines();
  };
  expect(await of('commercial')).toEqual(none);
  expect(await of('parking')).toEqual(none);
  expect(await of('apartment')).toEqual(asked);
});

test('with who had moved out before the sale the seller settles: the deadline runs, and a new advance is no moving out', async () => {
  await let2025({ endsOn: '2025-05-31' });
  await let2025({
    startsOn: '2025-06-01',
    earlierRents: [{ validFrom: '2025-06-01', lines: rentLines }],
    rentSince: '2025-07-01',
  });
  const sold = async (on: string) => {
    await sell(on);
    return deadlines();
  };
  expect(await sold('2025-09-01')).toEqual([...asked.slice(0, 3), ['sold_within', 'deadline_near']]);
  // Whose last day is that of the sale is the buyer's tenant.
  expect(await sold('2025-05-31')).toEqual([null, null, null, ['sold_within']]);
  await sell('2025-09-01');
  await books.admin`update hausbuch.lease set voided_at = now()
    where portfolio_id = ${books.portfolioId} and ends_on = '2025-05-31'`;
  expect(await deadlines()).toEqual([null, null, null, ['sold_within']]);
});

test('who had moved out before the house was bought is settled with by whoever sold it', async () => {
  await let2025({ endsOn: '2025-05-31' });
  const bought = async (on: string) => {
    await books.admin`update hausbuch.property set purchased_on = ${on} where id = ${books.propertyId}`;
    return (await deadlines()).slice(0, 3);
  };
  expect(await bought('2025-06-01')).toEqual(none.slice(0, 3));
  expect(await bought('2025-05-31')).toEqual(asked.slice(0, 3));
});

test('nothing is due of a house in another country', async () => {
  await let2025();
  await books.admin`update hausbuch.property set country = 'US' where portfolio_id = ${books.portfolioId}`;
  expect(await dueOn('2026-12-01')).toEqual([]);
});

test('what is settled is told of as long as a letter of it has not gone: 1, then none, then 1 that was taken back', async () => {
  await let2025();
  await books.on('2026-11-25', async (tx, scope) => {
    await plantCategories(tx, scope);
    await setUnitPeriod(tx, scope, {
      unitId: books.unitId,
      validFrom: '2000-01-01',
      areaSqm100: 6_000,
      coOwnershipNumerator: null,
      coOwnershipDenominator: null,
      ownUse: false,
      persons: null,
    });
    const categories = await listCategories(tx, scope, 'all');
    await recordTransaction(
      tx,
      scope,
      recordTransactionInput.parse({
        id: randomUUID(),
        propertyId: books.propertyId,
        unitId: null,
        bookedOn: '2025-03-01',
        direction: 'expense',
        categoryId: categories.find(({ code }) => code === 'property_tax')?.id,
        recoverableKey: 'area',
        title: 'Tax',
        amountCents: 60_000,
      }),
    );
  });
  expect(await dueOn('2026-11-25')).toHaveLength(1);
  await books.on('2026-11-25', (tx, scope) =>
    sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
  );
  const waiting = [{ propertyId: books.propertyId, ...year, deadline: '2026-12-31', unsent: 1 }];
  expect(await dueOn('2026-11-25')).toMatchObject(waiting);
  const { paperIds } = await books.on('2026-11-26', (tx, scope) =>
    sendLetters(tx, scope, {
      ...{ propertyId: books.propertyId, ...year, version: 1, way: 'post' },
      ...{ language: 'de', isBeside: false, enclosures: [] },
    }),
  );
  expect(await dueOn('2026-11-26')).toEqual([]);
  const [letterId = ''] = paperIds;
  await books.on('2026-11-27', (tx, scope) => takeBackLetter(tx, scope, { id: letterId, version: 1 }));
  expect(await dueOn('2026-11-27')).toMatchObject(waiting);
  // Settled all the same, though the buyer would have had to: its letters are still to go.
  await books.admin`update hausbuch.property set sold_on = '2025-12-31' where id = ${books.propertyId}`;
  expect(await dueOn('2026-11-27')).toMatchObject(waiting);
  expect((await deadlines('2026-11-27')).slice(0, 3)).toEqual(asked.slice(0, 3));
});
