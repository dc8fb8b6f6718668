import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, openOnce } from '@/db/single-connection';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  await admin`create table public.mark (entry text not null)`;
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** Ends the connection while nothing is asked of it, and waits until that has come through. */
async function lose(sql: postgres.Sql): Promise<void> {
  const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await admin`select pg_terminate_backend(${own?.pid ?? 0}::int, 5000)`;
  await new Promise((resolve) => setTimeout(resolve, 50));
}

// `begin` is what drizzle migrates with.
test.each(['inTransaction', 'begin'] as const)(
  'a connection lost inside %s: what comes after it fails, and none of it stands',
  async (how) => {
    const sql = openOnce(database.adminUrl, 'hausbuch-test');
    const work = async (tx: postgres.Sql) => {
      await tx`insert into public.mark values ('before')`;
      await lose(tx);
      await tx`insert into public.mark values ('after')`;
    };
    const run =
      how === 'begin' ? sql.begin((tx) => work(tx as unknown as postgres.Sql)) : inTransaction(sql, work);
    await expect(run).rejects.toMatchObject({ code: expect.stringMatching(/^CONNECTION_/) });
    await expect(sql`insert into public.mark values ('later')`).rejects.toThrow();
    await sql.end({ timeout: 1 });
    expect(await admin`select entry from public.mark`).toHaveLength(0);
  },
);
