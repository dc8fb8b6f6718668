import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { openDatabase } from '@/db/client';
import { listPortfoliosThatRemind } from '@/db/due-work';
import { listDueReminders } from '@/features/arrears/proposal-queries';
import { getReminder } from '@/features/arrears/reminder-queries';
import { setReminderRule } from '@/features/arrears/rule-commands';
import { getReminderRule } from '@/features/arrears/rule-queries';
import { setReminderRuleInput } from '@/features/arrears/schema';
import { leaveOut } from '@/features/bank/decide-commands';
import { unpackFile } from '@/features/bank/file-rules';
import { importFile } from '@/features/bank/import-commands';
import { getInbox } from '@/features/bank/queries';
import { importFileInput } from '@/features/bank/schema';
import { takeBackLetter } from '@/features/outbox/commands';
import { mailAgain } from '@/features/outbox/mail-commands';
import { sendDueMails } from '@/features/outbox/mail-steps';
import { listActivity } from '@/features/overview/activity-queries';
import { getOverview } from '@/features/overview/queries';
import { activityInput } from '@/features/overview/schema';
import { findMorningReminders, remindEverywhere, remindOfPortfolio } from '@/jobs/reminders';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { LetterPost } from '@/mail/letter-post';
import { renderLetter } from '@/print/letter-pdf';
import { packedFile, statementOf } from '../factories/bank-import.ts';
import { createMemoryStorage } from '../factories/memory-storage.ts';
import { makeIban } from '../factories/records.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { startSmtpServer } from '../setup/smtp-server.ts';

let database: TestDatabase;
let books: Books;
let server: Awaited<ReturnType<typeof startSmtpServer>>;
let leaseId: string;

