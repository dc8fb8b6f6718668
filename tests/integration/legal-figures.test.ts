import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { figureSource } from '@/bundesbank/figure-source';
import { createFigure } from '@/features/legal/commands';
import { removeFetched, takeFigures } from '@/features/legal/fetch-commands';
import { listFigures } from '@/features/legal/queries';
import { createFigureInput } from '@/features/legal/schema';
import { getIndexRent } from '@/features/rent/index-queries';
import { indexRentInput } from '@/features/rent/index-schema';
import { renewFigures } from '@/jobs/legal-figures';
import { parseEnv } from '@/lib/server/env';
import { baseRates, priceIndices, startBundesbank } from '../factories/bundesbank.ts';
import { createTestCaller } from '../factories/session.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** What an owner and the weekly job fetch from the Bundesbank, here a server that speaks its interface. */

let database: TestDatabase;
let books: Books;
let bank: Awaited<ReturnType<typeof startBundesbank>>;

const rates = baseRates([
  ['2026-07', '1,52'],
  ['2027-01', '1,77'],
]);
const indices = priceIndices([
  ['2023-12', '117,4'],
  ['2024-10', '120,2'],
  ['2025-11', '122,7'],
  ['2026-11', '125,0'],
]);

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  bank = await startBundesbank({ rates, indices });
});
afterEach(async () => {
  await bank.close();
  await books.close();
});
afterAll(() => database.drop());

const today = '2027-01-31';
const sourceAt = (url: string) => figureSource({ mode: 'asked', url, patienceMs: 2_000 });
const caller = (url = bank.url) =>
  createTestCaller({
    appUrl: database.appUrl,
    userId: books.userId,
    portfolioId: books.portfolioId,
    figureSource: sourceAt(url),
  });
const list = () => books.on(today, (tx, scope) => listFigures(tx, scope));
const type = (validFrom: string, value: number) =>
  books.on(today, (tx, scope) =>
    createFigure(
      tx,
      scope,
      createFigureInput.parse({
        id: randomUUID(),
        kind: 'base_rate',
        validFrom,
        value,
        source: 'Bundesanzeiger',
      }),
    ),
  );
const rows = () => books.admin`
  select kind, to_char(valid_from, 'YYYY-MM-DD') as day, value, source, fetched_on is not null as fetched
  from hausbuch.legal_figure where portfolio_id = ${books.portfolioId} order by kind, valid_from`;

