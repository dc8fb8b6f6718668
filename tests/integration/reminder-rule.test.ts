import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { listDueReminders } from '@/features/arrears/proposal-queries';
import { listArrears } from '@/features/arrears/queries';
import { remind as send } from '@/features/arrears/reminder-commands';
import { getReminder } from '@/features/arrears/reminder-queries';
import { reminderFee, usualReminders } from '@/features/arrears/reminder-rules';
import { setReminderRule } from '@/features/arrears/rule-commands';
import { getReminderRule } from '@/features/arrears/rule-queries';
import { listArrearsInput, remindInput, setReminderRuleInput } from '@/features/arrears/schema';
import { takeBackLetter } from '@/features/outbox/commands';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { twoReminders } from '../factories/letters.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

// The rents of January and February, due on 6 January and 4 February: 45 and 16 days overdue.
const today = '2026-02-20';
type Input = z.input<typeof setReminderRuleInput>;
const set = (input: Partial<Input> = {}) => {
  const parsed = setReminderRuleInput.parse({ ...twoReminders, ...input });
  return books.on(today, (tx, scope) => setReminderRule(tx, scope, parsed));
};
const current = () => books.on(today, getReminderRule);
const remind = (leaseId: string, step: 'first' | null = null) =>
  books.on(today, (tx, scope) => getReminder(tx, scope, { leaseId, step }));
/** Money is entered today, one euro of January's rent, so that the rule proposes at all. */
const enter = (leaseId: string) =>
  books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents: 100 }),
    ),
  );

test('without one the usual rule holds; made, it decides what is proposed, asked for and by when', async () => {
  const leaseId = await enterLease(books, today);
  expect(await current()).toMatchObject({ version: null, friendlyDays: 5, firstDays: 14, betweenDays: 11 });
  const usual = await remind(leaseId, 'first');
  expect(usual.interestCents).toBeGreaterThan(0);
  expect(usual.payBy).toBe('2026-03-02');

  await set({ withInterest: false, payWithinDays: 7, betweenDays: 8 });
  // 1,400.00 and no interest, seven days from 20 February.
  expect(await remind(leaseId, 'first')).toMatchObject({
    interestCents: 0,
    totalCents: 140_000,
    payBy: '2026-02-27',
  });
});

test('a step that is left out is passed over: what is 45 days overdue gets the first reminder, no friendly one', async () => {
  const leaseId = await enterLease(books, today);
  await enter(leaseId);
  expect((await remind(leaseId)).proposal.result).toMatchObject({ reason: 'due', step: 'friendly' });
  await set();
  expect((await remind(leaseId)).proposal.result).toMatchObject({ reason: 'due', step: 'first' });
});

test('of 1,399.00 open nothing is proposed from 1,399.01 on', async () => {
  const leaseId = await enterLease(books, today);
  await enter(leaseId);
  await set({ leastCents: 139_901 });
  expect((await remind(leaseId)).proposal.result).toMatchObject({ reason: 'below_least', step: null });
  await set({ version: 1, leastCents: 139_900 });
  expect((await remind(leaseId)).proposal.result).toMatchObject({ reason: 'due', openCents: 139_900 });
});

test('the list of arrears names the same letter as the dialog, through everything that changes it', async () => {
  const leaseId = await enterLease(books, today);
  const next = async () => {
    const { rows } = await books.on(today, (tx, scope) => listArrears(tx, scope, listArrearsInput.parse({})));
    const { step, reason, nextOn } = (await remind(leaseId)).proposal.result;
    expect(rows.map((row) => row.next)).toEqual([{ step, reason, on: nextOn }]);
    return rows[0]?.next;
  };
  expect(await next()).toEqual({ step: null, reason: 'not_entered', on: null });
  await enter(leaseId);
  expect(await next()).toMatchObject({ step: 'friendly', reason: 'due' });
  await set();
  expect(await next()).toMatchObject({ step: 'first', reason: 'due' });
  const { totalCents } = await remind(leaseId, 'first');
  const asked = { id: randomUUID(), leaseId, step: 'first', way: 'post', totalCents, sentBefore: 0 } as const;
  await books.on(today, (tx, scope) => send(tx, scope, remindInput.parse({ ...asked, language: 'de' })));
  // The last one comes fifteen days after the first; the interest that came with this one is no letter of its own.
  expect(await next()).toEqual({ step: null, reason: 'waits', on: '2026-03-07' });
  await books.admin`update hausbuch.lease set dunning_paused_until = '2026-03-31'`;
  expect(await next()).toMatchObject({ step: null, reason: 'paused' });
});