// The rents of January and February, due on 6 January and 4 February: 45 and 16 days overdue.
const today = '2026-02-20';
const yesterday = '2026-02-19';
/** Nine o'clock in Berlin. */
const morning = new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  server = await startSmtpServer();
  vi.stubEnv('SMTP_URL', server.url);
  vi.stubEnv('SMTP_FROM', 'Hausbuch <send@hausbuch.example>');
  await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, email)
    values (${books.portfolioId}, ${randomUUID()}, 'person', 'Petra Vogel', 'petra@example.com')`;
  await books.admin`update hausbuch.tenant set emails = ${['anna@example.com']} where id = ${books.tenantId}`;
  await books.admin`delete from hausbuch.mail_sent`;
  leaseId = await enterLease(books, yesterday);
  await enter();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await books.close();
});
afterAll(() => database.drop());

type Rule = Partial<z.input<typeof setReminderRuleInput>>;
const usual = { friendlyDays: 5, firstDays: 14, secondDays: 28, lastDays: 42, betweenDays: 11 };
const set = (input: Rule = {}, on = yesterday) =>
  books.on(on, (tx, scope) =>
    setReminderRule(
      tx,
      scope,
      setReminderRuleInput.parse({
        ...{ ...usual, leastCents: 100, payWithinDays: 10, withInterest: true, byItselfUpTo: 'first' },
        ...input,
      }),
    ),
  );
/** Money is entered, one euro of January's rent. */
const enter = (on = yesterday, amountCents = 100) =>
  books.on(on, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: on, amountCents }),
    ),
  );
const run = (now = morning, db = books.db) => remindOfPortfolio(db, books.portfolioId, now);
const letters = () => books.admin<
  { id: string; step: string; state: string; version: number; by: string; itself: boolean; cents: number }[]
>`select id, step, state, version, sent_by as by, is_by_itself as itself, total_cents::int as cents
  from hausbuch.letter where portfolio_id = ${books.portfolioId} order by written_on, id`;
/** A round of the worker that brings the mails to the server, a minute later: writing letters takes its time. */
async function deliver(written: Date) {
  const at = new Date(written.getTime() + 60_000);
  const post = new LetterPost({ url: server.url, from: 'Hausbuch <send@hausbuch.example>' });
  const tools = { storage: createMemoryStorage(), print: renderLetter, post };
  return sendDueMails((work) => books.at(at.toISOString(), work), tools).finally(() => post.close());
}
const why = async (on = today) =>
  (await books.on(on, (tx, scope) => getReminder(tx, scope, { leaseId }))).proposal.result.byItself;

test('nothing goes until somebody switches it on; from the next morning on a letter goes once, in their name, and Today shows it', async () => {
  await set({ byItselfUpTo: null });
  expect(await run()).toBeNull();
  expect(await findMorningReminders(books.db, morning)).not.toContain(books.portfolioId);
  await set({}, today);
  // It was switched on today: whoever did so may think again until tomorrow.
  expect(await findMorningReminders(books.db, morning)).not.toContain(books.portfolioId);
  const next = new Date('2026-02-21T08:00:00Z');
  expect(await findMorningReminders(books.db, next)).toContain(books.portfolioId);
  expect(await remindEverywhere(books.db, next)).toMatchObject({ failed: 0 });

  expect(await letters()).toMatchObject([
    { step: 'friendly', state: 'ready', by: books.userId, itself: true, cents: 139_900 },
  ]);
  expect(await findMorningReminders(books.db, next)).not.toContain(books.portfolioId);
  expect(await run(next)).toEqual({ sent: 0, left: 0 });
  const seen = await books.on('2026-02-21', getOverview);
  // It waits for the mail server, and nobody says that it was sent.
  expect(seen.letters).toMatchObject([{ leaseId, state: 'ready', totalCents: 139_900 }]);
  expect(await deliver(next)).toMatchObject({ sent: 1 });
  expect((await books.on('2026-02-21', getOverview)).letters).toMatchObject([{ state: 'sent' }]);
  expect(server.taken).toMatchObject([{ to: 'anna@example.com' }]);
  expect((await books.on('2026-02-24', getOverview)).letters).toEqual([]);
  const { rows } = await books.on('2026-02-21', (tx, scope) =>
    listActivity(tx, scope, activityInput.parse({ entity: 'letter' })),
  );
  expect(rows.find((row) => row.action === 'letter.queue')).toMatchObject({
    isByItself: true,
    isOwn: true,
    actorKind: 'user',
  });
});

test('it is morning from eight on where the portfolio is', async () => {
  await set();
  const at = async (hour: string) =>
    (await listPortfoliosThatRemind(books.db, new Date(`${today}T${hour}:00Z`))).includes(books.portfolioId);
  expect([await at('06:59'), await at('07:00')]).toEqual([false, true]);
  await books.admin`update hausbuch.portfolio set time_zone = 'America/New_York' where id = ${books.portfolioId}`;
  expect([await at('12:59'), await at('13:00')]).toEqual([false, true]);
});

test('a morning that a clock of 2037 has noted keeps none from today’s, which is noted instead', async () => {
  await set();
  await books.admin`update hausbuch.reminder_rule set by_itself_ran_on = '2037-06-01'
    where portfolio_id = ${books.portfolioId}`;
  expect(await findMorningReminders(books.db, morning)).toContain(books.portfolioId);
  expect(await remindEverywhere(books.db, morning)).toMatchObject({ failed: 0 });
  expect(await letters()).toMatchObject([{ step: 'friendly', state: 'ready' }]);
  expect(await findMorningReminders(books.db, morning)).not.toContain(books.portfolioId);
});

test('two workers at once send each letter once', async () => {
  await set();
  const other = openDatabase(database.appUrl);
  await Promise.all([run(), run(morning, other.db), run(), run(morning, other.db)]);
  await other.close();
  expect(await letters()).toHaveLength(1);
  await deliver(morning);
  expect(server.taken).toHaveLength(1);
});

test('what is paid before the letter is written, and before the mail goes, drops out', async () => {
  await set();
  await run();
  await enter(today, 200_000);
  expect(await deliver(morning)).toMatchObject({ sent: 0, stopped: 1 });
  expect(server.taken).toEqual([]);
  expect(await letters()).toMatchObject([{ state: 'taken_back' }]);
  expect(await run(new Date('2026-02-21T08:00:00Z'))).toEqual({ sent: 0, left: 0 });
});

test('without a mail server nothing is looked at or said to be sent, and the morning is not over', async () => {
  await set();
  vi.stubEnv('SMTP_URL', '');
  expect(await run()).toBeNull();
  expect(await findMorningReminders(books.db, morning)).toEqual([]);
  expect(await letters()).toEqual([]);
  vi.stubEnv('SMTP_URL', server.url);
  expect(await run()).toEqual({ sent: 1, left: 0 });
});

test('whom no mail reaches stays on the list, also where only one of two is not reached', async () => {
  await set();
  const second = randomUUID();
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, letter_language)
    values (${books.portfolioId}, ${second}, 'person', 'Müller', 'de')`;
  await books.admin`insert into hausbuch.lease_tenant (portfolio_id, id, lease_id, tenant_id, from_on)
    values (${books.portfolioId}, ${randomUUID()}, ${leaseId}, ${second}, '2026-01-01')`;
  expect(await run()).toEqual({ sent: 0, left: 1 });
  expect(await letters()).toEqual([]);
  expect(await books.on(today, listDueReminders)).toMatchObject([{ leaseId, step: 'friendly' }]);
});

