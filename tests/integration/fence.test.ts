import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { enterAs } from '../factories/enter.ts';
import { failureOf } from '../factories/failure.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import {
  call,
  cases,
  fingerprint,
  fingerprintBy,
  inputFor,
  inputsWithForeignId,
  procedures,
} from '../factories/procedure-calls.ts';
import { asAdmin, type Caller } from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

// Row-level security is the net; every statement's own portfolio_id is the fence. Here the net is taken away.

let database: TestDatabase;
let own: OneOfEach;
let foreign: OneOfEach;
let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;
/** Whose writes are undone. */
let owner: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  [own, foreign] = [await createOneOfEach(database), await createOneOfEach(database)];
  await asAdmin(database, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'hausbuch'::regnamespace and relrowsecurity`;
    // At once: on a cluster every change for itself is prepared and committed on all machines.
    await sql.begin(async (tx) => {
      await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
      for (const { name } of tables) {
        await tx`alter table ${tx(`hausbuch.${name}`)} no force row level security`;
        await tx`alter table ${tx(`hausbuch.${name}`)} disable row level security`;
      }
    });
  });
  undone = await openUndoneDatabase(database.adminUrl);
  owner = await createTestCaller({
    appUrl: database.appUrl,
    userId: own.books.ownerId,
    portfolioId: own.books.id,
    database: undone.database,
  });
});
afterAll(async () => {
  await undone?.close();
  await closeTestCallers();
  await database.drop();
});

test('the net is down: the application’s role sees both portfolios', async () => {
  const rows = await asAdmin(database, (sql) =>
    sql.begin(async (tx) => {
      await enterAs(tx, { userId: own.books.ownerId, portfolioId: own.books.id });
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

const isCluster = inject('testDatabase').servers.length > 1;
if (isCluster)
  console.log(
    'The tests of what writes touch are skipped: a cluster lets nobody else look at what a transaction has written.',
  );

/** What each write touches when it succeeds: rows of the own portfolio, and of the stranger's none. */
test.skipIf(isCluster).each(cases.filter(([path]) => !queries.has(path)))(
  '%s writes in its own portfolio only',
  async (path, one) => {
    const strangers = () => fingerprintBy(undone.behind, foreign.books.id);
    await undone.attempt(async () => {
      const before = await strangers();
      await call(owner, path, inputFor(one, own));
      expect(await strangers()).toEqual(before);
    });
  },
);
