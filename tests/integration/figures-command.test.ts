import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import english from '../../messages/en.json' with { type: 'json' };
import { baseRates, priceIndices, startBundesbank } from '../factories/bundesbank.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** `npm run figures` as whoever keeps an installation types it, against a server that speaks the interface. */

let database: TestDatabase;
let sql: postgres.Sql;
let bank: Awaited<ReturnType<typeof startBundesbank>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
});
beforeEach(async () => {
  bank = await startBundesbank({
    rates: baseRates([
      ['2026-07', '1,52'],
      ['2027-01', '1,77'],
    ]),
    // The first is typed otherwise here: 117,4.
    indices: priceIndices([
      ['2023-12', '117,5'],
      ['2026-11', '125,0'],
    ]),
  });
});
afterEach(() => bank.close());
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const root = path.resolve(import.meta.dirname, '../..');

/** Of settings the command needs the database's alone to be real. */
async function figures(...words: string[]) {
  const child = spawn(process.execPath, ['scripts/start.mjs', 'figures', ...words], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SUPABASE_URL: 'https://abc.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      SUPABASE_SECRET_KEY: 'sb_secret_x',
      DATABASE_URL: database.adminUrl,
      DATABASE_DIRECT_URL: '',
      // Who runs the command asks, also where the app by itself may not.
      LEGAL_FIGURES: 'off',
      LEGAL_FIGURES_URL: bank.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const left = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), left]);
  return { out, err, code };
}

const stored = () => sql<{ of: string; value: number; source: string; fetched: boolean }[]>`
  select 'rate ' || valid_from as of, rate_bp as value, source, fetched_on is not null as fetched
  from hausbuch.base_rate where valid_from >= '2026-07-01'
  union all
  select 'index ' || month, index_milli, source, fetched_on is not null from hausbuch.consumer_price_index
  where month in ('2023-12-01', '2026-11-01') order by of`;

/** Each run of the command loads what the app loads. */
const patienceMs = 120_000;

test(
  'says what is new and what differs and stores nothing; with --store it does, and then all is known',
  async () => {
    const before = await stored();
    expect(before.map((row) => [row.of, row.value, row.fetched])).toEqual([
      ['index 2023-12-01', 117_400, false],
      ['rate 2026-07-01', 152, false],
    ]);
    const asked = await figures();
    expect(asked).toMatchObject({ code: 0, err: '' });
    expect(asked.out.trimEnd().split('\n')).toEqual([
      'base rate: 2 published, the last 2027-01-01: 1.77 %',
      'consumer price index: 2 published, the last 2026-11-01: 125.0',
      '  new      base rate 2027-01-01: 1.77 %',
      '  new      consumer price index 2026-11-01: 125.0',
      '  differs  consumer price index 2023-12-01: 117.5, here 117.4',
      'Nothing is stored yet: npm run figures -- --store',
    ]);
    expect(await stored()).toEqual(before);

    const taken = await figures('--store');
    expect(taken).toMatchObject({ code: 0, err: '' });
    expect(taken.out).toContain('Stored for all portfolios.');
    expect((await stored()).map((row) => [row.of, row.value, row.fetched])).toEqual([
      ['index 2023-12-01', 117_500, true],
      ['index 2026-11-01', 125_000, true],
      ['rate 2026-07-01', 152, true],
      ['rate 2027-01-01', 177, true],
    ]);
    expect((await stored()).map((row) => row.source)).toContain(
      'Deutsche Bundesbank, BBIN1.M.DE.BBK.BBKBAS2.EUR.ME',
    );
    expect((await figures()).out).toContain('All of it is known here.');
  },
  patienceMs,
);

test(
  'where nobody answers it says so in a sentence and ends with 1',
  async () => {
    await bank.close();
    const before = await stored();
    const { code, out, err } = await figures('--store');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trim()).toBe(english.Errors.legal.source_unreachable);
    expect(await stored()).toEqual(before);
  },
  patienceMs,
);
