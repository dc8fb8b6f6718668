import type postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Tx } from '@/db/client';
import { Pool } from '@/db/pool';
import type { Scope } from '@/db/scope';
import { listArrears } from '@/features/arrears/queries';
import { listArrearsInput } from '@/features/arrears/schema';
import { getInbox, listDecided } from '@/features/bank/queries';
import { decidedLinesInput, inboxInput } from '@/features/bank/schema';
import { copyRows, openForCopy, trustReferences } from '@/features/demo/commands/copy-rows';
import { makeCrowd } from '@/features/demo/commands/crowd';
import { listLeases } from '@/features/lease/queries';
import { listLeasesInput } from '@/features/lease/schema';
import { getOverview } from '@/features/overview/queries';
import { listProperties } from '@/features/property/list-queries';
import { listPropertiesInput } from '@/features/property/schema';
import { listChargesInput } from '@/features/rent-account/schema';
import { findEverything } from '@/features/search/queries';
import { getOutlook } from '@/features/statistics/outlook-queries';
import { getReport } from '@/features/statistics/report-queries';
import { listTenants } from '@/features/tenant/list-queries';
import { listTenantsInput } from '@/features/tenant/schema';
import { listTransactions } from '@/features/transaction/queries';
import { listTransactionsInput } from '@/features/transaction/schema';
import { getVatYear } from '@/features/vat/queries';
import { getAccount, getRentMonth, getRentYear, listCharges } from '@/ledger';
import { accountInput } from '@/ledger/inputs';
import { addDays, yearOf } from '@/lib/calendar';
import { writeWaitingLines } from '../bench/waiting-lines.ts';
import { today } from '../factories/records.ts';
import { rowsReadBy } from '../factories/rows-read.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * Statements are planned for any values (`src/db/pool.ts`), of which Postgres guesses how many rows they find. Where that guess is
 * far off it reads all rents of a year for the few that are open. A cluster plans by the values.
 */
const isCluster = inject('testDatabase').servers.length > 1;

if (isCluster) console.info('Kept plans are not looked at: a cluster keeps none.');

let database: TestDatabase;
let sql: postgres.Sql;
/** Of charges the newcomer has. */
let lines = 0;
// Always the same rows: of others Postgres might guess otherwise.
const who = {
  portfolioId: '018f0000-0000-7000-8000-000000000001',
  userId: '018f0000-0000-7000-8000-000000000002',
};

/** Came when Postgres had counted, as the demo does beside somebody's own or a landlord who brings ten years. */
const newcomer = {
  portfolioId: '018f0000-0000-7000-8000-000000000003',
  userId: '018f0000-0000-7000-8000-000000000004',
};

async function bring(whose: typeof who, units: number) {
  const crowd = makeCrowd({ ...whose, seed: '1', today: today(), units, years: 4, name: 'Crowd' });
  await sql.begin(async (tx) => {
    await trustReferences(tx);
    for (const rows of crowd) await copyRows(tx, rows);
  });
}

beforeAll(async () => {
  if (isCluster) return;
  database = await createTestDatabase();
  sql = openForCopy(database.adminUrl);
  await bring(who, 400);
  await sql.begin((tx) =>
    writeWaitingLines(tx, { portfolioId: who.portfolioId, count: 3_000, today: today() }),
  );
  await sql`update hausbuch.bank_line set state = 'left_out', decided_at = now() where entry_index > 60`;
  await sql`vacuum analyze`;
  const tables =
    await sql`select relname from pg_class where relnamespace = 'hausbuch'::regnamespace and relkind = 'r'`;
  for (const { relname } of tables)
    await sql`alter table hausbuch.${sql(relname)} set (autovacuum_enabled = false)`;
  await bring(newcomer, 40);
  const [counted] = await sql<{ lines: number }[]>`
    select count(*)::int as lines from hausbuch.charge_line where portfolio_id = ${newcomer.portfolioId}`;
  lines = counted?.lines ?? 0;
}, 120_000);
afterAll(async () => {
  if (isCluster) return;
  await sql.end();
  await database.drop();
});

async function aLease(portfolioId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select lease_id as id from hausbuch.charge where portfolio_id = ${portfolioId} group by 1 order by count(*) desc, 1 limit 1`;
  return row?.id ?? '';
}

async function aDebtor(portfolioId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select lease_id as id from hausbuch.open_item where portfolio_id = ${portfolioId} and open_cents > 0 and due_on < ${today()}
    group by 1 order by count(*) desc, 1 limit 1`;
  return row?.id ?? '';
}

