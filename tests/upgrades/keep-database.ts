import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { applySchema } from '@hausbuch/supabase-embedded';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { getConstructionPlans } from 'pg-boss';
import type postgres from 'postgres';
import { root } from '../../scripts/surroundings.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { ownMigrations } from '../../src/db/migration-history.ts';
import { createOneOfEach } from '../factories/one-of-each.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { connected, inDatabase, rememberAdmin } from '../setup/admin-urls.ts';
import { describeDatabase } from '../setup/describe-database.ts';
import { type Head, type Kept, parseKept, readLines, restoreKept, type Table, textOf } from './kept.ts';

/** As in every test database. */
export const secret = 'sb_secret_test';
const schemas = ['hausbuch', 'auth', 'storage', 'supabase_embedded'];

const asRole = (role: string, statements: readonly string[]) =>
  [`SET ROLE ${role};`, ...statements, 'RESET ROLE;'].join('\n');
const ended = (statement: string) => (/;\s*$/.test(statement) ? statement : `${statement};`);

/** What of the two servers' schemas their own files make, as `applySchema` does. */
function embeddedDdl(): string {
  const rooms = ['auth', 'storage'].flatMap((room) => {
    const files = path.join(root, 'supabase', 'embedded', room, 'schema');
    const texts = fs
      .readdirSync(files)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => ended(fs.readFileSync(path.join(files, file), 'utf8')));
    return [asRole(`supabase_${room}_admin`, texts)];
  });
  const owners = ['auth', 'storage'].map(
    (room) => `CREATE SCHEMA ${room} AUTHORIZATION supabase_${room}_admin;
GRANT USAGE ON SCHEMA ${room} TO anon, authenticated, service_role;`,
  );
  return `${owners.join('\n')}
CREATE SCHEMA supabase_embedded;
CREATE TABLE supabase_embedded.ledger (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
GRANT USAGE, CREATE ON SCHEMA supabase_embedded TO supabase_auth_admin;
GRANT USAGE, CREATE ON SCHEMA storage TO supabase_storage_admin;
DO $$ BEGIN
  EXECUTE format('GRANT CREATE ON DATABASE %I TO supabase_storage_admin, hausbuch_owner', current_database());
END $$;
${rooms.join('\n')}`;
}

/** Ours, and those of the jobs, as the migrator makes them. */
function ownDdl(): string {
  const statements = readMigrationFiles({ migrationsFolder: ownMigrations }).flatMap(({ sql }) => sql);
  const ledger = `CREATE TABLE hausbuch.__migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);`;
  return asRole('hausbuch_owner', [
    'CREATE SCHEMA hausbuch;',
    ledger,
    ...statements.map(ended),
    getConstructionPlans('pgboss'),
  ]);
}

async function listTables(sql: postgres.Sql): Promise<Omit<Table, 'lines'>[]> {
  return sql<{ name: string; columns: string[] }[]>`
    select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ${sql(schemas)} and c.relkind = 'r' group by 1 order by 1`;
}

async function readTables(sql: postgres.Sql): Promise<Table[]> {
  const tables: Table[] = [];
  for (const table of await listTables(sql)) tables.push({ ...table, lines: await readLines(sql, table) });
  return tables;
}