describe('an owner asks', () => {
  test('what is new and what is typed otherwise is shown first; nothing is stored until it is taken', async () => {
    await type('2027-01-01', 142);
    const owner = await caller();
    const fresh = [{ kind: 'consumer_price_index', validFrom: '2026-11-01', value: 125_000 }];
    const differences = [
      { kind: 'base_rate', validFrom: '2027-01-01', fetched: 177, known: 142, isOwn: true },
    ];
    expect(await owner.legal.askNewest()).toEqual({ fresh, differences });
    expect(await rows()).toHaveLength(1);

    expect(await owner.legal.takeNewest({})).toEqual({ added: 1, replaced: 0 });
    expect(await owner.legal.takeNewest({})).toEqual({ added: 0, replaced: 0 });
    expect([...(await rows())]).toEqual([
      { kind: 'base_rate', day: '2027-01-01', value: 142, source: 'Bundesanzeiger', fetched: false },
      {
        kind: 'consumer_price_index',
        day: '2026-11-01',
        value: 125_000,
        source: 'Deutsche Bundesbank, BBDP1.M.DE.N.VPI.C.A00000.I20.A',
        fetched: true,
      },
    ]);
    expect(await owner.legal.takeNewest({ replaces: true })).toEqual({ added: 0, replaced: 1 });
    expect((await rows())[0]).toMatchObject({ value: 177, fetched: true });
    const trail = await books.admin`select action, after from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and action = 'legal_figure.fetch' order by id`;
    expect(trail.map((row) => row.after)).toEqual([
      { added: 1, replaced: 0 },
      { added: 0, replaced: 1 },
    ]);
  });

  test('what was fetched is told in one line a kind, and goes without what was typed', async () => {
    await type('2027-01-01', 177);
    await books.on(today, async (tx, scope) =>
      takeFigures(tx, scope, { fetched: await sourceAt(bank.url).newest(), replaces: false }),
    );
    expect(await list()).toMatchObject({
      own: [{ kind: 'base_rate', value: 177 }],
      fetched: [
        { kind: 'consumer_price_index', count: 1, first: '2026-11-01', last: '2026-11-01', fetchedOn: today },
      ],
      outdatedIndexMonth: null,
      missingHalfYears: [],
    });
    expect(await books.on(today, (tx, scope) => removeFetched(tx, scope))).toEqual({ count: 1 });
    expect(await list()).toMatchObject({ own: [{ value: 177 }], fetched: [], outdatedIndexMonth: '2025-11' });
  });

  test('a manager may not; and where nobody answers nothing is stored', async () => {
    await books.admin`update hausbuch.member set role = 'manager' where portfolio_id = ${books.portfolioId}`;
    await expect((await caller()).legal.askNewest()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(bank.asked).toEqual([]);
    await books.admin`update hausbuch.member set role = 'owner' where portfolio_id = ${books.portfolioId}`;
    const owner = await caller('http://127.0.0.1:9/rest');
    await expect(owner.legal.takeNewest({})).rejects.toMatchObject({
      cause: { code: 'legal.source_unreachable' },
    });
    expect(await rows()).toHaveLength(0);
  });
});

describe('by itself', () => {
  const env = (more: Record<string, string> = {}) =>
    parseEnv({
      SUPABASE_URL: 'https://abc.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      SUPABASE_SECRET_KEY: 'sb_secret_x',
      DATABASE_URL: 'postgres://u:p@localhost:5432/hausbuch',
      LEGAL_FIGURES_URL: bank.url,
      ...more,
    }).legalFigures;
  const run = (on: string, more?: Record<string, string>) => {
    const settings = env(more);
    return renewFigures(books.db, settings, () => figureSource(settings), new Date(`${on}T04:23:00Z`));
  };

  test('nobody outside is asked unless it is switched on: not by the job, not by a page', async () => {
    expect(await run('2027-02-01')).toBeNull();
    expect(await run('2027-02-01', { LEGAL_FIGURES: 'off' })).toBeNull();
    const owner = await caller();
    await owner.legal.list();
    const leaseId = await enterLease(books, today);
    await owner.rent.index({ leaseId });
    await owner.arrears.interestSum({ leaseId });
    expect(bank.asked).toEqual([]);
  });

  test('switched on, once a week: the installation’s tables have every figure with source and day', async () => {
    const auto = { LEGAL_FIGURES: 'auto' };
    // What is stored is that of all portfolios: taken back at the end.
    try {
      expect(await run('2027-02-01', auto)).toEqual({ added: 2, changed: 0 });
      expect(bank.asked).toHaveLength(2);
      const [rate] = await books.admin`select rate_bp, source, to_char(fetched_on, 'YYYY-MM-DD') as day
        from hausbuch.base_rate where valid_from = '2027-01-01'`;
      expect(rate).toEqual({
        rate_bp: 177,
        source: 'Deutsche Bundesbank, BBIN1.M.DE.BBK.BBKBAS2.EUR.ME',
        day: '2027-02-01',
      });
      expect(await run('2027-02-06', auto)).toBeNull();
      expect(bank.asked).toHaveLength(2);
      // Two servers at the same moment.
      expect(await Promise.all([run('2027-02-08', auto), run('2027-02-08', auto)])).toContainEqual({
        added: 0,
        changed: 0,
      });
      // A clock that stood in 2037 once and is right again.
      await books.admin`update hausbuch.base_rate set fetched_on = '2037-05-05' where fetched_on is not null`;
      await books.admin`update hausbuch.consumer_price_index set fetched_on = '2037-05-05' where fetched_on is not null`;
      expect(await run('2027-02-08', auto)).toEqual({ added: 0, changed: 0 });
      // A portfolio that typed something else is told so, and counts with what was published.
      await type('2027-01-01', 142);
      expect((await list()).own).toMatchObject([{ value: 142, published: 177 }]);
    } finally {
      await books.admin`delete from hausbuch.base_rate where valid_from > '2026-07-01'`;
      await books.admin`delete from hausbuch.consumer_price_index where fetched_on is not null and month > '2025-11-01'`;
      await books.admin`update hausbuch.consumer_price_index set fetched_on = null`;
      await books.admin`update hausbuch.base_rate set fetched_on = null`;
    }
  });

  test('one wrong answer of the two, and nothing at all is stored', async () => {
    const bad = await startBundesbank({ rates, indices: 'garbage' });
    const settings = { mode: 'auto' as const, url: bad.url };
    await expect(
      renewFigures(books.db, settings, () => figureSource(settings), new Date('2027-02-01T04:23:00Z')),
    ).rejects.toMatchObject({ code: 'legal.source_unreadable' });
    await bad.close();
    const [none] =
      await books.admin`select count(*)::int as n from hausbuch.base_rate where fetched_on is not null`;
    expect(none?.n).toBe(0);
  });

  test('a person may not renew what all portfolios count with', async () => {
    const store = books.on(today, (tx) =>
      tx.execute(
        "select hausbuch.store_published_figures('base_rate', '[]'::jsonb, 'x', '2027-01-01'::date)",
      ),
    );
    await expect(store).rejects.toThrow();
  });
});

test('an indexed rent says when the newest index known is older than it should be', async () => {
  const leaseId = await enterLease(books, today);
  const outdated = async (on: string) =>
    (await books.on(on, (tx, scope) => getIndexRent(tx, scope, indexRentInput.parse({ leaseId }))))
      .outdatedMonth;
  expect(await outdated('2026-01-31')).toBeNull();
  expect(await outdated('2026-02-01')).toBe('2025-11');
});
