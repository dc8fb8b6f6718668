import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applySchema } from '@hausbuch/supabase-embedded';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { writeMigration } from '../../scripts/migration-files.ts';
import { anyFreePort } from '../../scripts/ports.ts';
import { distribute } from '../../src/db/cluster/distribute.ts';
import { gather } from '../../src/db/cluster/gather.ts';
import { addressOf, ClusterRefused } from '../../src/db/cluster/nodes.ts';
import { CLUSTER_LOCK } from '../../src/db/cluster/session.ts';
import { onCoordinator, planTables } from '../../src/db/cluster/tables.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { sealSecret } from '../../src/lib/server/env.ts';
import { createOneOfEach } from '../factories/one-of-each.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { connected, inDatabase, rememberAdmin } from '../setup/admin-urls.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { onEachServer } from '../setup/every-server.ts';

const { servers, appLogin } = inject('testDatabase');
const isCluster = servers.length > 1;
console.log(
  isCluster
    ? 'The tests of a server without Citus are skipped: this is a cluster.'
    : 'The tests on a cluster are skipped: TEST_CITUS names none.',
);

const root = path.resolve(import.meta.dirname, '../..');

/** The statement that makes the entry into a transaction as it is today, as a migration has it that changes the function. */
async function originalEntry(): Promise<string> {
  const folder = path.join(root, 'drizzle');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const made = /CREATE (?:OR REPLACE )?FUNCTION (hausbuch\.enter_request\(.*?\nEND \$\$;)/s;
  const [statement = ''] = texts.flatMap((text) => made.exec(text)?.[1] ?? []).slice(-1);
  return `CREATE OR REPLACE FUNCTION ${statement}`;
}

/** Everything of the schema but how it lies on nodes, and how many rows it has. */
const picture = (url: string) =>
  connected(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name, c.relkind as kind, c.relowner::regrole::text as owner, c.relacl::text as rights,
        c.relrowsecurity as secured, c.relforcerowsecurity as forced
      from pg_class c where c.relnamespace = 'hausbuch'::regnamespace and c.relkind in ('r', 'p') order by 1`;
    const columns = await sql`
      select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated::text,
        pg_get_expr(d.adbin, d.adrelid) as value, a.attacl::text
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'hausbuch'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by 1, 2`;
    // Written out and read again, a condition may lose brackets that change nothing.
    const constraints = await sql`
      select conrelid::regclass::text as of, conname, translate(pg_get_constraintdef(oid), '()', '') as words
      from pg_constraint where connamespace = 'hausbuch'::regnamespace order by 1, 2`;
    const indexes =
      await sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'hausbuch' order by 1, 2`;
    const policies =
      await sql`select * from pg_policies where schemaname = 'hausbuch' order by tablename, policyname`;
    const functions = await sql`
      select oid::regprocedure::text as name, md5(prosrc) as body, proacl::text as rights, proowner::regrole::text as owner
      from pg_proc where pronamespace = 'hausbuch'::regnamespace order by 1`;
    const counts: Record<string, number> = {};
    for (const { name } of tables)
      counts[name] =
        (await sql<{ n: number }[]>`select count(*)::int as n from ${sql(`hausbuch.${name}`)}`)[0]?.n ?? 0;
    return { tables, columns, constraints, indexes, policies, functions, counts };
  });

/** What was in the way, in words. */
async function refusal(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClusterRefused);
  return (error as ClusterRefused).problems;
}

const migrateAt = (adminUrl: string) => () =>
  migrateDatabase({ adminUrl, login: appLogin, supabaseSecretKey: sealSecret() });

