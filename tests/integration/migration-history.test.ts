import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '@/db/migrate';
import { writeMigration } from '../../scripts/migration-files.ts';

// What Drizzle itself does not see: it compares the time of the last migration, and nothing else.

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
let server: postgres.Sql;
let adminUrl: string;
let database: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hausbuch-history-'));
  await cp(path.join(root, 'drizzle'), folder, { recursive: true });
  const { adminUrl: serverUrl } = inject('testDatabase');
  server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  database = `test_${randomUUID().replaceAll('-', '')}`;
  await server`create database ${server(database)}`;
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  adminUrl = url.toString();
});
afterEach(async () => {
  await server`drop database if exists ${server(database)} with (force)`;
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

async function addMigration(name: string, text: string): Promise<void> {
  const file = await writeMigration(folder, name, { isCustom: true });
  await writeFile(path.join(folder, file ?? ''), text);
}

const migrate = () => migrateDatabase({ adminUrl, migrationsFolder: folder });

/** As the program says it, and with nothing changed in the database. */
async function demandRefused(reason: RegExp): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const applied = () => sql`select id, hash from hausbuch.__migrations order by id`;
    const before = await applied();
    const refusal = await migrate().then(
      () => 'it was taken over',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    expect(refusal).toMatch(reason);
    expect(refusal).not.toContain('\n');
    expect([...(await applied())]).toEqual([...before]);
  } finally {
    await sql.end();
  }
}

test('a later migration is applied to a database of the baseline, once', async () => {
  await migrate();
  const known = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  await addMigration('one_more', 'CREATE TABLE hausbuch.one_more (id uuid PRIMARY KEY);');
  await migrate();
  await migrate();
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  expect(await sql`select 1 from hausbuch.__migrations`).toHaveLength(known.length + 1);
  expect(await sql`select 1 from hausbuch.one_more`).toHaveLength(0);
  await sql.end();
});

test('a database of a newer version is refused', async () => {
  await addMigration('one_more', 'SELECT 1;');
  await migrate();
  await rm(folder, { recursive: true });
  await cp(path.join(root, 'drizzle'), folder, { recursive: true });
  await demandRefused(/^This database was made by a newer version of Hausbuch: update Hausbuch/);
});

test.each(['0000_prelude.sql', '0001_tables.sql', '0003_figures.sql'])(
  'a database whose %s was another one is refused',
  async (file) => {
    await migrate();
    const text = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), `${text}-- Changed after it was applied.\n`);
    await demandRefused(/^This database was made by another version of Hausbuch/);
  },
);

test('a database of the time of 29 migrations is refused', async () => {
  await server.unsafe(`do $$ begin create role hausbuch_owner login bypassrls;
    exception when duplicate_object then null; end $$`);
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create schema hausbuch authorization hausbuch_owner;
    set role hausbuch_owner;
    create table hausbuch.__migrations (id serial primary key, hash text not null, created_at bigint);
    insert into hausbuch.__migrations (hash, created_at)
      select md5(n::text), 1780000000000 + n from generate_series(1, 29) n`);
  await sql.end();
  await demandRefused(/^This database was made by another version of Hausbuch/);
});

test('a migration that came in before one that is applied, by a merge, is not left out in silence', async () => {
  await migrate();
  await addMigration('ours', 'SELECT 1;');
  await migrate();
  const journal = path.join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const ours = entries.pop();
  const theirs = { ...ours, when: ours.when - 1, tag: ours.tag.replace('ours', 'theirs') };
  await writeFile(path.join(folder, `${theirs.tag}.sql`), 'SELECT 2;');
  await writeFile(
    journal,
    JSON.stringify({ ...rest, entries: [...entries, theirs, { ...ours, idx: ours.idx + 1 }] }),
  );
  await demandRefused(/^This database was made by another version of Hausbuch/);
});