/** Where the counters stand. */
async function sequencesOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string; last: string | null }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname in ${sql(schemas)} order by 1`;
  return rows.flatMap(({ name, last }) => (last === null ? [] : [`SELECT setval('${name}', ${last});`]));
}

async function readDatabase(adminUrl: string, head: Head): Promise<Kept> {
  return connected(adminUrl, async (sql) => {
    const tables = await readTables(sql);
    const emptied = `TRUNCATE ${tables.map(({ name }) => name).join(', ')};`;
    return {
      head,
      ddl: [embeddedDdl(), ownDdl(), 'SET session_replication_role = replica;', emptied].join('\n'),
      tables: tables.filter(({ lines }) => lines.length > 0),
      after: [...(await sequencesOf(sql)), 'RESET session_replication_role;', 'ANALYZE;'].join('\n'),
    };
  });
}

/** What stands beside the portfolios, of the owner's account, and waits for jobs. */
const enterBeside = (adminUrl: string, userId: string, portfolioId: string): Promise<unknown> =>
  connected(adminUrl, (sql) =>
    sql.begin(async (tx) => {
      await tx`insert into hausbuch.account_event (user_id, kind, session_id, way, browser, system)
        values (${userId}, 'sign_in', ${randomUUID()}, 'password', 'Firefox', 'Linux')`;
      await tx`insert into hausbuch.recovery_code (user_id, code_hash, salt) values (${userId}, 'hash', 'salt')`;
      await tx`insert into hausbuch.recovery_attempt (user_id, source, tries, since)
        values (${userId}, '192.0.2.1', 1.5, now())`;
      await tx`insert into hausbuch.contact_message (language, name, email, message)
        values ('de', 'Petra Vogel', 'petra@example.com', 'Guten Tag,\n\tnimmt es auch \\ und Ümläute?')`;
      await tx`insert into hausbuch.erasure (kind, user_id, erased_portfolio_id, row_count)
        values ('portfolio', ${userId}, ${randomUUID()}, 12)`;
      await tx`insert into hausbuch.file_removal (portfolio_id, storage_path, held_bytes)
        values (${portfolioId}, ${`${portfolioId}/gone/paper.pdf`}, 1000)`;
    }),
  );

async function fill(adminUrl: string): Promise<Head> {
  rememberAdmin(adminUrl, adminUrl);
  process.env.SUPABASE_SECRET_KEY = secret;
  const database = { adminUrl, appUrl: adminUrl, drop: async () => {} };
  const at = new Date().toISOString();
  const rows = await createOneOfEach(database);
  await createOneOfEach(database);
  await enterBeside(adminUrl, rows.books.ownerId, rows.books.id);
  const demo = { portfolioId: randomUUID(), userId: randomUUID() };
  const visitor = await createTestCaller({ appUrl: adminUrl, ...demo });
  await visitor.demo.create({
    ...{
      id: demo.portfolioId,
      jurisdiction: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      language: 'de',
    },
  });
  await closeTestCallers();
  const journal = fs.readFileSync(path.join(ownMigrations, 'meta', '_journal.json'), 'utf8');
  const { entries }: { entries: { tag: string }[] } = JSON.parse(journal);
  const files = readMigrationFiles({ migrationsFolder: ownMigrations });
  const migrations = entries.map(({ tag }, index) => ({ tag, hash: files[index]?.hash ?? '' }));
  return { at, migrations, rows: JSON.parse(JSON.stringify(rows)), demo };
}

/** A new database of this server. */
async function create(serverUrl: string, name: string): Promise<string> {
  await connected(serverUrl, (sql) => sql`create database ${sql(name)}`);
  return inDatabase(serverUrl, name);
}

/**
 * Makes a database, fills it, and packs it so that it can be made again from that alone, which is tried.
 * @returns what `parseKept` reads, packed by gzip
 */
export async function keepDatabase(serverUrl: string): Promise<Buffer> {
  const original = await create(serverUrl, 'original');
  await applySchema(original);
  await migrateDatabase({ adminUrl: original, supabaseSecretKey: secret });
  const text = textOf(await readDatabase(original, await fill(original)));
  const again = await create(serverUrl, 'again');
  const kept = parseKept(text);
  await restoreKept(again, kept);
  // What no migration makes (who may enter, jobs) is given at each start.
  await migrateDatabase({ adminUrl: again, supabaseSecretKey: secret });
  if (!isDeepStrictEqual(await describeDatabase(again), await describeDatabase(original)))
    throw new Error('What was kept makes other tables than those it was made of.');
  const rows = await connected(again, readTables);
  if (
    !isDeepStrictEqual(
      rows.filter(({ lines }) => lines.length > 0),
      kept.tables,
    )
  )
    throw new Error('What was kept makes other rows than those it was made of.');
  return gzipSync(text, { level: 9 });
}
