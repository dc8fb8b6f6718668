import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createCaller } from '@/trpc/root';
import { failureOf } from '../factories/failure.ts';
import { createFilled } from '../factories/filled.ts';
import { call, cases, inputFor, procedures } from '../factories/procedure-calls.ts';
import { closeTestCallers, createTestContext } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * Every procedure, beginning at its valid case, with one part of the input made odd: the schema refuses it, the
 * procedure does, or it is carried out (and undone). No input of a client may be an error nobody foresaw.
 */

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  "'; --",
  '%_\\',
  'x'.repeat(20_001),
];
const days = [
  '0001-01-01',
  '0999-12-31',
  '1899-12-31',
  '1900-01-01',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
  '2023-02-29',
];
const months = ['0001-01', '1900-01', '2199-12', '9999-12', '2023-13'];
const numbers = [
  -1,
  0,
  1,
  0.5,
  12,
  366,
  9_999,
  2 ** 31 - 1,
  2 ** 31,
  99_999_999_999,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53 - 1),
  Number.NaN,
  Infinity,
];
const anything = [undefined, null, true, 5, [], {}, 'constructor', { __proto__: null }];

const oddIn = (value: unknown): unknown[] => {
  if (typeof value === 'number') return [...numbers, ...anything];
  if (typeof value !== 'string') return anything;
  return [...texts, ...(/^\d{4}-\d\d/.test(value) ? [...days, ...months] : []), ...anything];
};
/** For what a valid case leaves out: of every kind one that may pass. */
const oddOutOfNothing = [...texts, ...days, ...months, ...numbers, true, false, null, [], {}];

/** The input with each of its parts replaced by each odd value, at every depth. */
function* variantsOf(value: unknown): Generator<unknown> {
  yield* oddIn(value);
  if (Array.isArray(value)) {
    yield Array.from({ length: 600 }, () => value[0]);
    for (const [i, item] of value.entries()) for (const odd of variantsOf(item)) yield value.with(i, odd);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const odd of variantsOf(item)) yield { ...value, [key]: odd };
  }
}

const parsers = new Map(
  procedures.map(([path, { _def }]) => [path, z.instanceof(z.ZodType).safeParse(_def.inputs[0]).data]),
);

function* inputsOf(path: string, valid: Record<string, unknown>): Generator<unknown> {
  yield* variantsOf(valid);
  const parser = parsers.get(path);
  const shape = parser instanceof z.ZodObject ? Object.keys(parser.shape) : [];
  for (const key of shape) {
    if (key in valid) continue;
    for (const odd of oddOutOfNothing) yield { ...valid, [key]: odd };
  }
}

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
  for (const input of valid && parser ? inputsOf(path, valid) : []) {
    if (!parser?.safeParse(input).success) continue;
    const failure = await undone.attempt(() => failureOf(call(caller, path, input)));
    if (/^INTERNAL_SERVER_ERROR|^[A-Z]\w*Error:/.test(failure)) {
      unforeseen.push(`${JSON.stringify(input).slice(0, 300)}: ${failure}`);
    }
  }
  expect(unforeseen).toEqual([]);
});
