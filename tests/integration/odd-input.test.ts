import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCaller } from '@/trpc/root';
import { failureOf } from '../factories/failure.ts';
import { createFilled } from '../factories/filled.ts';
import { oddInputsOf, parsers } from '../factories/odd-inputs.ts';
import { call, cases, inputFor } from '../factories/procedure-calls.ts';
import { closeTestCallers, createTestContext } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * Every procedure, beginning at its valid case, with one part of the input made odd: the schema refuses it, the
 * procedure does, or it is carried out (and undone). No input of a client may be an error nobody foresaw.
 */

let database: TestDatabase;
let filled: Awaited<ReturnType<typeof createFilled>>;
let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;
let caller: ReturnType<typeof createCaller>;

beforeAll(async () => {
  database = await createTestDatabase();
  filled = await createFilled(database);
  undone = await openUndoneDatabase(database.appUrl);
  const { books } = filled.rows;
  const context = await createTestContext({
    appUrl: database.appUrl,
    userId: books.ownerId,
    portfolioId: books.id,
  });
  caller = createCaller({ ...context, database: () => undone.database });
});
afterAll(async () => {
  await undone?.close();
  await closeTestCallers();
  await database?.drop();
});

const taking = cases.flatMap(([path, one]) => (one.input ? [[path, one] as const] : []));

test.each(taking)('%s has an answer to every odd input', async (path, one) => {
  const valid = inputFor(one, filled.rows);
  const parser = parsers.get(path);
  const unforeseen: string[] = [];
  for (const input of valid && parser ? oddInputsOf(path, valid) : []) {
    if (!parser?.safeParse(input).success) continue;
    const failure = await undone.attempt(() => failureOf(call(caller, path, input)));
    if (/^INTERNAL_SERVER_ERROR|^[A-Z]\w*Error:/.test(failure)) {
      unforeseen.push(`${JSON.stringify(input).slice(0, 300)}: ${failure}`);
    }
  }
  expect(unforeseen).toEqual([]);
});
