import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../factories/failure.ts';
import { shapeSchema } from '../factories/field-values.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { call, cases, inputFor, procedures } from '../factories/procedure-calls.ts';
import type { Caller } from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** No change of anything that is there is written over one that its window has not seen. */

/** Why a procedure changes what is there without being told which version of it was seen. */
const unseen: Record<string, string> = {
  'account.dismissSetup': 'says one thing, which is no other for being said again',
  'account.endSession': 'ends what somebody has picked out',
  'account.updateProfile': 'a profile belongs to one person: the last word counts',
  'bank.accept': 'decides about a line that is open, and no other',
  'bank.acceptCertain': 'decides about lines that are open, and no others',
  'bank.leaveOut': 'decides about a line that is open, and no other',
  'bank.removeRule': 'a rule is learned and never changed',
  'bank.restoreRule': 'a rule is learned and never changed',
  'bank.takeBackImport': 'takes back only what nobody has decided about since',
  'charge.reduce': 'rows beside the charges, by the amounts that were shown',
  'charge.revertWaiver': 'a row that takes one back, once',
  'charge.void': 'a row that takes one back, once',
  'charge.waive': 'a row beside the charge, of what is open of it',
  'costStatement.agreeAdvances': 'agrees on rents that are proposed anew within the call',
  'debit.cancel': 'a state that leads nowhere else',
  'debit.cancelDebit': 'a state that leads nowhere else',
  'debit.file': 'hands out the file, and notes that it did',
  'debit.receive': 'books what came in, once',
  'debit.tellBeforehand': 'writes letters, once each',
  'demo.addDocuments': 'adds what is made up',
  'demo.remove': 'removes what is made up',
  'deposit.reverse': 'a row that takes one back, once',
  'document.cancelUpload': 'an upload belongs to who sends it',
  'document.confirmUpload': 'an upload belongs to who sends it',
  'document.delete': 'into the bin, out of which it comes back as it was',
  'document.restore': 'out of the bin as it was',
  'erasure.eraseAccount': 'shows what goes, and asks for the name',
  'erasure.erasePortfolio': 'shows what goes, and asks for the name',
  'lease.carryOver': 'rows beside those that are there',
  'legal.askNewest': 'reads',
  'legal.removeFetched': 'removes what was fetched, and nothing anybody entered',
  'legal.takeNewest': 'asks before it replaces',
  'member.accept': 'an invitation is used once',
  'member.leave': 'one’s own place',
  'meter.deleteReading': 'a reading is not changed, it is removed and recorded anew',
  'outbox.mailAgain': 'a state of a mail, as it is within the call',
  'outbox.mailArrived': 'a state of a mail, as it is within the call',
  'outbox.mailReturned': 'a state of a mail, as it is within the call',
  'outbox.mailUncertain': 'a state of a mail, as it is within the call',
  'outbox.testMail': 'writes nothing',
  'payment.correct': 'a row in the place of one that is not reversed, once',
  'payment.move': 'a row in the place of one that is not reversed, once',
  'payment.reallocate': 'says what it settled when it was looked at: tests/integration/payment.test.ts',
  'payment.return': 'a row that takes one back, once',
  'payment.reverse': 'a row that takes one back, once',
  'payment.reverseMany': 'rows that take one back, once',
  'payment.revertReturn': 'a row that takes one back, once',
  'payout.cancel': 'a state that leads nowhere else',
  'payout.cancelTransfer': 'a state that leads nowhere else',
  'payout.file': 'hands out the file, and notes that it did',
  'property.delete': 'shows what goes, and asks for the name',
  'recurring.post': 'books what is due, once',
  'rent.correct': 'corrects by what was agreed on, as it is within the call',
  'rent.post': 'posts what is due, once',
  'tenant.delete': 'shows what goes, and asks for the name',
  'transaction.delete': 'a row that takes one back, once',
  'transaction.restore': 'a row that takes one back, once',
  'transaction.update': 'a row in the place of one that is not superseded, once',
};

/** What an old version is answered by instead of a conflict, and why. */
const otherwise: Record<string, string> = {
  // A sentence of its own: it was corrected meanwhile.
  'costStatement.sendLetters': 'statement.corrected_meanwhile',
  // Whoever shuts a room wants it shut, whatever else was changed of it.
  'receiptRoom.revoke': 'no failure',
};

const types = new Map(procedures.map(([path, { _def }]) => [path, _def]));
const mutations = cases.filter(([path]) => types.get(path)?.type === 'mutation');
const isVersion = (key: string) => /version$/i.test(key);

function fieldsOf(path: string): string[] {
  const schema = z.instanceof(z.ZodType).safeParse(types.get(path)?.inputs[0]).data;
  if (!schema) return [];
  const shape = shapeSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return Object.keys(shape.properties ?? {});
}

/** The same, as of another version than the one that is there. */
function asOfAnother(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asOfAnother);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isVersion(key) && typeof inner === 'number' ? inner + 6 : asOfAnother(inner),
    ]),
  );
}

/** What somebody sends who has seen a version that is there no more; null where none is told. */
function staleInput(path: string, input: Record<string, unknown> | undefined) {
  if (!input) return null;
  const stale = asOfAnother(input);
  if (JSON.stringify(stale) !== JSON.stringify(input)) return stale;
  const named = fieldsOf(path);
  if (!named.includes('version')) return null;
  // Of what is kept under a day the id is that of what was seen, too.
  return { ...(named.includes('id') && { id: randomUUID() }), ...input, version: 7 };
}

let database: TestDatabase;
let rows: OneOfEach;
let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;
let owner: Caller;

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

/** Whether a call only makes what was not there, under ids that its client has made. */
const isMaking = (path: string) =>
  /\.(create|record|found|open|post|agree|raise|add|enter|note|request|invite|import|send|remind|chargeInterest|refund)\w*$/.test(
    path,
  );

test('whatever changes what is there says which version of it was seen, or here why not', () => {
  const silent = mutations
    .filter(([path, one]) => staleInput(path, inputFor(one, rows)) === null && !isMaking(path))
    .map(([path]) => path);
  const excused = Object.keys(unseen);
  expect(silent.filter((path) => !excused.includes(path))).toEqual([]);
  expect(excused.filter((path) => !silent.includes(path) && !isMaking(path))).toEqual([]);
});

test.each(mutations.filter(([path]) => fieldsOf(path).length > 0))(
  '%s of an older version is a conflict',
  async (path, one) => {
    const stale = staleInput(path, inputFor(one, rows));
    if (stale === null) return;
    await undone.attempt(async () => {
      expect(await failureOf(call(owner, path, stale))).toBe(otherwise[path] ?? 'version_conflict');
    });
  },
);
