import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { onCoordinator, wholeOnEveryNode } from '../../src/db/cluster/tables.ts';
import { MAX_PARAMETERS } from '../../src/db/prepared.ts';
import { createOneOfEach } from '../factories/one-of-each.ts';
import { call, cases, inputFor } from '../factories/procedure-calls.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

// What a cluster asks, so that the step from one machine to several stays one command. The rest of it (keys, no
// triggers, nothing deferrable, uuids only) stands in schema.test.ts.

const isCluster = inject('testDatabase').servers.length > 1;
const folder = path.resolve(import.meta.dirname, '../../drizzle');
let database: TestDatabase;
let sql: postgres.Sql;
let files: { name: string; statements: string[] }[];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return {
        name,
        statements: text.split('--> statement-breakpoint').map((statement) => statement.trim()),
      };
    }),
  );
});
afterAll(async () => {
  await closeTestCallers();
  await sql.end();
  await database.drop();
});

/** A statement without comments, texts and function bodies. */
const bare = (statement: string) =>
  statement
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '$body$')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--[^\n]*/g, '');

describe('migrations', () => {
  test('have one statement between two breakpoints', () => {
    for (const { name, statements } of files) {
      for (const statement of statements) {
        const parts = bare(statement)
          .split(';')
          .filter((part) => part.trim() !== '');
        expect(parts, `${name}: ${statement.slice(0, 100)}`).toHaveLength(1);
      }
    }
  });

  test('spread every table before anything points at it or from it', () => {
    for (const { name, statements } of files) {
      for (const [index, statement] of statements.entries()) {
        const table = /^create table "?hausbuch"?\."?(\w+)/i.exec(bare(statement))?.[1];
        if (!table) continue;
        expect(statements[index + 1], name).toBe(`SELECT hausbuch.spread('${table}');`);
        expect(bare(statement), `${name}: a key inside ${table}`).not.toMatch(/\breferences\b/i);
      }
    }
  });

  test('name columns bare in checks', () => {
    for (const { name, statements } of files) {
      for (const statement of statements) {
        if (/\bCHECK \(/i.test(statement)) {
          expect(statement.replace(/^.*?\bCHECK\b/s, ''), name).not.toMatch(/"\."|hausbuch\.\w+\.\w/);
        }
      }
    }
  });
});

describe('functions', () => {
  test('with parameters are not in language sql, which a cluster cannot plan', async () => {
    const rows = await sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'hausbuch'::regnamespace and l.lanname = 'sql' and p.pronargs > 0
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    expect([...rows]).toEqual([]);
  });

  test('do not ask a whole table in a subquery for each row of a directory table', async () => {
    const rows = await sql<{ name: string; body: string }[]>`
      select oid::regprocedure::text as name, prosrc as body from pg_proc
      where pronamespace = 'hausbuch'::regnamespace and proname like 'portfolios_with_%'`;
    expect(rows.length).toBeGreaterThan(3);
    for (const { name, body } of rows) expect(body, name).not.toMatch(/exists\s*\(/i);
  });

  test('enter_request sets what travels to other nodes by SET LOCAL, and the role by what does not', async () => {
    const [row] = await sql<{ body: string }[]>`
      select prosrc as body from pg_proc
      where pronamespace = 'hausbuch'::regnamespace and proname = 'enter_request'`;
    expect(row?.body.match(/EXECUTE format\('SET LOCAL app\.\w+ = %L'/g)).toHaveLength(3);
    expect(row?.body).toContain("set_config('role', p_role, true)");
    expect(row?.body).not.toMatch(/SET LOCAL ROLE|set_config\('app/i);
  });

  test.skipIf(isCluster)('spread() changes nothing on one machine', async () => {
    const tables = () => sql`
      select relname, relkind, relnatts, reltuples from pg_class
      where relnamespace = 'hausbuch'::regnamespace order by 1`;
    const before = [...(await tables())];
    await sql`select hausbuch.spread(relname) from pg_class
      where relnamespace = 'hausbuch'::regnamespace and relkind = 'r'`;
    expect([...(await tables())]).toEqual(before);
    await expect(sql`select hausbuch.spread('nothing')`).rejects.toThrow(/does not exist/);
  });
});

test('who migrates changes spread tables shard by shard, where there is Citus', async () => {
  const migrate = await readFile(path.resolve(folder, '../src/db/migrate.ts'), 'utf8');
  expect(migrate).toMatch(/set_config\(name, 'sequential', false\) from pg_settings\s+where name = 'citus\./);
});

type Node = Record<string, unknown> & { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };

/** Tables that stand whole on every machine, or only on one. */
const directories: readonly string[] = [...wholeOnEveryNode, ...onCoordinator];

/** On a cluster: what a plan asks of more than one shard, by its own count. */
function fansOut(node: Node): string[] {
  const distributed = node['Distributed Query'] as { Job?: { 'Task Count'?: number } } | undefined;
  const tasks = distributed?.Job?.['Task Count'] ?? 1;
  return [...(tasks > 1 ? [`${tasks} shards`] : []), ...(node.Plans ?? []).flatMap((plan) => fansOut(plan))];
}

/** The tables a plan reads without being told the portfolio, which on a cluster asks every machine. */
function unbound(node: Node): string[] {
  const table = node['Relation Name'];
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((key) => String(node[key] ?? '')).join(' ');
  const isBound = /\bportfolio_id = '[0-9a-f-]{36}'::uuid/.test(conditions);
  // What a bitmap finds is bound by the index below it.
  const below = (node.Plans ?? []).flatMap((plan) => unbound(plan));
  const reads = table && node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Index Scan';
  return reads && !isBound && !directories.includes(table) ? [table, ...below] : below;
}

/** What a statement asks without saying of which portfolio. */
async function tablesAskedWhole(query: string, params: unknown[]): Promise<string[]> {
  const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: Node }[] }[]>(
    `explain (format json) ${query}`,
    params as postgres.ParameterOrJSON<never>[],
  );
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => (isCluster ? fansOut(Plan) : unbound(Plan)));
}

describe('statements', () => {
  let statements: Map<string, { params: unknown[]; path: string }>;

  beforeAll(async () => {
    statements = new Map();
    const rows = await createOneOfEach(database);
    let now = '';
    const undone = await openUndoneDatabase(database.appUrl, (query, params) => {
      if (!statements.has(query)) statements.set(query, { params, path: now });
    });
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: rows.books.ownerId,
      portfolioId: rows.books.id,
      database: undone.database,
    });
    for (const [path, one] of cases) {
      now = path;
      await undone.attempt(() => call(caller, path, inputFor(one, rows)));
    }
    await undone.close();
  });

  test('are told the portfolio for every table they read', async () => {
    expect(statements.size).toBeGreaterThan(300);
    expect(await tablesAskedWhole('select name from hausbuch.property', [])).toHaveLength(1);
    const wrong: string[] = [];
    for (const [query, { params, path }] of statements) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(query) || !query.includes('hausbuch')) continue;
      if (/hausbuch\.\w+\(/.test(query.replaceAll(/hausbuch\.(?:uuid_v7|known_zone)\(/g, ''))) continue;
      const tables = await tablesAskedWhole(query, params);
      if (tables.length > 0)
        wrong.push(`${path}: ${[...new Set(tables)].join(', ')} in ${query.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('that read take few enough values to be prepared, or each call has them planned anew', () => {
    for (const [query, { params, path }] of statements)
      if (/^\s*(select|with)\b/i.test(query))
        expect(params.length, `${path}: ${query}`).toBeLessThanOrEqual(MAX_PARAMETERS);
  });

  test('call nothing in RETURNING or in an upsert that answers differently each time', () => {
    for (const [query, { path }] of statements) {
      const text = bare(query);
      expect(/\breturning\b(.*)$/is.exec(text)?.[1] ?? '', `${path}: ${query}`).not.toMatch(
        /\b(?:now|clock_timestamp|random|gen_random_uuid|uuid_v7|pg_notify|nextval)\s*\(/i,
      );
      expect(/\bdo update set\b(.*)$/is.exec(text)?.[1] ?? '', `${path}: ${query}`).not.toMatch(
        /\b(?:now|clock_timestamp|random|gen_random_uuid|uuid_v7|nextval)\s*\(|current_timestamp/i,
      );
    }
  });

  test('change rows by nothing whose answer depends on settings, where it is asked about a column', async () => {
    const rows = await sql<{ name: string }[]>`
      select proname as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace
      group by proname having bool_and(provolatile <> 'i')`;
    const unsteady = new Set(rows.map(({ name }) => name));
    for (const [query, { path }] of statements) {
      const text = bare(query);
      const set = /^\s*update\b.*?\bset\b(.*?)(?:\bwhere\b|$)/is.exec(text)?.[1] ?? '';
      for (const [, name = '', asked = ''] of set.matchAll(/\b(\w+)\(([^()]*)/g))
        if (asked.includes('"'))
          expect(unsteady.has(name.toLowerCase()), `${path}: ${name} in ${query}`).toBe(false);
    }
  });

  test('copy rows from a query with ON CONFLICT or RETURNING only, and do not MERGE', () => {
    for (const [query, { path }] of statements) {
      const text = bare(query);
      expect(text, path).not.toMatch(/^\s*merge\b/i);
      if (/^\s*insert\b(?:(?!\bvalues\b).)*\bselect\b/is.test(text)) {
        expect(text, `${path}: ${query}`).toMatch(/\bon conflict\b|\breturning\b/i);
      }
    }
  });
});
