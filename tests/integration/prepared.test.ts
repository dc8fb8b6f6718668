import net from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let pool: ReturnType<typeof openDatabase>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openDatabase(database.appUrl);
  db = pool.db;
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

type Prepared = { statement: string; uses: number };

/** Asks in one transaction, a part of it after a savepoint; what the connection has prepared of it afterwards. */
async function preparedAfter(
  times: number,
  statement: (round: number) => ReturnType<typeof sql>,
  mark: string,
  on = db,
) {
  return on.transaction(async (tx) => {
    for (let round = 0; round < times; round += 1) {
      if (round % 2 === 0) await tx.execute(statement(round));
      else await tx.transaction((inner) => inner.execute(statement(round)));
    }
    const kept = await tx.execute<Prepared>(sql`
      select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements
      where strpos(statement, ${mark}) > 0 and strpos(statement, 'pg_prepared_statements') = 0`);
    return [...kept];
  });
}

test('a statement asked 2 times is not kept; asked 9 times, it is prepared once and used 7 times', async () => {
  expect(await preparedAfter(2, (round) => sql`select ${round}::int as rare`, 'as rare')).toEqual([]);
  const kept = await preparedAfter(9, (round) => sql`select ${round}::int as frequent`, 'as frequent');
  expect(kept.map(({ uses }) => uses)).toEqual([7]);
});

test('behind a pooler, which makes up the number of the process it leads to, nothing is prepared', async () => {
  const { hostname: host, port } = new URL(database.appUrl);
  const pooler = net.createServer((client) => {
    const upstream = net.connect({ host, port: Number(port) });
    client.pipe(upstream).on('error', () => {});
    upstream
      .on('error', () => {})
      .on('data', (message) => {
        const key = message.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
        if (key >= 0) message.writeInt32BE(1, key + 5);
        client.write(message);
      });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const address = pooler.address();
  const url = new URL(database.appUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  const behind = openDatabase(url.toString());
  try {
    const asked = (round: number) => sql`select ${round}::int as pooled`;
    expect(await preparedAfter(9, asked, 'as pooled', behind.db)).toEqual([]);
  } finally {
    await behind.close();
    pooler.close();
  }
  expect(
    await preparedAfter(9, (round) => sql`select ${round}::int as straight`, 'as straight'),
  ).toHaveLength(1);
});

test('a statement that grows with its list of values is never kept', async () => {
  const values = Array.from({ length: 51 }, (_, index) => sql`${index}::int`);
  const kept = await preparedAfter(
    9,
    () => sql`select greatest(${sql.join(values, sql`, `)}) as long`,
    'as long',
  );
  expect(kept).toEqual([]);
});

test('an answer is the same whether its statement is new or prepared, and an error leaves the connection usable', async () => {
  const halves: unknown[] = [];
  for (const divisor of [1, 2, 4, 5, 0, 8]) {
    const half = db.transaction((tx) =>
      tx.execute<{ half: number }>(sql`select 40 / ${divisor}::int as half`),
    );
    halves.push(
      await half.then(
        ([row]) => row?.half,
        () => 'refused',
      ),
    );
  }
  expect(halves).toEqual([40, 20, 10, 8, 'refused', 5]);
});

test('a connection keeps 300 statements at most, however many there are', async () => {
  await db.transaction(async (tx) => {
    for (let number = 0; number < 320; number += 1) {
      const text = sql.raw(`as many_${number}`);
      for (let round = 0; round < 3; round += 1) await tx.execute(sql`select ${round}::int ${text}`);
    }
    const [row] = await tx.execute<{ kept: number }>(
      sql`select count(*)::int as kept from pg_prepared_statements where strpos(statement, 'as many_') > 0`,
    );
    expect(row?.kept).toBeGreaterThan(200);
    expect(row?.kept).toBeLessThanOrEqual(300);
  });
});
