import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs } from '../factories/enter.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { outcomeOf as outcomeAs, pretend, type Settings } from './pretend.ts';

// Somebody writes SQL of their own as the login of the app, and knows everything but the key: ids of portfolios and people.
// What seals that were made for others are worth: seal.test.ts.

let database: TestDatabase;
let admin: postgres.Sql;
let login: postgres.Sql;
let own: OneOfEach;
let foreign: OneOfEach;
/** Every table of ours, with how many rows are in it. */
let tables: { name: string; rows: number }[];

const roles = ['hausbuch_app', 'hausbuch_erase'] as const;
/** Published to everybody who has entered, or hidden from nobody. */
const open = ['base_rate', 'consumer_price_index'];

beforeAll(async () => {
  database = await createTestDatabase();
  [own, foreign] = [await createOneOfEach(database), await createOneOfEach(database)];
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  login = postgres(database.appUrl, { max: 1, onnotice: () => {} });
  const names = await admin<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'hausbuch'::regnamespace and relrowsecurity order by 1`;
  tables = [];
  for (const { name } of names) tables.push({ name, rows: await countRows(name) });
});
afterAll(async () => {
  await login.end();
  await admin.end();
  await closeTestCallers();
  await database.drop();
});

const countRows = async (name: string) =>
  (await admin<{ count: number }[]>`select count(*)::int as count from ${admin(`hausbuch.${name}`)}`)[0]
    ?.count ?? 0;

const outcomeOf = (begin: Parameters<typeof outcomeAs>[1], statement: string) =>
  outcomeAs(login, begin, statement);

const refused = /permission denied|only the program itself|nobody is signed in|not sealed/;

/** Nothing is read, nothing changed, by any statement about any table. */
async function expectNothing(begin: (sql: postgres.TransactionSql) => Promise<unknown>, title: string) {
  for (const { name } of tables) {
    for (const statement of [
      `select * from hausbuch.${name}`,
      `update hausbuch.${name} set ${await anyColumnOf(name)} = ${await anyColumnOf(name)}`,
      `delete from hausbuch.${name}`,
    ]) {
      if (open.includes(name) && statement.startsWith('select')) continue;
      const outcome = await outcomeOf(begin, statement);
      if (typeof outcome === 'string') expect(outcome, `${title}: ${statement}`).toMatch(refused);
      else expect(outcome.count, `${title}: ${statement}`).toBe(0);
    }
  }
}

const firstColumns = new Map<string, string>();
/** One that some role may update, where there is one. */
async function anyColumnOf(name: string): Promise<string> {
  const known = firstColumns.get(name);
  if (known) return known;
  const [row] = await admin<{ column: string }[]>`
    select quote_ident(attname) as column from pg_attribute
    where attrelid = ${`hausbuch.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by not has_column_privilege('hausbuch_app', attrelid, attnum, 'update'), attnum limit 1`;
  firstColumns.set(name, row?.column ?? 'id');
  return firstColumns.get(name) ?? 'id';
}

const victim = (): Settings => ({ user: foreign.books.ownerId, portfolio: foreign.books.id });

test('there is something to find', () => {
  expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(40);
});

test('the seal of the app opens its own portfolio, or nothing here proves anything', async () => {
  const outcome = await outcomeOf(
    (sql) => enterAs(sql, { userId: own.books.ownerId, portfolioId: own.books.id }),
    'select distinct portfolio_id from hausbuch.property',
  );
  expect(outcome).toMatchObject({ rows: [{ portfolio_id: own.books.id }] });
});

describe('settings without a seal', () => {
  test.each(roles)('show and change nothing of a portfolio whose ids are known, as %s', async (role) => {
    await expectNothing(pretend({ ...victim(), role }), role);
  });

  test('add nothing to it', async () => {
    for (const { name } of tables) {
      const [copy] = await admin<{ row: string; columns: string }[]>`
        select to_jsonb(t)::text as row, (select string_agg(quote_ident(column_name), ', ') from information_schema.columns
          where table_schema = 'hausbuch' and table_name = ${name} and is_generated = 'NEVER') as columns
        from ${admin(`hausbuch.${name}`)} t limit 1`;
      if (!copy || name === 'contact_message') continue;
      const outcome = await outcomeOf(
        pretend(victim()),
        `insert into hausbuch.${name} (${copy.columns})
          select ${copy.columns} from jsonb_populate_record(null::hausbuch.${name}, '${copy.row.replaceAll("'", "''")}')`,
      );
      expect(outcome, name).toMatch(/permission denied|row-level security/);
    }
  });

  /** Whatever a definer function would tell or do. */
  const calls = [
    'own_account()',
    'own_portfolios()',
    'own_sessions()',
    'portfolio_people()',
    'has_verified_factor()',
    'erase_portfolio(false)',
    'erase_account()',
    'portfolios_with_files()',
    'portfolios_that_remind(now())',
    'portfolios_with_rent_to_post(now())',
    'portfolios_with_recurring_due(now())',
    "portfolios_with_mails(now() + interval '1 year', now() + interval '1 year')",
    "portfolios_with_file_work(now() + interval '1 year', now() + interval '1 year')",
    "portfolios_with_left_out_lines(now() + interval '1 year')",
    "portfolios_with_ended_invitations(now() + interval '1 year')",
    "forget_account_events(now() + interval '1 year')",
    "forget_contact_messages(now() + interval '1 year')",
    `store_published_figures('base_rate', '[{"valid_from": "2030-01-01", "value": 9}]', 'x', '2030-01-01')`,
    "take_mail('letter', 'victim@example.com')",
  ];

  test.each(calls)('make no function tell or do anything: %s', async (call) => {
    const ask = [
      ...(await Promise.all(
        roles.flatMap((role) => [
          outcomeOf(pretend({ ...victim(), role }), `select * from hausbuch.${call} as answer`),
        ]),
      )),
      // A person who has entered is not the program.
      ...(/^(portfolios|forget|store)_/.test(call)
        ? [
            await outcomeOf(
              (sql) => enterAs(sql, { userId: own.books.ownerId, portfolioId: own.books.id }),
              `select * from hausbuch.${call}`,
            ),
            await outcomeOf((sql) => enterAs(sql, { as: 'visitor' }), `select * from hausbuch.${call}`),
          ]
        : []),
    ];
    for (const outcome of ask) {
      if (typeof outcome === 'string') expect(outcome).toMatch(refused);
      else
        expect(
          outcome.rows.every((row) => Object.values(row).every((value) => value === null || value === false)),
        ).toBe(true);
    }
  });

  test('are all there is: every function that acts as its owner is tried, or takes what nobody can guess', async () => {
    const names = await admin<{ name: string }[]>`
      select distinct proname as name from pg_proc where prosecdef and pronamespace = 'hausbuch'::regnamespace`;
    const tried = new Set(calls.map((call) => call.replace(/\(.*/, '')));
    const left = names.map(({ name }) => name).filter((name) => !tried.has(name));
    expect(left.sort()).toEqual(['end_own_session', 'entered', 'own_portfolio_of', 'session_lives']);
    const [session] = await admin<{ id: string }[]>`
      select id from auth.sessions where user_id = ${foreign.books.ownerId} limit 1`;
    const [house] = await admin<{ id: string }[]>`
      select id from hausbuch.property where portfolio_id = ${foreign.books.id} limit 1`;
    for (const call of [
      `end_own_session('${session?.id}')`,
      `session_lives('${session?.id}')`,
      `own_portfolio_of('property', '${house?.id}')`,
      "entered('user')",
      "entered('portfolio')",
      "entered('as')",
    ]) {
      const outcome = await outcomeOf(pretend(victim()), `select hausbuch.${call} as answer`);
      expect(outcome, call).toMatchObject({ rows: [{}] });
      if (typeof outcome !== 'string') expect([null, false], call).toContain(outcome.rows[0]?.answer);
    }
  });
});