describe('on one machine', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const attempt = (workers: { host: string; port: number }[]) =>
    distribute({
      adminUrl: database.adminUrl,
      coordinator: addressOf(database.adminUrl),
      workers,
      shards: 4,
      migrate: migrateAt(database.adminUrl),
    });

  test('every table has its place, and what a table points at comes before it', async () => {
    const { tables, unlisted } = await connected(database.adminUrl, (sql) => planTables(sql));
    expect(unlisted).toEqual([]);
    const place = new Map(tables.map(({ name }, index) => [name, index]));
    const references = await connected(
      database.adminUrl,
      (sql) => sql<{ child: string; parent: string }[]>`
        select child.relname as child, parent.relname as parent from pg_constraint f
        join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
        where f.contype = 'f' and child.relnamespace = 'hausbuch'::regnamespace and child.oid <> parent.oid`,
    );
    expect(references.length).toBeGreaterThan(60);
    for (const { child, parent } of references)
      expect(place.get(parent), `${parent} before ${child}`).toBeLessThan(place.get(child) ?? -1);
    const kinds = new Map(tables.map(({ name, kind }) => [name, kind]));
    for (const { child, parent } of references) {
      expect(kinds.get(parent), `${parent}, of ${child}`).not.toBe('local');
      if (kinds.get(child) === 'whole') expect(kinds.get(parent)).toBe('whole');
    }
  });

  test('a node that does not answer and a table nobody listed are said, and nothing changes', async () => {
    await connected(database.adminUrl, (sql) => sql`create table hausbuch.stray (id uuid primary key)`);
    const before = await picture(database.adminUrl);
    const closed = await anyFreePort();
    const said = await refusal(attempt([{ host: '127.0.0.1', port: closed }]));
    expect(said).toContain(`127.0.0.1:${closed} cannot be reached (ECONNREFUSED).`);
    expect(said).toContainEqual(
      expect.stringMatching(/^The table stray is neither kept by portfolio nor listed/),
    );
    expect(await picture(database.adminUrl)).toEqual(before);
    await connected(database.adminUrl, (sql) => sql`drop table hausbuch.stray`);
  });

  test('a start while another runs is told so, and nothing changes', async () => {
    const before = await picture(database.adminUrl);
    await connected(database.adminUrl, async (sql) => {
      await sql`select pg_advisory_lock(${CLUSTER_LOCK})`;
      const isTold = [expect.stringMatching(/^This command is running already/)];
      expect(await refusal(attempt([]))).toEqual(isTold);
      const coordinator = addressOf(database.adminUrl);
      expect(await refusal(gather({ adminUrl: database.adminUrl, coordinator }))).toEqual(isTold);
    });
    expect(await picture(database.adminUrl)).toEqual(before);
  });

  test.skipIf(isCluster)(
    'an entry that asks copies of a cluster asks tables again after the next start',
    async () => {
      const before = await picture(database.adminUrl);
      await connected(database.adminUrl, async (sql) => {
        const [row] = await sql<{ definition: string }[]>`
        select pg_get_functiondef(oid) as definition from pg_proc
        where pronamespace = 'hausbuch'::regnamespace and proname = 'enter_request'`;
        const definition = row?.definition ?? '';
        const changed = definition
          .replace('hausbuch.portfolio p', 'hausbuch.portfolio_102008 p')
          .replace('hausbuch.member m', 'hausbuch.member_102009 m');
        expect(changed).not.toBe(definition);
        await sql.unsafe(changed);
      });
      await migrateAt(database.adminUrl)();
      expect(await picture(database.adminUrl)).toEqual(before);
    },
  );

  test.skipIf(isCluster)(
    'a server without Citus is told what it lacks; there is no way back from nothing',
    async () => {
      const before = await picture(database.adminUrl);
      const said = await refusal(attempt([addressOf(database.adminUrl)]));
      const here = new URL(database.adminUrl).host;
      expect(said).toContain(`${here} has no Citus: install its package there.`);
      expect(said).toContainEqual(expect.stringContaining('wal_level = replica'));
      expect(await picture(database.adminUrl)).toEqual(before);
      expect(
        await gather({ adminUrl: database.adminUrl, coordinator: addressOf(database.adminUrl) }),
      ).toBeNull();
    },
  );
});