async function aHouse(portfolioId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select property_id as id from hausbuch.unit where portfolio_id = ${portfolioId} group by 1 order by count(*) desc, 1 limit 1`;
  return row?.id ?? '';
}

const year = { from: addDays(today(), -364), to: today() };
const all = { propertyId: null, unitId: null };

const reads: [string, (tx: Tx, scope: Scope) => Promise<unknown>][] = [
  ['the statistics of a year', (tx, scope) => getReport(tx, scope, { ...all, ...year })],
  ['the outlook', (tx, scope) => getOutlook(tx, scope, all)],
  ['Today', (tx, scope) => getOverview(tx, scope)],
  ['the rents of a month', (tx, scope) => getRentMonth(tx, scope, { openOnly: false, limit: 50 })],
  [
    'the rents of a year of a house',
    async (tx, scope) => getRentYear(tx, scope, { propertyId: await aHouse(scope.portfolioId), limit: 50 }),
  ],
  [
    'the charges of a house',
    async (tx, scope) =>
      listCharges(tx, scope, listChargesInput.parse({ propertyId: await aHouse(scope.portfolioId) })),
  ],
  [
    'the statistics of a house',
    async (tx, scope) =>
      getReport(tx, scope, { unitId: null, propertyId: await aHouse(scope.portfolioId), ...year }),
  ],
  ['the rents of a year', (tx, scope) => getRentYear(tx, scope, { limit: 50 })],
  ['the arrears', (tx, scope) => listArrears(tx, scope, listArrearsInput.parse({}))],
  [
    'the arrears of a lease',
    async (tx, scope) =>
      listArrears(tx, scope, listArrearsInput.parse({ leaseId: await aDebtor(scope.portfolioId) })),
  ],
  ['what the bank has brought', (tx, scope) => getInbox(tx, scope, inboxInput.parse({}))],
  ['decided lines', (tx, scope) => listDecided(tx, scope, decidedLinesInput.parse({}))],
  ['the leases', (tx, scope) => listLeases(tx, scope, listLeasesInput.parse({}))],
  ['the tenants', (tx, scope) => listTenants(tx, scope, listTenantsInput.parse({}))],
  ['the bookings', (tx, scope) => listTransactions(tx, scope, listTransactionsInput.parse({}))],
  ['a search', (tx, scope) => findEverything(tx, scope, 'Haus 1')],
  [
    'an account',
    async (tx, scope) =>
      getAccount(tx, scope, accountInput.parse({ leaseId: await aLease(scope.portfolioId) })),
  ],
  [
    'the list of properties',
    (tx, scope) =>
      listProperties(tx, scope, listPropertiesInput.parse({ search: '', archive: 'active', limit: 24 })),
  ],
  ['the VAT of a year', (tx, scope) => getVatYear(tx, scope, { year: yearOf(today()) })],
];

test.skipIf(isCluster).each(reads)(
  '%s by kept plans reads hardly more rows than by plans for its values',
  async (_, read) => {
    const made = await rowsReadBy(database.appUrl, who, read);
    const kept = await rowsReadBy(database.appUrl, who, read, 'kept');
    const more = [...kept].filter(([table, rows]) => rows > 1.5 * (made.get(table) ?? 0) + 1_000);
    expect(more.map(([table, rows]) => `${table}: ${rows} instead of ${made.get(table) ?? 0}`)).toEqual([]);
  },
);

test.skipIf(isCluster).each(reads)(
  '%s of who came since Postgres has counted reads no row again and again',
  async (_, read) => {
    const counts = await rowsReadBy(database.appUrl, newcomer, read, 'kept');
    const many = [...counts].filter(([, rows]) => rows > 10 * lines);
    expect(many.map(([table, rows]) => `${table}: ${rows}, with ${lines} lines of charges in all`)).toEqual(
      [],
    );
  },
);

test.skipIf(isCluster)('plans for the values of who came since would: the pool asks for none', async () => {
  const byValues = await rowsReadBy(database.appUrl, newcomer, (tx, scope) => getOverview(tx, scope));
  expect(byValues.get('charge')).toBeGreaterThan(100 * lines);

  const pool = new Pool(database.appUrl, { applicationName: 'kept-plans' });
  const modes = await pool.transaction((client) => client.unsafe('show plan_cache_mode'));
  await pool.close();
  expect([...modes]).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
});
