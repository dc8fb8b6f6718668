import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../factories/failure.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import {
  call,
  cases,
  fingerprint,
  inputFor,
  inputsWithForeignId,
  procedures,
} from '../factories/procedure-calls.ts';
import { asAdmin } from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

// Row-level security is the net; every statement's own portfolio_id is the fence. Here the net is taken away.

let database: TestDatabase;
let own: OneOfEach;
let foreign: OneOfEach;

beforeAll(async () => {
  database = await createTestDatabase();
  [own, foreign] = [await createOneOfEach(database), await createOneOfEach(database)];
  await asAdmin(database, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'hausbuch'::regnamespace and relrowsecurity`;
    for (const { name } of tables) {
      await sql`alter table ${sql(`hausbuch.${name}`)} no force row level security`;
      await sql`alter table ${sql(`hausbuch.${name}`)} disable row level security`;
    }
  });
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

test('the net is down: the application’s role sees both portfolios', async () => {
  const rows = await asAdmin(database, (sql) =>
    sql.begin(async (tx) => {
      await tx`select hausbuch.enter_request('hausbuch_app', ${own.books.ownerId}, ${own.books.id})`;
      return tx`select distinct portfolio_id from hausbuch.property`;
    }),
  );
  expect(rows).toHaveLength(2);
});

test.each(cases)('%s finds no stranger’s row by its own statements', async (path, one) => {
  const before = await fingerprint(database);
  const variants = inputsWithForeignId(one, own, foreign);
  for (const { key, input } of variants) {
    const failure = await failureOf(call(own.books.owner, path, input));
    expect(failure.replace(/ @.*/, ''), key).toBe('not_found');
  }
  if (variants.length > 0) expect(await fingerprint(database)).toEqual(before);
});

const queries = new Set(
  procedures.filter(([, procedure]) => procedure._def.type === 'query').map(([path]) => path),
);

test.each(cases.filter(([path]) => queries.has(path)))(
  '%s shows nothing of a stranger’s',
  async (path, one) => {
    const answer = JSON.stringify((await call(own.books.owner, path, inputFor(one, own))) ?? null);
    for (const [key, id] of Object.entries({ ...foreign.ids, portfolio: foreign.books.id })) {
      expect(answer, key).not.toContain(id);
    }
    expect(answer).not.toContain(foreign.propertyName);
    expect(answer).not.toContain(foreign.tenantName);
  },
);

/** What each write touches when it succeeds: rows of the own portfolio, and of the stranger's none. */
test.each(cases.filter(([path]) => !queries.has(path)))(
  '%s writes in its own portfolio only',
  async (path, one) => {
    const rows = await createOneOfEach(database);
    const strangers = () =>
      asAdmin(database, async (sql) => {
        const tables = await sql<{ name: string }[]>`
        select table_name as name from information_schema.columns
        where table_schema = 'hausbuch' and column_name = 'portfolio_id' order by table_name`;
        const prints: string[] = [];
        for (const { name } of tables) {
          const [row] = await sql<{ print: string }[]>`
          select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
          from ${sql(`hausbuch.${name}`)} t where portfolio_id = ${foreign.books.id}`;
          prints.push(`${name} ${row?.print}`);
        }
        return prints;
      });
    const before = await strangers();
    await call(rows.books.owner, path, inputFor(one, rows));
    expect(await strangers()).toEqual(before);
  },
);
