import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../factories/failure.ts';
import { candidatesFor, leavesOf, shapeSchema, valueAt, withValueAt } from '../factories/field-values.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { call, cases, fingerprintBy, inputFor, procedures } from '../factories/procedure-calls.ts';
import type { Caller } from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * Whoever got no answer, changes something in the form that is still open and sends it again, sends the same id with other
 * words. They are refused, or kept: never answered as if they were kept. Each field of each call that makes a row under an id
 * of its client's is tried with values of its kind.
 */

/** What nobody is told wrong by, and why. */
const said: Record<string, string> = {
  'arrears.chargeInterest through': 'how the amount was reckoned, which is compared',
  'arrears.chargeInterest isBusiness': 'how the amount was reckoned, which is compared',
  'arrears.chargeInterest ownRateBp': 'how the amount was reckoned, which is compared',
  'arrears.remind sentBefore': 'how many letters there were, seen before',
  'arrears.remind editions': 'the texts that were seen before',
  'arrears.remind language': 'of a tenant without one; the form keeps the reader’s',
  'bank.accept learnText': 'what is learned of the line; the rules show it',
  'bank.accept learnFromAnybody': 'what is learned of the line; the rules show it',
  'bank.import fileName': 'the file is known by what it says',
  'demo.create currency': 'where the demo lies; the list of portfolios has it',
  'demo.create jurisdiction': 'where the demo lies; the list of portfolios has it',
  'demo.create language': 'the language of what the demo is filled with',
  'demo.create timeZone': 'where the demo lies; the list of portfolios has it',
  'handover.create meters.0.isNew': 'a meter that is there is known by its id',
  'handover.create meters.0.kind': 'a meter that is there is known by its id',
  'handover.create meters.0.location': 'a meter that is there is known by its id',
  'handover.create meters.0.measure': 'a meter that is there is known by its id',
  'handover.create meters.0.number': 'a meter that is there is known by its id',
  'lease.create bookedFrom': 'nothing is owed before the lease begins: the later of the two days',
  'letter.send body': 'other words have another id (use-attempt.ts)',
  'letter.send language': 'other words have another id (use-attempt.ts)',
  'letter.send month': 'another month has another id (send-written.tsx)',
  'letter.send subject': 'other words have another id (use-attempt.ts)',
  'portfolio.create landlordName': 'the page leads on to the landlords',
  'receiptRoom.open language': 'of the mail that has gone',
  'rent.agree carryOn': 'the case has no later rent to follow',
  'rent.agree correctPosted': 'the case has no posted month to correct',
  'rent.raiseByIndex correctPosted': 'the case has no posted month to correct',
  'tenant.create companyName': 'a person has none',
  'transaction.record shares.0.amountCents': 'the case is not split',
};

let database: TestDatabase;
let rows: OneOfEach;
let owner: Caller;
let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = await createOneOfEach(database);
  undone = await openUndoneDatabase(database.adminUrl);
  owner = await createTestCaller({
    appUrl: database.appUrl,
    userId: rows.books.ownerId,
    portfolioId: rows.books.id,
    database: undone.database,
  });
});
afterAll(async () => {
  await undone?.close();
  await closeTestCallers();
  await database?.drop();
});

const types = new Map(procedures.map(([path, { _def }]) => [path, _def.type]));
const schemas = new Map(
  procedures.map(([path, { _def }]) => [path, z.instanceof(z.ZodType).safeParse(_def.inputs[0]).data]),
);

/** A value of another kind would be refused for what it is. */
const isAkin = (value: unknown, other: unknown) =>
  value === null || value === undefined || typeof value === typeof other;
const near = (value: unknown) => (typeof value === 'number' ? [value + 1, value - 1] : []);

/** Other valid inputs, each with one field changed, by the name of the field. */
function* othersOf(path: string, input: Record<string, unknown>): Generator<[string, unknown]> {
  const schema = schemas.get(path);
  if (!schema) return;
  // What is left out and what is null are one.
  const as = (value: unknown) => JSON.stringify(schema.safeParse(value).data, (_, one) => one ?? undefined);
  const shape = shapeSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  for (const [salt, leaf] of leavesOf(shape).entries()) {
    const value = valueAt(input, leaf.path);
    const values = [...near(value), ...candidatesFor(leaf.shape, salt, [])];
    for (const other of values.filter((one) => isAkin(value, one))) {
      const changed = withValueAt(input, leaf.path, other);
      if (schema.safeParse(changed).success && as(changed) !== as(input))
        yield [leaf.path.join('.'), changed];
    }
  }
}

/** Whether a call that changed nothing was answered as if it had kept what it said. */
const isPassedOver = (path: string, input: unknown, other: unknown): Promise<boolean> =>
  undone.attempt(async () => {
    await call(owner, path, input);
    const before = await fingerprintBy(undone.behind);
    const failure = await failureOf(call(owner, path, other));
    if (failure !== 'no failure') return false;
    const after = await fingerprintBy(undone.behind);
    return Object.keys(after).every((table) => after[table] === before[table]);
  });

test('what is sent again under its id in other words is not answered as if they were kept', async () => {
  const passedOver = new Set<string>();
  for (const [path, one] of cases) {
    const input = inputFor(one, rows);
    const isNew = typeof input?.id === 'string' && !Object.values(rows.ids).includes(input.id);
    if (!input || !isNew || types.get(path) !== 'mutation') continue;
    for (const [field, other] of othersOf(path, input)) {
      const name = `${path} ${field}`;
      if (field === 'id' || name in said || passedOver.has(name)) continue;
      if (await isPassedOver(path, input, other)) passedOver.add(name);
    }
  }
  expect([...passedOver].toSorted()).toEqual([]);
}, 300_000);
