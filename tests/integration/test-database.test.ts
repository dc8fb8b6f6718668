import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([first.drop(), second.drop()]);
});

async function ask<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

test('two test files never see each other', async () => {
  await ask(first.adminUrl, (sql) => sql`create table only_here (id int)`);
  await expect(ask(second.adminUrl, (sql) => sql`select from only_here`)).rejects.toThrow(/does not exist/);
});

test('the clone carries our migrated schema, and the app login may become nothing but the app', async () => {
  const found = await ask(first.adminUrl, (sql) => sql`select to_regclass('hausbuch.portfolio') as name`);
  expect(found[0]?.name).toBe('hausbuch.portfolio');
  await ask(first.appUrl, (sql) => sql`set role hausbuch_app`);
  await expect(ask(first.appUrl, (sql) => sql`set role hausbuch_owner`)).rejects.toThrow(/permission denied/);
});