test('it goes no further than allowed, and the step before notice never goes', async () => {
  await set({ friendlyDays: null });
  expect(await why()).toBe('goes');
  await set({ friendlyDays: null, byItselfUpTo: 'friendly', version: 1 });
  expect(await why()).toBe('too_sharp');
  expect(await run()).toEqual({ sent: 0, left: 0 });
  await set({
    friendlyDays: null,
    firstDays: null,
    secondDays: null,
    lastDays: 20,
    byItselfUpTo: 'second',
    version: 2,
  });
  expect(await why()).toBe('too_sharp');
  expect(await run()).toEqual({ sent: 0, left: 0 });
  expect(
    setReminderRuleInput.safeParse({ ...usual, leastCents: 0, payWithinDays: 10, byItselfUpTo: 'last' })
      .success,
  ).toBe(false);
});

test('none goes while money from the bank waits to be assigned', async () => {
  await set();
  const iban = makeIban();
  await books.admin`insert into hausbuch.bank_account (portfolio_id, holder, iban, purpose)
    values (${books.portfolioId}, 'Petra Vogel', ${iban}, 'rent')`;
  const text = statementOf(iban, [{ on: yesterday, cents: 70_000, name: 'Opa Müller', text: 'für Änne' }]);
  const file = { id: randomUUID(), fileName: 'auszug.xml', packed: packedFile(text) };
  await importFile(
    (work) => books.on(today, work),
    async (order) => unpackFile(order),
    importFileInput.parse(file),
  );
  expect(await why()).toBe('money_waits');
  expect(await run()).toEqual({ sent: 0, left: 0 });
  const inbox = await books.on(today, (tx, scope) => getInbox(tx, scope, { limit: 10 }));
  const [line] = inbox.rows;
  await books.on(today, (tx, scope) => leaveOut(tx, scope, { lineId: line?.id ?? '', forGood: false }));
  expect(await why()).toBe('goes');
});

test('the next step goes only once money was entered after the day the last letter gave', async () => {
  await set();
  await run();
  await deliver(morning);
  // Written on 20 February, to be paid by 2 March; the first reminder follows the friendly one after nine days, at least eleven.
  const later = '2026-03-04';
  expect(await why(later)).toBe('not_entered_since');
  expect(await run(new Date(`${later}T08:00:00Z`))).toEqual({ sent: 0, left: 0 });
  await enter('2026-03-03');
  expect(await why(later)).toBe('goes');
});

test('what a person took back is theirs from then on', async () => {
  await set();
  await run();
  const [letter] = await letters();
  await books.on(today, (tx, scope) =>
    takeBackLetter(tx, scope, { id: letter?.id ?? '', version: letter?.version ?? 0 }),
  );
  expect(await run()).toEqual({ sent: 0, left: 0 });
  expect(await why()).toBe('taken_back');
  expect(await books.on(today, listDueReminders)).toMatchObject([{ leaseId }]);
});