/** Run with TEST_CITUS, on a database of its own that is on every node. */
describe.skipIf(!isCluster)('on a cluster', () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const [adminUrl = '', ...workerUrls] = servers.map((url) => inDatabase(url, name));
  const coordinator = addressOf(adminUrl || 'postgres://none');
  const appUrl = new URL(adminUrl || 'postgres://none');
  appUrl.username = appLogin.name;
  appUrl.password = appLogin.password;
  const database: TestDatabase = { adminUrl, appUrl: appUrl.toString(), drop: async () => {} };
  let rows: Awaited<ReturnType<typeof createOneOfEach>>;
  let before: Awaited<ReturnType<typeof picture>>;

  const spread = (onStep?: (label: string) => void, migrate = migrateAt(adminUrl)) =>
    distribute({
      adminUrl,
      coordinator,
      workers: workerUrls.map(addressOf),
      shards: 4,
      migrate,
      ...(onStep ? { onStep } : {}),
    });
  const answers = async () => {
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: rows.books.ownerId,
      portfolioId: rows.books.id,
    });
    return { properties: await caller.property.list({}), tenants: await caller.tenant.list({}) };
  };
  /** Which tables every transaction begins with. */
  const entryAsks = () =>
    connected(adminUrl, async (sql) => {
      const rows = await sql<{ name: string }[]>`
        select (regexp_matches(prosrc, 'JOIN hausbuch[.]([a-z0-9_]+)', 'g'))[1] as name from pg_proc
        where pronamespace = 'hausbuch'::regnamespace and proname = 'enter_request'`;
      return rows.map(({ name }) => name);
    });
  const endConnections = (url: string) =>
    connected(
      url,
      (sql) => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
  const hasCitus = (url: string) =>
    connected(url, async (sql) => (await sql`select 1 from pg_extension where extname = 'citus'`).length > 0);

  beforeAll(async () => {
    rememberAdmin(database.appUrl, adminUrl);
    await onEachServer(servers.toReversed(), (sql) => sql`create database ${sql(name)}`);
    await applySchema(adminUrl);
    await migrateAt(adminUrl)();
    rows = await createOneOfEach(database);
    before = await picture(adminUrl);
  });
  afterAll(async () => {
    await closeTestCallers();
    await onEachServer(servers, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
  });

  test('nothing is begun while the app is connected', async () => {
    await answers();
    expect(await refusal(spread())).toEqual([expect.stringMatching(/^Hausbuch itself has \d+ connections/)]);
    await closeTestCallers();
    expect(await picture(adminUrl)).toEqual(before);
    expect(await hasCitus(adminUrl)).toBe(false);
  });

  test('a migration that fails is told as what may have been applied', async () => {
    const migrate = () => Promise.reject(new Error('It fails.'));
    await expect(spread(undefined, migrate)).rejects.toThrow(
      /^No table has moved; migrations may have been applied\.\nIt fails\.$/,
    );
  });

  test.each(['worker', 'coordinator'])(
    'killed half-way on a %s, no table has moved and no row is lost',
    async (which) => {
      const url = which === 'worker' ? (workerUrls[0] ?? '') : adminUrl;
      let killed = Promise.resolve<unknown>(null);
      const half = spread((label) => {
        if (label.includes('(20 of')) killed = endConnections(url);
      });
      await expect(half).rejects.toThrow(/^No table has moved; migrations may have been applied\./);
      await killed;
      expect(await picture(adminUrl)).toEqual(before);
      if (which === 'worker')
        for (const one of [adminUrl, ...workerUrls]) expect(await hasCitus(one)).toBe(false);
    },
    300_000,
  );

  test('a second start while it runs is told so; the first goes on, and no row is lost', async () => {
    let second: Promise<readonly string[]> = Promise.resolve([]);
    const done = await spread((label) => {
      if (label.includes('(10 of')) second = refusal(spread());
    });
    expect(await second).toEqual([expect.stringMatching(/^This command is running already/)]);
    const moved = before.tables.length - onCoordinator.length;
    expect(done.spread.length + done.whole.length).toBe(moved);
    expect((await picture(adminUrl)).counts).toEqual(before.counts);
    expect((await entryAsks()).sort()).toEqual([
      expect.stringMatching(/^member_\d+$/),
      expect.stringMatching(/^portfolio_\d+$/),
    ]);
    // As closed as the tables they are copies of.
    const asked = await entryAsks();
    const secured = await connected(adminUrl, async (sql) => {
      await sql`set citus.override_table_visibility = off`;
      return sql`select relname from pg_class where relname = any(${asked}) and relrowsecurity and relforcerowsecurity`;
    });
    expect(secured).toHaveLength(2);
    // What the coordinator held itself is gone from its files.
    const kept = await connected(
      adminUrl,
      (sql) => sql`
      select logicalrelid::text from pg_dist_partition where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`,
    );
    expect([...kept]).toEqual([]);
  }, 300_000);

  test('run again it does nothing; people find what they had, and later migrations join', async () => {
    expect(await spread()).toEqual({ added: [], whole: [], spread: [], rows: 0 });
    const { properties } = await answers();
    expect(JSON.stringify(properties)).toContain(rows.ids.property);
    await closeTestCallers();

    const folder = await mkdtemp(path.join(tmpdir(), 'hausbuch-later-'));
    await cp(path.join(root, 'drizzle'), folder, { recursive: true });
    const file = await writeMigration(folder, 'visits', { isCustom: true });
    await writeFile(
      path.join(folder, file ?? ''),
      [
        'CREATE TABLE hausbuch.visit (portfolio_id uuid NOT NULL, id uuid NOT NULL, property_id uuid NOT NULL, PRIMARY KEY (portfolio_id, id));',
        "SELECT hausbuch.spread('visit');",
        'ALTER TABLE hausbuch.visit ADD FOREIGN KEY (portfolio_id, property_id) REFERENCES hausbuch.property (portfolio_id, id);',
        'ALTER TABLE hausbuch.property ADD COLUMN visited_on date;',
        "UPDATE hausbuch.property SET visited_on = '2026-11-26';",
        'INSERT INTO hausbuch.visit (portfolio_id, id, property_id) SELECT portfolio_id, id, id FROM hausbuch.property;',
        await originalEntry(),
      ].join('\n--> statement-breakpoint\n'),
    );
    await migrateDatabase({ adminUrl, login: appLogin, migrationsFolder: folder });
    await rm(folder, { recursive: true });
    const [visits] = await connected(
      adminUrl,
      (sql) => sql`
      select (select count(*)::int from hausbuch.visit) as visits, (select count(*)::int from hausbuch.property) as properties,
        (select colocationid from pg_dist_partition where logicalrelid = 'hausbuch.visit'::regclass)
          = (select colocationid from pg_dist_partition where logicalrelid = 'hausbuch.property'::regclass) as together`,
    );
    expect(visits).toMatchObject({
      visits: before.counts.property,
      properties: before.counts.property,
      together: true,
    });
    expect((await entryAsks()).every((name) => /_\d+$/.test(name))).toBe(true);
    await connected(adminUrl, async (sql) => {
      await sql`drop table hausbuch.visit`;
      await sql`alter table hausbuch.property drop column visited_on`;
    });
  }, 300_000);

  test('killed half-way back, no table has come back', async () => {
    let killed: Promise<unknown> | undefined;
    const half = gather({
      adminUrl,
      coordinator,
      onStep: () => {
        killed ??= endConnections(adminUrl);
      },
    });
    await expect(half).rejects.toThrow(/^No table has come back\./);
    await killed;
    expect((await picture(adminUrl)).counts).toMatchObject({ property: before.counts.property });
  }, 300_000);

  test('--back takes everything back as it was, leaves the workers empty, and once more there is nothing to do', async () => {
    const done = await gather({ adminUrl, coordinator });
    expect(done?.left).toEqual(workerUrls.map(addressOf));
    const after = await picture(adminUrl);
    expect({ ...after, counts: { ...after.counts, __migrations: 0 } }).toEqual({
      ...before,
      counts: { ...before.counts, __migrations: 0 },
    });
    for (const url of workerUrls) {
      expect(await hasCitus(url)).toBe(false);
      expect(
        await connected(url, (sql) => sql`select 1 from pg_namespace where nspname = 'hausbuch'`),
      ).toHaveLength(0);
    }
    expect(await gather({ adminUrl, coordinator })).toBeNull();
  }, 300_000);
});