test('the same words again change nothing; of two windows the second hears of the first', async () => {
  const made = await set();
  expect(made).toMatchObject({ version: 1 });
  expect(await set()).toEqual(made);
  await expect(set({ leastCents: 1 })).rejects.toMatchObject({ code: 'version_conflict' });
  expect(await set({ version: 1, leastCents: 1 })).toMatchObject({ version: 2 });
  const both = await Promise.allSettled([
    set({ version: 2, leastCents: 2 }),
    set({ version: 2, leastCents: 3 }),
  ]);
  expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'version_conflict' } },
  ]);
});

test('is refused where steps do not follow each other, none is left, or a letter comes too early', () => {
  const codesOf = (input: Partial<Input>) =>
    setReminderRuleInput
      .safeParse({ ...twoReminders, ...input })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  expect(codesOf({ firstDays: 20 })).toEqual(['lastDays step_too_early']);
  expect(codesOf({ friendlyDays: 30 })).toEqual(['firstDays step_too_early', 'lastDays step_too_early']);
  expect(codesOf({ firstDays: null, lastDays: null })).toEqual(['friendlyDays step_missing']);
  expect(codesOf({ betweenDays: 10 })).toEqual(['betweenDays letters_too_close']);
  expect(codesOf({ payWithinDays: 0 })).toEqual(['payWithinDays too_small']);
});

test('what is due today: the leases whose letter the rule proposes, until it is sent, paused, or too little to ask for', async () => {
  const due = () => books.on(today, listDueReminders);
  expect(await due()).toEqual([]);
  const leaseId = await enterLease(books, today);
  expect(await due()).toEqual([]); // Nobody has looked at the money since.
  await enter(leaseId);
  expect(await due()).toEqual([{ leaseId, step: 'friendly' }]);
  const pause = (until: string | null) =>
    books.admin`update hausbuch.lease set dunning_paused_until = ${until} where id = ${leaseId}`;
  await pause('2026-03-31');
  expect(await due()).toEqual([]);
  await pause(null);
  await set({ leastCents: 139_901 });
  expect(await due()).toEqual([]);
  await set({ version: 1, leastCents: 139_900 });
  expect(await due()).toEqual([{ leaseId, step: 'first' }]);
  const { totalCents, sentBefore } = await remind(leaseId, 'first');
  const asked = {
    id: randomUUID(),
    leaseId,
    step: 'first',
    way: 'post',
    totalCents,
    sentBefore,
    language: 'de',
  };
  await books.on(today, (tx, scope) => send(tx, scope, remindInput.parse(asked)));
  expect(await due()).toEqual([]);
});

test('a fee of 1.20 € stands in a first reminder of rent and on the account, as costs of the oldest debt; taken back, it is gone', async () => {
  const leaseId = await enterLease(books, today);
  await enter(leaseId);
  await set({ feeCents: 120, withInterest: false });
  const friendly = await books.on(today, (tx, scope) =>
    getReminder(tx, scope, { leaseId, step: 'friendly' }),
  );
  expect(friendly).toMatchObject({ feeCents: 0, totalCents: 139_900 });
  const { totalCents, sentBefore } = await remind(leaseId, 'first');
  expect(totalCents).toBe(139_900 + 120);
  const asked = {
    id: randomUUID(),
    leaseId,
    step: 'first',
    way: 'post',
    totalCents,
    sentBefore,
    language: 'de',
  };
  const letter = await books.on(today, (tx, scope) => send(tx, scope, remindInput.parse(asked)));
  const fees = async () => [
    ...(await books.admin`select i.total_cents::int as cents, c.due_on::text as due from hausbuch.charge c
      join hausbuch.open_item i on i.portfolio_id = c.portfolio_id and i.charge_id = c.id
      where c.portfolio_id = ${books.portfolioId} and c.kind = 'fee'`),
  ];
  expect(await fees()).toEqual([{ cents: 120, due: today }]);
  const [row] = await books.admin<{ text: string }[]>`
    select content::text as text from hausbuch.letter where id = ${asked.id}`;
  expect(row?.text).toContain('Papier und Porto dieses Schreibens');
  await books.on(today, (tx, scope) => takeBackLetter(tx, scope, letter));
  expect(await fees()).toMatchObject([{ cents: 0 }]);
});