test.each(['no longer a manager', 'gone'] as const)(
  'whoever switched it on is %s: it stops for good, and says so',
  async (how) => {
    await set();
    const other = randomUUID();
    await books.admin`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
    values (${books.portfolioId}, ${other}, 'owner', now())`;
    if (how === 'gone') await books.admin`delete from hausbuch.member where user_id = ${books.userId}`;
    else await books.admin`update hausbuch.member set role = 'viewer' where user_id = ${books.userId}`;
    expect(await findMorningReminders(books.db, morning)).toContain(books.portfolioId);
    expect(await run()).toBeNull();
    expect(await letters()).toEqual([]);
    await books.admin`delete from hausbuch.member where user_id = ${books.userId}`;
    await books.admin`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
    values (${books.portfolioId}, ${books.userId}, 'owner', now())`;
    expect(await run()).toBeNull();
    const rule = await books.on(today, getReminderRule);
    expect(rule).toMatchObject({ byItselfUpTo: null, switchedOnBy: { name: '' } });
    // Switched on again it goes in the name of whoever does so.
    await set({ version: rule.version }, yesterday);
    expect(await run()).toEqual({ sent: 1, left: 0 });
  },
);

test('others change the rule: it stays in the name of whoever switched it on, until they change how far it goes', async () => {
  await set();
  const other = randomUUID();
  await books.admin`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
    values (${books.portfolioId}, ${other}, 'manager', now())`;
  const by = async () =>
    (
      await books.admin<{ by: string }[]>`select by_itself_by as by from hausbuch.reminder_rule
      where portfolio_id = ${books.portfolioId}`
    )[0]?.by;
  await books.admin`update hausbuch.reminder_rule set by_itself_by = ${other} where portfolio_id = ${books.portfolioId}`;
  await set({ leastCents: 1, version: 1 });
  expect(await by()).toBe(other);
  await set({ leastCents: 1, byItselfUpTo: 'second', version: 2 });
  expect(await by()).toBe(books.userId);
});

test('in a backup brought back nothing goes by itself, whose mails wait or not, until somebody says so; Today asks', async () => {
  await set({}, '2026-02-18');
  expect(await run()).toEqual({ sent: 1, left: 0 });
  const [before] = await books.admin<{ id: string; name: string }[]>`
    select id, message_name as name from hausbuch.letter_mail where portfolio_id = ${books.portfolioId}`;
  // The one it was made of sends the mail that waits, and reminds on.
  await books.admin`select hausbuch.rest_after_restore()`;
  const later = new Date('2026-02-21T08:00:00Z');
  expect(await findMorningReminders(books.db, later)).not.toContain(books.portfolioId);
  expect(await run(later)).toBeNull();
  expect(await deliver(later)).toMatchObject({ sent: 0 });
  expect(server.taken).toEqual([]);
  const rule = await books.on('2026-02-21', getReminderRule);
  expect(rule).toMatchObject({ byItselfUpTo: null, restedUpTo: 'first' });
  expect((await books.on('2026-02-21', getOverview)).isResting).toBe(true);
  const { rows } = await books.on('2026-02-21', (tx, scope) =>
    listActivity(tx, scope, activityInput.parse({})),
  );
  expect(rows.map((row) => row.action)).toEqual(
    expect.arrayContaining(['reminder_rule.stop', 'letter.lose']),
  );
  // The mail goes by a click, as the same message; a second time it is restored nothing is undone.
  await books.on('2026-02-21', (tx, scope) => mailAgain(tx, scope, { mailId: before?.id ?? '' }));
  expect(await deliver(new Date('2026-02-21T13:00:00Z'))).toMatchObject({ sent: 1 });
  expect(server.taken[0]?.text).toContain(before?.name);
  await books.admin`select hausbuch.rest_after_restore()`;
  expect(await books.on('2026-02-21', getReminderRule)).toMatchObject({ restedUpTo: 'first' });
  // It goes on here, from the next morning.
  await set({ version: rule.version }, '2026-02-21');
  expect(await books.on('2026-02-21', getReminderRule)).toMatchObject({
    byItselfUpTo: 'first',
    restedUpTo: null,
  });
  expect((await books.on('2026-02-21', getOverview)).isResting).toBe(false);
  expect(await findMorningReminders(books.db, new Date('2026-02-22T08:00:00Z'))).toContain(books.portfolioId);
});

test('whoever saves a rule that rests as it is has said that it stays off', async () => {
  await set({}, '2026-02-18');
  await books.admin`select hausbuch.rest_after_restore()`;
  const { version } = await books.on(today, getReminderRule);
  await set({ version, byItselfUpTo: null }, today);
  expect(await books.on(today, getReminderRule)).toMatchObject({ byItselfUpTo: null, restedUpTo: null });
  expect((await books.on(today, getOverview)).isResting).toBe(false);
});
