import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createCaller } from '@/trpc/root';
import { failureOf } from '../factories/failure.ts';
import { fieldExamples } from '../factories/field-examples.ts';
import {
  candidatesFor,
  leavesOf,
  objectsIn,
  type Path,
  type Shape,
  shapeSchema,
  valueAt,
  withValueAt,
} from '../factories/field-values.ts';
import { createFilled } from '../factories/filled.ts';
import { call, cases, inputFor, procedures } from '../factories/procedure-calls.ts';
import { closeTestCallers, createTestContext } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * Every field of every create and update is written, each with a value of its own that the row did not have, and read
 * back with the queries of its room. Each writing is undone before the next.
 */

/** What is not answered again, and why. A field not of this list that is not read back fails, and so does one that is. */
const unread: Record<string, string> = {
  'payout.create items.0.leaseId': 'whose money it is: a lease that has it',
  'payout.create items.0.depositId': 'of which deposit it is: one that has it',
  'demo.create jurisdiction': 'where the demo lies; the list of portfolios has it',
  'demo.create currency': 'where the demo lies; the list of portfolios has it',
  'demo.create timeZone': 'where the demo lies; the list of portfolios has it',
  'demo.create language': 'the language of what the demo is filled with',
  'deposit.create receivedOn': 'books the whole of it as received; the movement has the day',
  'handover.create meters.0.isNew': 'says whether the meter is to be made',
  'handover.create meters.0.before': 'how the meter was shown, to see what somebody else has changed',
  'handover.update meters.0.isNew': 'says whether the meter is to be made',
  'handover.update meters.0.before': 'how the meter was shown, to see what somebody else has changed',
  'lease.update correctPosted': 'says whether posted months are corrected',
  'rent.update correctPosted': 'says whether posted months are corrected',
  'rent.update carryOn': 'says whether later rents change with it',
  'receiptRoom.update papers': 'which receipts are shown; the choices have them, by the room',
  'recurring.create postPast': 'says whether what has been due is booked',
  'transaction.update transactionId': 'the booking that this one takes the place of',
};
/** Not fields: by which a row is known. */
const isKey = (name: string) => name === 'id' || name === 'version';

const schemas = new Map(
  procedures.map(([path, { _def }]) => [path, z.instanceof(z.ZodType).safeParse(_def.inputs[0]).data]),
);
/** What the input of a procedure looks like. */
function shapeOf(path: string): Shape {
  const schema = schemas.get(path);
  return schema ? shapeSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : {};
}
const types = new Map(procedures.map(([path, { _def }]) => [path, _def.type]));
const writing = cases.filter(([path]) => types.get(path) === 'mutation' && /\.(create|update)/.test(path));

type Input = Record<string, unknown>;
const inputShape = z.record(z.string(), z.unknown());

let database: TestDatabase;
let filled: Awaited<ReturnType<typeof createFilled>>;
let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;
let owner: ReturnType<typeof createCaller>;

async function callerIn(portfolioId: string) {
  const { ownerId: userId } = filled.rows.books;
  const context = await createTestContext({ appUrl: database.appUrl, userId, portfolioId });
  return createCaller({ ...context, database: () => undone.database });
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  database = await createTestDatabase();
  filled = await createFilled(database);
  undone = await openUndoneDatabase(database.appUrl);
  owner = await callerIn(filled.rows.books.id);
});
afterAll(async () => {
  await undone?.close();
  await closeTestCallers();
  await database?.drop();
  vi.useRealTimers();
});

