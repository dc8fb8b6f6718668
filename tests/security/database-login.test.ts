import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import type { Entry } from '@/db/seal';
import { type Entering, enterAs } from '../factories/enter.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { describeLimits } from './login-limits.ts';

// Somebody writes SQL of their own as the login of the app: an injection, or a stolen password.

let database: TestDatabase;
let admin: postgres.Sql;
let login: postgres.Sql;
let own: OneOfEach;
let foreign: OneOfEach;

beforeAll(async () => {
  database = await createTestDatabase();
  // A clone does not have what was granted and revoked on the database itself.
  await migrateDatabase({ adminUrl: database.adminUrl, login: inject('testDatabase').appLogin });
  [own, foreign] = [await createOneOfEach(database), await createOneOfEach(database)];
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  login = postgres(database.appUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await login.end();
  await admin.end();
  await closeTestCallers();
  await database.drop();
});

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** One statement after the other, as the login, in one transaction that is given up. */
const attempt = (...steps: (string | Entering)[]) =>
  outcome(
    login.begin(async (sql) => {
      for (const step of steps) await (typeof step === 'string' ? sql.unsafe(step) : enterAs(sql, step));
      throw new Error('done');
    }),
  );

const enter = (role: Entry['role'] = 'hausbuch_app'): Entering => ({
  role,
  userId: own.books.ownerId,
  portfolioId: own.books.id,
});

/** The only functions that act as somebody else than who calls them; each has its reason in its comment. */
const definerFunctions = [
  'end_own_session(uuid)',
  'entered(text)',
  'erase_account()',
  'erase_portfolio(boolean)',
  'forget_account_events(timestamp with time zone)',
  'forget_contact_messages(timestamp with time zone)',
  'has_verified_factor()',
  'own_account()',
  'own_portfolio_of(text,uuid)',
  'own_portfolios()',
  'own_sessions()',
  'portfolio_people()',
  'portfolios_that_remind(timestamp with time zone)',
  'portfolios_with_ended_invitations(timestamp with time zone)',
  'portfolios_with_file_work(timestamp with time zone,timestamp with time zone)',
  'portfolios_with_files()',
  'portfolios_with_left_out_lines(timestamp with time zone)',
  'portfolios_with_mails(timestamp with time zone,timestamp with time zone)',
  'portfolios_with_recurring_due(timestamp with time zone)',
  'portfolios_with_rent_to_post(timestamp with time zone)',
  'session_lives(uuid)',
  'store_published_figures(text,jsonb,text,date)',
  'take_mail(text,text)',
];

const calledByThem = [
  'demand_system',
  'erase_account_rows',
  'erase_portfolio_rows',
  'forget_people',
  'local_times',
];

describe('functions that act as their owner', () => {
  test('are these and no others, and nowhere but in schema hausbuch', async () => {
    const rows = await admin<{ schema: string; name: string }[]>`
      select n.nspname as schema, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')`;
    expect(new Set(rows.map((row) => row.schema))).toEqual(new Set(['hausbuch']));
    const names = await admin<{ name: string }[]>`
      select replace(oid::regprocedure::text, 'hausbuch.', '') as name from pg_proc where prosecdef
        and pronamespace = 'hausbuch'::regnamespace order by 1`;
    expect(names.map((row) => row.name)).toEqual(definerFunctions);
  });

  test('look names up in pg_catalog, last in pg_temp, belong to no superuser and give their reason', async () => {
    const wrong = await admin`
      select p.oid::regprocedure::text as name, p.proconfig, r.rolname as owner from pg_proc p
      join pg_roles r on r.oid = p.proowner
      where p.prosecdef and p.pronamespace = 'hausbuch'::regnamespace
        and (p.proconfig is distinct from array['search_path=pg_catalog, pg_temp'] or r.rolsuper
          or coalesce(obj_description(p.oid, 'pg_proc'), '') not like '%As its owner: %')`;
    expect([...wrong]).toEqual([]);
  });

  test('what they call as their owner has the same path', async () => {
    const wrong = await admin`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'hausbuch'::regnamespace and proname = any(${calledByThem})
        and proconfig is distinct from array['search_path=pg_catalog, pg_temp']`;
    expect([...wrong]).toEqual([]);
  });

  test('name every table with its schema', async () => {
    const functions = await admin<{ name: string; body: string }[]>`
      select oid::regprocedure::text as name, prosrc as body from pg_proc
      where pronamespace = 'hausbuch'::regnamespace and (prosecdef or proname = any(${calledByThem}))`;
    const bare = functions.flatMap(({ name, body }) =>
      [...body.matchAll(/\b(?:from|join|into|update|table)\s+(?!only\b)([a-z_]\w*)(?![\w.(])/gi)]
        .map((found) => found[1] ?? '')
        // Variables, what EXECUTE answers into, and `do update set`.
        .filter(
          (word) =>
            !['answer', 'kept', 'waiting', 'next_table', 'unnest', 'of', 'set'].includes(word.toLowerCase()),
        )
        .map((word) => `${name}: ${word}`),
    );
    expect(bare).toEqual([]);
  });

  test('nobody else may call them', async () => {
    const rows = await admin<{ grantee: string }[]>`
      select distinct coalesce(r.rolname, 'public') as grantee
      from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
      left join pg_roles r on r.oid = acl.grantee
      where p.prosecdef and p.pronamespace = 'hausbuch'::regnamespace and acl.grantee <> p.proowner`;
    expect(rows.map((row) => row.grantee).sort()).toEqual(['hausbuch_app', 'hausbuch_erase']);
  });
});

// What docs/security.md says of an entry: its seal is what is believed (`sealed-entry.test.ts`, `seal.test.ts`).
describe('who has entered', () => {
  const entered = <Row extends object>(userId: string | null, portfolioId: string | null, query: string) =>
    login
      .begin(async (sql) => {
        const held = await enterAs(sql, { userId, portfolioId });
        return { held, rows: await sql.unsafe<Row[]>(query) };
      })
      .then(({ held, rows }) => ({ held, rows: [...rows] }));
  const portfolios = 'select id from hausbuch.portfolio';

  test('sees the one portfolio it has named; to a person who is no member it is told so, and the app refuses', async () => {
    const member = await entered(own.books.ownerId, own.books.id, portfolios);
    expect(member.rows).toEqual([{ id: own.books.id }]);
    expect(member.held).toMatchObject({ member_role: 'owner' });
    const stranger = await entered(own.books.ownerId, foreign.books.id, portfolios);
    expect(stranger.rows).toEqual([{ id: foreign.books.id }]);
    expect(stranger.held).toMatchObject({ member_role: null });
  });

  test('with none named sees of all portfolios where that person is in, and no other row', async () => {
    const tables = await admin<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'hausbuch' and column_name = 'portfolio_id'`;
    const everything = tables.map(
      ({ name }) => `select '${name}' as name, portfolio_id from hausbuch.${name}`,
    );
    const seen = await entered(own.books.ownerId, null, everything.join(' union all '));
    expect(seen.rows).toEqual([{ name: 'member', portfolio_id: own.books.id }]);
    expect((await entered(own.books.ownerId, null, 'select id from hausbuch.own_portfolios()')).rows).toEqual(
      [{ id: own.books.id }],
    );
  });

  // The server shows and removes files with the key to all of them, on the word of such a row.
  test.each([
    ['to be shown', 'update hausbuch.document_version set storage_path = $path'],
    ['to be removed', 'insert into hausbuch.file_removal (portfolio_id, storage_path) values ($own, $path)'],
    [
      'to go with a letter',
      `insert into hausbuch.letter_enclosure (portfolio_id, letter_id, position, title, media_type, size_bytes, sha256, storage_path)
        values ($own, $own, 99, 'x', 'application/pdf', 1, repeat('0', 64), $path)`,
    ],
  ])('names no file of another portfolio, %s', async (_, statement) => {
    const [file] = await admin<{ path: string }[]>`
      select storage_path as path from hausbuch.document_version where portfolio_id = ${foreign.books.id} limit 1`;
    for (const path of [file?.path, `${own.books.id}/../${file?.path}`, `/${file?.path}`, '']) {
      const said = statement.replaceAll('$own', `'${own.books.id}'`).replaceAll('$path', `'${path}'`);
      expect(await attempt(enter(), said), path).toMatch(/violates check constraint "\w+_path_check"/);
    }
  });

  test('is told ids of others by the questions of jobs, and nothing else of them', async () => {
    const told = await admin<{ name: string; columns: string[]; types: string[] }[]>`
      select p.proname as name, (proargnames)[pronargs + 1:] as columns,
        array(select format_type(t, null) from unnest(proallargtypes) with ordinality a(t, n)
          where n > pronargs order by n) as types
      from pg_proc p where p.pronamespace = 'hausbuch'::regnamespace and proname like 'portfolios\\_%'`;
    expect(told.length).toBe(definerFunctions.filter((name) => name.startsWith('portfolios_')).length);
    for (const { name, columns, types } of told) {
      expect([name, columns, types]).toEqual([name, ['id'], ['uuid']]);
    }
  });
});

test('what one statement leaves on a connection of the app is gone in the next transaction on it', async () => {
  const { db, close } = openDatabase(database.appUrl, { max: 1 });
  const ask = <Row extends Record<string, unknown>>(text: string, fails = false) =>
    db
      .transaction(async (tx) => {
        const [row] = await tx.execute<Row>(sql.raw(text));
        if (fails) throw new Error('given up');
        return row;
      })
      .catch(() => undefined);
  const held = `select pg_backend_pid() as pid, current_setting('client_encoding') as letters, current_setting('DateStyle') as days,
    current_setting('TimeZone') as zone, current_setting('synchronous_commit') as waits, current_setting('role') as role,
    current_setting('application_name') as name,
    (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`;
  const poison = `select set_config('client_encoding', 'LATIN1', false), set_config('DateStyle', 'SQL, DMY', false),
    set_config('TimeZone', 'Pacific/Apia', false), set_config('synchronous_commit', 'off', false),
    set_config('role', 'hausbuch_erase', false), set_config('application_name', 'x', false), pg_advisory_lock(14)`;
  const before = await ask(held);
  expect(before).toMatchObject({ letters: 'UTF8', name: 'hausbuch', role: 'none', locks: 0 });
  await ask(poison);
  expect(await ask(held)).toEqual(before);
  await ask(poison, true);
  await ask('select 1', true);
  expect(await ask(held)).toEqual(before);
  await close();
});

/** What says, as an error, as whom it was run. */
const spy = `create function pg_temp.spy(text) returns boolean language plpgsql as $$
  begin raise exception 'spied as %', current_user; end $$`;

describe('temporary things that stand in for others', () => {
  test('cannot be made by the login nor by the roles it takes', async () => {
    const refused = /permission denied to create temporary tables/;
    expect(await attempt('create temporary table pg_class (oid oid)')).toMatch(refused);
    expect(await attempt(enter(), 'create temporary table pg_class (oid oid)')).toMatch(refused);
    expect(await attempt(enter('hausbuch_erase'), 'create temporary table pg_class (oid oid)')).toMatch(
      refused,
    );
    expect(await attempt('create domain pg_temp.uuid as text')).toMatch(refused);
  });

  describe('where the database’s owner lets everybody make them', () => {
    beforeAll(async () => {
      const { pathname } = new URL(database.adminUrl);
      await admin`grant temporary on database ${admin(pathname.slice(1))} to public`;
      await login.end();
      login = postgres(database.appUrl, { max: 1, onnotice: () => {} });
    });

    afterAll(async () => {
      await admin`revoke temporary on database ${admin(new URL(database.adminUrl).pathname.slice(1))} from public`;
    });

    test('the spy works', async () => {
      expect(await attempt(spy, "select pg_temp.spy('x')")).toBe(
        `spied as ${inject('testDatabase').appLogin.name}`,
      );
    });

    // Both ran the attacker's code before: the one as the superuser, the other as the owner of all rows.
    test.each([
      'own_sessions()',
      'own_account()',
      'portfolio_people()',
      'own_portfolios()',
      `own_portfolio_of('property', gen_random_uuid())`,
      'portfolios_that_remind(now())',
      'portfolios_with_ended_invitations(now())',
      'portfolios_with_files()',
      'portfolios_with_left_out_lines(now())',
      'portfolios_with_rent_to_post(now())',
    ])('a type does not: %s', async (call) => {
      const domain = 'create domain pg_temp.uuid as pg_catalog.uuid check (pg_temp.spy(value::text))';
      const day = 'create domain pg_temp.date as pg_catalog.date check (pg_temp.spy(value::text))';
      const who = call.startsWith('portfolios_') ? {} : enter();
      expect(await attempt(spy, domain, day, who, `select * from hausbuch.${call}`)).toBe('done');
    });

    test.each(['erase_portfolio(false)', 'erase_account()'])('a table does not: %s', async (call) => {
      const shadows = Object.entries({
        pg_class: 'oid, relname, relnamespace, relkind',
        pg_attribute: 'attrelid, attname',
        pg_constraint: 'contype, confrelid, conrelid',
      }).flatMap(([name, columns]) => [
        `create temporary view ${name} as
          select ${columns} from pg_catalog.${name} where pg_temp.spy(${columns.split(',')[0]}::text)`,
        `grant select on pg_temp.${name} to public`,
      ]);
      expect(await attempt(spy, ...shadows, enter('hausbuch_erase'), `select hausbuch.${call}`)).toBe('done');
    });
  });
});

// pg-boss keeps commands and names of tables in rows, and what starts it carries them out: as the login that migrates.
describe('what the next start carries out', () => {
  const write = (...statements: string[]) =>
    login.begin(async (sql) => {
      await sql`set local role hausbuch_app`;
      for (const statement of statements) await sql.unsafe(statement);
    });
  const command = (table: string) =>
    `reset role; create table public.${table} as select session_user::text as who`;
  const carriedOut = async () =>
    (await admin`select tablename from pg_tables where schemaname = 'public'`).map(
      ({ tablename }) => tablename,
    );
  const wait = (table: string) => `insert into pgboss.bam (name, version, status, table_name, command)
    values ('x', 1, 'pending', 'job_common', '${command(table)}')`;

  test('is no command of the app’s', async () => {
    expect(await outcome(write(wait('waited')))).toMatch(/permission denied/);
    expect(await outcome(write("update pgboss.bam set command = 'select 1'"))).toMatch(/permission denied/);
    // Also one that has waited since before its rights were taken.
    await admin.unsafe(`grant insert on pgboss.bam to hausbuch_app; ${wait('waited')}`);
    for (let start = 0; start < 3; start += 1) await migrateDatabase({ adminUrl: database.adminUrl });
    expect(await carriedOut()).toEqual([]);
    expect(await outcome(write(wait('waited')))).toMatch(/permission denied/);
  });

  test('is no migration from a version the app has noted, with tables it has named', async () => {
    const queue = `select pgboss.create_queue('mine', '{"policy": "standard"}')`;
    const name = `update pgboss.queue set partition = true, table_name = 'x_i1 on x (y); ${command('named')}; --' where name = 'mine'`;
    expect(await outcome(write(queue, name))).toMatch(/violates check constraint|permission denied/);
    expect(await outcome(write('update pgboss.version set version = version - 1'))).toMatch(
      /permission denied/,
    );
    expect(await outcome(write('delete from pgboss.version'))).toMatch(/permission denied/);
    // What it does there all day goes on.
    expect(await outcome(write('update pgboss.version set cron_on = now()', queue))).toBe('done');
  });
});

describeLimits('the login itself', () => ({
  admin,
  login,
  name: inject('testDatabase').appLogin.name,
  own: own.books,
  foreign: foreign.books,
}));