test('who pays as asked owes no fee any more, even beside a rent that is due by then; a fee grows none', async () => {
  const leaseId = await enterLease(books, today);
  await enter(leaseId);
  await set({ feeCents: 120, withInterest: false });
  const first = await remind(leaseId, 'first');
  const asked = { id: randomUUID(), leaseId, step: 'first', way: 'post', language: 'de' };
  const input = remindInput.parse({ ...asked, totalCents: first.totalCents, sentBefore: first.sentBefore });
  await books.on(today, (tx, scope) => send(tx, scope, input));
  const later = '2026-04-20';
  await books.on(later, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: later, amountCents: first.totalCents }),
    ),
  );
  const open = await books.admin<{ kind: string; cents: number }[]>`
    select c.kind, i.open_cents::int as cents from hausbuch.open_item i
    join hausbuch.charge c on c.portfolio_id = i.portfolio_id and c.id = i.charge_id
    where i.portfolio_id = ${books.portfolioId} and i.open_cents > 0 order by i.due_on`;
  expect(open.filter(({ kind }) => kind === 'fee')).toEqual([]);
});

test('the fee is not asked for by the letter that brings default about', () => {
  const rule = { ...usualReminders, feeCents: 120 };
  const other = { isRent: false, wasAsked: false };
  expect(reminderFee('first', [other], { rule, isGerman: true })).toBe(0);
  expect(reminderFee('first', [other], { rule, isGerman: false })).toBe(120);
  expect(reminderFee('second', [{ ...other, wasAsked: true }], { rule, isGerman: true })).toBe(120);
  expect(reminderFee('first', [{ ...other, isRent: true }], { rule, isGerman: true })).toBe(120);
});

test('a proposed letter asks for what the rule claims: 700 of January, not yet the 700 due three days ago', async () => {
  const on = '2026-02-07';
  const leaseId = await enterLease(books, on);
  const one = { id: randomUUID(), leaseId, paidOn: on, amountCents: 100 };
  await books.on(on, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(one)));
  const reminder = await books.on(on, (tx, scope) => getReminder(tx, scope, { leaseId, step: null }));
  expect(reminder.proposal.result).toMatchObject({ step: 'friendly', openCents: 69_900 });
  expect(reminder).toMatchObject({ openCents: 69_900, totalCents: 69_900, leftCents: 70_000 });
  // Where the rule proposes none, whoever writes all the same asks for everything.
  await books.on(on, (tx, scope) =>
    setReminderRule(tx, scope, setReminderRuleInput.parse({ ...twoReminders, leastCents: 100_000 })),
  );
  const own = await books.on(on, (tx, scope) => getReminder(tx, scope, { leaseId, step: 'first' }));
  expect(own).toMatchObject({ openCents: 139_900, leftCents: 0 });
});

test('interest is reckoned for the whole lease: where a debt is left out the letter asks for none, and it is lost to nobody', async () => {
  const on = '2026-02-07';
  const leaseId = await enterLease(books, on);
  const one = { id: randomUUID(), leaseId, paidOn: on, amountCents: 100 };
  await books.on(on, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(one)));
  const ask = (day: string) =>
    books.on(day, (tx, scope) => getReminder(tx, scope, { leaseId, step: 'first' }));
  expect(await ask(on)).toMatchObject({ leftCents: 70_000, interestCents: 0, totalCents: 69_900 });
  const later = { ...one, id: randomUUID(), paidOn: today };
  await books.on(today, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(later)));
  const all = await ask(today);
  expect(all.leftCents).toBe(0);
  expect(all.interestCents).toBeGreaterThan(0);
});