/** Every object that the queries of a procedure's room answer within a row, or within anything where it has no id. */
async function answersAbout(path: string, id: unknown): Promise<object[]> {
  const answers: unknown[] = [];
  for (const [asked, one] of cases) {
    if (types.get(asked) !== 'query' || asked.split('.')[0] !== path.split('.')[0]) continue;
    const input = inputFor(one, filled.rows);
    const ask = () => call(owner, asked, input && 'id' in input ? { ...input, id } : input);
    // Of what is not this row, some cannot be asked for.
    await undone.attempt(async () => answers.push(await ask())).catch(() => {});
  }
  const all = answers.flatMap(objectsIn);
  return id === undefined ? all : all.filter((row) => Reflect.get(row, 'id') === id).flatMap(objectsIn);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Writes an input and says whether the value at a path is answered: `read`, else what was there or why it failed. */
function attempt(path: string, input: Input, at: Path, expected: unknown): Promise<string> {
  return undone.attempt(async () => {
    const failure = await failureOf(call(owner, path, input));
    if (failure !== 'no failure') return failure;
    const read = fieldExamples[`${path} ${at.join('.')}`]?.read;
    const found = read
      ? [await read(owner, input, callerIn)]
      : (await answersAbout(path, input.id)).map((row) => valueAt(row, at));
    if (found.some((value) => same(value, expected))) return 'read';
    const seen = [...new Set(found.filter((value) => value !== undefined))].slice(0, 5);
    return `${JSON.stringify(expected)} was written, ${JSON.stringify(seen)} read`;
  });
}

/** Tries the values that may fit until one is read back; says how the last of them fared. */
async function outcomeOf(path: string, leaf: { path: Path; shape: Shape }, salt: number, given: Input) {
  const schema = schemas.get(path);
  const name = leaf.path.join('.');
  const example = fieldExamples[`${path} ${name}`];
  const { ids } = filled.rows;
  const base = { ...given, ...(await example?.beside?.(ids, owner)) };
  const without = schema?.safeParse(withValueAt(base, leaf.path, undefined)).data;
  // What must not be written, since it is there without: the default, or what the row holds.
  const rowId = base.transactionId ?? base.id;
  const held = path.includes('.create')
    ? [valueAt(without, leaf.path)]
    : (await answersAbout(path, rowId)).map((row) => valueAt(row, leaf.path));
  const values = example?.value ? [example.value(ids)] : candidatesFor(leaf.shape, salt, Object.values(ids));
  let outcome = 'no value is valid: give one in tests/factories/field-examples.ts';
  for (const value of values) {
    const input = inputShape.parse(withValueAt(base, leaf.path, value));
    const parsed = schema?.safeParse(input);
    if (!parsed?.success) continue;
    const expected = valueAt(parsed.data, leaf.path);
    if (expected === undefined || held.some((one) => same(one, expected))) continue;
    const tried = await attempt(path, input, leaf.path, expected);
    if (tried === 'read') return tried;
    // What was written and is lost says more than that another value was refused.
    if (!outcome.includes(' was written')) outcome = tried;
  }
  return outcome;
}

const roomOf = (path: string) =>
  path.replace(/\..*/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test.each(writing)('%s: what is written into each field is read back', async (path, one) => {
  const given = inputFor(one, filled.rows) ?? {};
  const lost: Record<string, string> = {};
  const known = Object.keys(unread).filter((name) => name.startsWith(`${path} `));
  const met = new Set<string>();
  for (const [salt, leaf] of leavesOf(shapeOf(path)).entries()) {
    const name = leaf.path.join('.');
    if (isKey(name)) continue;
    const reason = known.find((one) => `${path} ${name}` === one || `${path} ${name}`.startsWith(`${one}.`));
    const outcome = await outcomeOf(path, leaf, salt, given);
    if (outcome !== 'read' && reason) met.add(reason);
    if (outcome !== 'read' && !reason) lost[name] = outcome;
  }
  expect(
    lost,
    `Written by ${path}, but its room does not answer it: mend its command or its query (columns in queries.ts, ` +
      `src/features/${roomOf(path)}, or the room whose router.ts it is in), or give the reason in ` +
      '`unread` of tests/integration/fields.test.ts',
  ).toEqual({});
  expect([...met].sort(), 'read back, or gone: take it out of `unread`').toEqual(known.sort());
});

test('every example and every reason belongs to a field', () => {
  const fields = writing.flatMap(([path]) =>
    leavesOf(shapeOf(path)).map((leaf) => `${path} ${leaf.path.join('.')}`),
  );
  for (const name of [...Object.keys(fieldExamples), ...Object.keys(unread)]) {
    expect(
      fields.some((field) => field === name || field.startsWith(`${name}.`)),
      name,
    ).toBe(true);
  }
});
