import { createHash, randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyRows, openForCopy, trustReferences } from '@/features/demo/commands/copy-rows';
import { makeCrowd } from '@/features/demo/commands/crowd';
import { makeDemo } from '@/features/demo/commands/story';
import { demoWords } from '@/features/demo/words';
import { getOverview } from '@/features/overview/queries';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { today } from '../factories/records.ts';
import { rowsReadBy } from '../factories/rows-read.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { onEachNode } from '../setup/every-server.ts';

let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await closeTestCallers();
  await database.drop();
});

test('copied as npm run seed does it, lists stay lists, and what Postgres refuses is told', async () => {
  const portfolioId = randomUUID();
  const words = await demoWords('de');
  const rows = makeDemo({
    ...{ portfolioId, userId: randomUUID(), seed: '1', today: today(), language: 'de', words },
  });
  await admin.begin(async (sql) => {
    await trustReferences(sql);
    await copyRows(sql, rows);
  });
  const kept = await admin`
    select unit_ids from hausbuch.heating_plant where portfolio_id = ${portfolioId}`;
  expect(kept.map((row) => row.unit_ids)).toEqual(rows.heatingPlant.map((row) => row.unitIds));
  const refused = admin.begin((sql) => copyRows(sql, { portfolio: [{ id: 'none' }] }));
  await expect(refused).rejects.toThrow('invalid input syntax for type uuid: "none"');
});

type Crowd = { units: number; years: number; isTrusted?: boolean };

async function seedCrowd(into: postgres.Sql, { units, years, isTrusted = false }: Crowd) {
  const [portfolioId, userId] = [randomUUID(), randomUUID()];
  const crowd = makeCrowd({ portfolioId, userId, seed: '1', today: today(), units, years, name: 'Crowd' });
  await into.begin(async (sql) => {
    if (isTrusted) await trustReferences(sql);
    for (const rows of crowd) await copyRows(sql, rows);
  });
  return { portfolioId, userId };
}

describe('a large portfolio', () => {
  test('copied with every reference checked, it keeps the laws of the ledger', async () => {
    const { portfolioId } = await seedCrowd(admin, { units: 30, years: 3 });
    expect([...(await brokenLaws({ admin, portfolioId }))]).toEqual([]);
    const [counts] = await admin<{ units: number; charges: number; payments: number; arrears: number }[]>`
      select (select count(*)::int from hausbuch.unit where portfolio_id = ${portfolioId}) as units,
        (select count(*)::int from hausbuch.charge where portfolio_id = ${portfolioId}) as charges,
        (select count(*)::int from hausbuch.payment where portfolio_id = ${portfolioId}) as payments,
        (select count(*)::int from hausbuch.open_item
          where portfolio_id = ${portfolioId} and open_cents > 0 and due_on < ${today()}::date) as arrears`;
    expect(counts?.units).toBe(30);
    // 30 units over 37 months, the few that stand empty left out.
    expect(counts?.charges).toBeGreaterThan(0.85 * 30 * 37);
    expect(counts?.charges).toBeLessThanOrEqual(30 * 38 + 30);
    expect(counts?.payments).toBeGreaterThan(0.9 * (counts?.charges ?? 0));
    expect(counts?.arrears).toBeGreaterThan(0);
  }, 300_000);

  test('the same seed makes the same rows, another seed others', () => {
    const print = (seed: string, portfolioId = '018f0000-0000-7000-8000-000000000001') => {
      const hash = createHash('sha256');
      const of = {
        portfolioId,
        userId: portfolioId,
        seed,
        today: '2026-11-21',
        units: 12,
        years: 2,
        name: 'A',
      };
      for (const rows of makeCrowd(of)) hash.update(JSON.stringify(rows));
      return hash.digest('hex');
    };
    expect(print('7')).toBe(print('7'));
    expect(print('8')).not.toBe(print('7'));
    expect(print('7', '018f0000-0000-7000-8000-000000000002')).not.toBe(print('7'));
  });
});

describe('the overview of 400 units', () => {
  test('reads after 10 years, with ten times the postings, no more than a quarter more rows than after 1', async () => {
    const figures: Record<number, { rows: number; ms: number; postings: number }> = {};
    for (const years of [1, 10]) {
      // Each in a database of its own: what else is in it plays no part.
      const own = await createTestDatabase();
      const sql = openForCopy(own.adminUrl);
      try {
        const who = await seedCrowd(sql, { units: 400, years, isTrusted: true });
        await onEachNode(sql, (node) => node`vacuum analyze`);
        const read = () => rowsReadBy(own.appUrl, who, (tx, scope) => getOverview(tx, scope));
        await read();
        const began = performance.now();
        const touched = await read();
        const ms = Math.round(performance.now() - began);
        const [counted] = await sql<{ count: number }[]>`
          select ((select count(*) from hausbuch.charge) + (select count(*) from hausbuch.payment))::int as count`;
        const rows = [...touched.values()].reduce((sum, count) => sum + count, 0);
        figures[years] = { rows, ms, postings: counted?.count ?? 0 };
      } finally {
        await sql.end();
        await own.drop();
      }
    }
    const [one, ten] = [figures[1], figures[10]];
    if (!one || !ten) throw new Error('Nothing was read.');
    for (const [years, { rows, ms, postings }] of Object.entries(figures)) {
      console.info(
        `overview.get, 400 units, ${years} years, ${postings} postings: ${rows} rows read, ${ms} ms (run and explained).`,
      );
    }
    expect(ten.postings).toBeGreaterThan(6 * one.postings);
    expect(ten.rows).toBeLessThan(1.25 * one.rows);
  }, 120_000);
});
