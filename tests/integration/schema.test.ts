import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { toSnakeCase } from 'drizzle-orm/casing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { writeMigration } from '../../scripts/migration-files.ts';
import { type Grants, grants } from '../../src/db/grants.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { describeDatabase } from '../setup/describe-database.ts';

/** Directory tables: they stand beside the portfolios, so their keys cannot carry one. */
const directoryTables = [
  'account_event',
  'base_rate',
  'consumer_price_index',
  'contact_message',
  'erasure',
  'mail_sent',
  'portfolio',
  'profile',
  'recovery_attempt',
  'recovery_code',
  'seal_key',
];
/** Work lists: what they name is gone when its turn comes. */
const jobTables = ['file_removal'];
/** Drizzle's own ledger of migrations. */
const foreignTables = ['__migrations'];

const root = path.resolve(import.meta.dirname, '../..');
/** Where a table is said, for whoever made one. */
const where = 'src/db/schema/*.ts; then npm run generate';
const run = promisify(execFile);

let database: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function listTables(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'hausbuch'::regnamespace and relkind in ('r', 'p') order by 1`;
  return rows.map((row) => row.name).filter((name) => !foreignTables.includes(name));
}

describe('keys carry the portfolio', () => {
  test('the exempted tables exist', async () => {
    expect(await listTables()).toEqual(expect.arrayContaining([...directoryTables, ...jobTables]));
  });

  test('every table has a primary key, and every primary key and unique index begins with portfolio_id', async () => {
    const indexes = await sql<{ table: string; name: string; primary: boolean; columns: string[] }[]>`
      select t.relname as "table", i.relname as name, x.indisprimary as "primary",
        (select array_agg(a.attname::text order by k.position)
          from unnest(x.indkey::int2[]) with ordinality as k(number, position)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
      from pg_index x
      join pg_class t on t.oid = x.indrelid
      join pg_class i on i.oid = x.indexrelid
      where t.relnamespace = 'hausbuch'::regnamespace and x.indisunique`;
    const ours = indexes.filter((row) => !foreignTables.includes(row.table));
    const withKey = ours.filter((row) => row.primary).map((row) => row.table);
    expect(withKey.sort(), `a key of its own: ...keyed(), ${where}`).toEqual(await listTables());
    const without = ours
      .filter((row) => row.columns[0] !== 'portfolio_id' && !directoryTables.includes(row.table))
      .map((row) => `${row.table}: ${row.name} (${row.columns.join(', ')})`);
    expect(without, `the portfolio first in each key, ${where}`).toEqual([]);
  });

  test('every foreign key carries portfolio_id on both sides, only names the row, and undoes nothing by itself', async () => {
    const keys = await sql<
      {
        table: string;
        name: string;
        target: string;
        columns: string[];
        targetColumns: string[];
        isPlain: boolean;
      }[]
    >`
      select t.relname as "table", c.conname as name, f.relname as target,
        (select array_agg(a.attname::text order by k.position)
          from unnest(c.conkey) with ordinality as k(number, position)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
        (select array_agg(a.attname::text order by k.position)
          from unnest(c.confkey) with ordinality as k(number, position)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as "targetColumns",
        c.confdeltype = 'a' and c.confupdtype = 'a' and not c.condeferrable as "isPlain"
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_class f on f.oid = c.confrelid
      where c.contype = 'f' and c.connamespace = 'hausbuch'::regnamespace`;
    expect(keys.length).toBeGreaterThan(30);
    const wrong = keys.filter((key) => {
      const toPortfolio = key.target === 'portfolio';
      const expected = toPortfolio ? ['id'] : ['portfolio_id', 'id'];
      const last = key.targetColumns.at(-1);
      // The row itself, or the row among those of its charge: a line of another charge cannot be named.
      const namesRow =
        last !== 'portfolio_id' &&
        (key.targetColumns.length === 2 || (key.targetColumns.length === 3 && last === 'id'));
      return (
        key.columns[0] !== 'portfolio_id' ||
        key.targetColumns[0] !== expected[0] ||
        (!toPortfolio && !namesRow) ||
        directoryTables.includes(key.table) ||
        !key.isPlain
      );
    });
    expect(
      wrong.map((key) => `${key.table}: ${key.name}`),
      `belongsTo(…) makes it so, ${where}`,
    ).toEqual([]);
  });

  test('every table of a portfolio hangs on it by its keys', async () => {
    const rows = await sql<{ name: string }[]>`
      select distinct t.relname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and c.connamespace = 'hausbuch'::regnamespace`;
    const hanging = rows.map((row) => row.name);
    const loose = (await listTables()).filter(
      (name) => !hanging.includes(name) && ![...directoryTables, ...jobTables].includes(name),
    );
    expect(loose, `belongsTo(…) or withinPortfolio(…), ${where}`).toEqual([]);
  });

  test('every foreign key has an index that begins with its columns, the portfolio first', async () => {
    // One that holds only the rows that refer to something finds all of them.
    const missing = await sql<{ table: string; name: string }[]>`
      select t.relname as "table", c.conname as name
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and c.connamespace = 'hausbuch'::regnamespace
        and not exists (
          select 1 from pg_index x
          where x.indrelid = c.conrelid
            and (x.indpred is null or pg_get_expr(x.indpred, x.indrelid) = any (
              select format('(%s IS NOT NULL)', a.attname) from pg_attribute a
              where a.attrelid = c.conrelid and a.attnum = any (c.conkey)))
            and (x.indkey::int2[])[0:array_length(c.conkey, 1) - 1] = c.conkey
        )`;
    expect([...missing], `belongsTo(…) makes one, ${where}`).toEqual([]);
  });

  test('exclusion constraints begin with the portfolio', async () => {
    const rows = await sql<{ name: string; first: string }[]>`
      select c.conname as name, a.attname as first from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'x' and c.connamespace = 'hausbuch'::regnamespace`;
    expect(rows.map((row) => row.name)).toContain('lease_unit_no_overlap');
    expect(rows.filter((row) => row.first !== 'portfolio_id')).toEqual([]);
  });

  test('ids are uuids, and no trigger holds logic', async () => {
    const columns = await sql`
      select table_name, column_name from information_schema.columns
      where table_schema = 'hausbuch' and (column_name = 'id' or column_name like '%\\_id')
        and data_type <> 'uuid' and table_name <> all(${foreignTables})`;
    expect([...columns]).toEqual([]);
    const triggers = await sql`
      select tgname from pg_trigger g join pg_class t on t.oid = g.tgrelid
      where t.relnamespace = 'hausbuch'::regnamespace and not g.tgisinternal`;
    expect([...triggers]).toEqual([]);
  });
});

describe('row-level security', () => {
  test('is on and forced on every table', async () => {
    const rows = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'hausbuch'::regnamespace and relkind in ('r', 'p')
        and relrowsecurity and relforcerowsecurity order by 1`;
    expect(rows.map((row) => row.name)).toEqual(await listTables());
  });

  test('every table has one policy for exactly our two roles, and compares without a subquery', async () => {
    const policies = await sql<{ table: string; roles: string[]; using: string; check: string | null }[]>`
      select tablename as "table", roles::text[], qual as "using", with_check as "check"
      from pg_policies where schemaname = 'hausbuch' order by 1`;
    expect(policies.map((policy) => policy.table)).toEqual(await listTables());
    const current = "(hausbuch.entered('portfolio'::text))::uuid";
    for (const policy of policies) {
      expect([...policy.roles].sort(), policy.table).toEqual(['hausbuch_app', 'hausbuch_erase']);
      expect(`${policy.using} ${policy.check}`, policy.table).not.toMatch(/select/i);
      if ([...directoryTables, 'member'].includes(policy.table)) continue;
      expect(policy.using, policy.table).toBe(`(portfolio_id = ${current})`);
      expect(policy.check, policy.table).toBe(`(portfolio_id = ${current})`);
    }
  });

  test('nobody but our roles may touch anything in the schema', async () => {
    const grants = await sql`
      select distinct grantee from information_schema.role_table_grants where table_schema = 'hausbuch'
      union
      select coalesce(r.rolname, 'public') from pg_proc p, aclexplode(p.proacl) acl
      left join pg_roles r on r.oid = acl.grantee where p.pronamespace = 'hausbuch'::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    expect(new Set(grants.map((row) => row.grantee))).toEqual(
      new Set([inject('testDatabase').appLogin.name, 'hausbuch_app', 'hausbuch_erase', 'hausbuch_owner']),
    );
    const [owner] = await sql`
      select rolsuper, rolbypassrls from pg_roles where rolname = 'hausbuch_owner'`;
    expect(owner).toEqual({ rolsuper: false, rolbypassrls: true });
    const others = await sql`
      select rolname from pg_roles where rolname in ('hausbuch_app', 'hausbuch_erase')
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`;
    expect([...others]).toEqual([]);
  });
});

describe('migrations', () => {
  const migrateInOwnProcess = (adminUrl: string) =>
    run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { migrateDatabase } = await import(${JSON.stringify(path.join(root, 'src/db/migrate.ts'))});
         await migrateDatabase({ adminUrl: ${JSON.stringify(adminUrl)} });`,
      ],
      { cwd: root },
    );

  test('from three processes at once into an empty database, and once more, make what the template has', async () => {
    const { adminUrl: serverUrl } = inject('testDatabase');
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
    try {
      await server`create database ${server(name)}`;
      await Promise.all([1, 2, 3].map(() => migrateInOwnProcess(url.toString())));
      const once = await describeDatabase(url.toString());
      await migrateInOwnProcess(url.toString());
      expect(await describeDatabase(url.toString())).toEqual(once);
      const [files, applied] = [
        (await readdir(path.join(root, 'drizzle'))).filter((file) => file.endsWith('.sql')),
        await sql`select hash from hausbuch.__migrations`,
      ];
      expect(applied).toHaveLength(files.length);
    } finally {
      await server`drop database if exists ${server(name)} with (force)`;
      await server.end();
    }
  }, 60_000);

  test('say all that src/db/schema says: generating finds nothing to add', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hausbuch-migrations-'));
    try {
      await cp(path.join(root, 'drizzle'), folder, { recursive: true });
      expect(await writeMigration(folder, 'nothing')).toBeNull();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('after the baseline: a new table comes with forced security, the step to a cluster and grants', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hausbuch-migrations-'));
    try {
      await cp(path.join(root, 'drizzle'), folder, { recursive: true });
      const [last = ''] = (await readdir(path.join(folder, 'meta'))).filter((name) =>
        name.includes('snapshot'),
      );
      const snapshot = path.join(folder, 'meta', last);
      const known = JSON.parse(await readFile(snapshot, 'utf8'));
      delete known.tables['hausbuch.payment'];
      await writeFile(snapshot, JSON.stringify(known));
      const file = await writeMigration(folder, 'payments_again');
      const { length } = (await readdir(path.join(root, 'drizzle'))).filter((name) => name.endsWith('.sql'));
      const numbered = (at: number) => String(at).padStart(4, '0');
      expect(file).toBe(`${numbered(length)}_payments_again.sql`);
      const statements = (await readFile(path.join(folder, file ?? ''), 'utf8'))
        .split('--> statement-breakpoint')
        .map((statement) => statement.trim());
      expect(statements[0]).toContain('CREATE TABLE "hausbuch"."payment"');
      expect(statements[1]).toBe("SELECT hausbuch.spread('payment');");
      expect(statements).toContain('ALTER TABLE "hausbuch"."payment" FORCE ROW LEVEL SECURITY;');
      expect(statements.slice(-3)).toEqual([
        'GRANT SELECT, INSERT ON hausbuch.payment TO hausbuch_app;',
        'GRANT SELECT, DELETE ON hausbuch.payment TO hausbuch_erase;',
        'GRANT UPDATE (payer_tenant_id, reference, note) ON hausbuch.payment TO hausbuch_erase;',
      ]);
      expect(await readdir(path.join(folder, 'meta'))).toEqual([
        `${numbered(length)}_snapshot.json`,
        '_journal.json',
      ]);
      expect(await writeMigration(folder, 'nothing_more')).toBeNull();
      await writeMigration(folder, 'by_hand', { isCustom: true });
      const { entries } = JSON.parse(await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8'));
      const times = entries.map((entry: { when: number }) => entry.when);
      expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
      expect(entries.at(-1).tag).toBe(`${numbered(length + 1)}_by_hand`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('grants', () => {
  test('are what src/db/grants.ts says, no more and no less', async () => {
    const rows = await sql<{ table: string; role: string; right: string; column: string | null }[]>`
      select c.relname as "table", acl.grantee::regrole::text as role, acl.privilege_type as right, null as "column"
      from pg_class c, aclexplode(c.relacl) acl
      where c.relnamespace = 'hausbuch'::regnamespace and c.relkind = 'r' and acl.grantee <> c.relowner
      union all
      select c.relname, acl.grantee::regrole::text, acl.privilege_type, a.attname
      from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) acl
      where c.relnamespace = 'hausbuch'::regnamespace`;
    const there = rows.map(
      (row) => `${row.table}${row.column ? `.${row.column}` : ''}: ${row.role} ${row.right}`,
    );
    const said = Object.entries<Grants>(grants).flatMap(
      ([name, { app, erase, appUpdates, eraseUpdates }]) => {
        const table = toSnakeCase(name);
        const line = (role: string) => (verb: string) => `${table}: ${role} ${verb.toUpperCase()}`;
        const columns = (role: string, names: readonly string[] = []) =>
          names.map((column) => `${table}.${toSnakeCase(column)}: ${role} UPDATE`);
        return [
          ...app.map(line('hausbuch_app')),
          ...erase.map(line('hausbuch_erase')),
          ...columns('hausbuch_app', appUpdates),
          ...columns('hausbuch_erase', eraseUpdates),
        ];
      },
    );
    expect(there.sort(), 'src/db/grants.ts, then npm run generate').toEqual(said.sort());
  });
});
