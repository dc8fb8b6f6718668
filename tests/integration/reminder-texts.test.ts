import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { Letter } from '@/domain/letter';
import { languages, reminderKinds } from '@/domain/vocabulary';
import { remind } from '@/features/arrears/reminder-commands';
import { reminderLetter } from '@/features/arrears/reminder-letter';
import { getReminder, lookAtReminder } from '@/features/arrears/reminder-queries';
import { setReminderRule } from '@/features/arrears/rule-commands';
import { remindInput, setReminderRuleInput } from '@/features/arrears/schema';
import { sampleLetter } from '@/features/letter/queries';
import { setReminderTextInput } from '@/features/letter/schema';
import { archiveTemplate, restoreTemplate, setReminderText } from '@/features/letter/template-commands';
import { defaultFormats } from '@/i18n/formats';
import { remindOfPortfolio } from '@/jobs/reminders';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { DomainError } from '@/lib/errors';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** The texts of reminders, one for each tone and language: ours, or the portfolio's own. */

let database: TestDatabase;
let books: Books;
let leaseId: string;

// The rents of January and February, due on 6 January and 4 February.
const today = '2026-02-20';
const yesterday = '2026-02-19';

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  leaseId = await enterLease(books, yesterday);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const needed = '[[reminder_table]]\n\n[[if payment]]\n[[payment]]\n\n[[end]]\nBis [[pay_by]].';
const euro = (language: 'de' | 'en') => ({ ...defaultFormats(language), currency: 'EUR' });
const set = (more: Partial<z.input<typeof setReminderTextInput>> = {}) =>
  books.on(today, (tx, scope) =>
    setReminderText(
      tx,
      scope,
      setReminderTextInput.parse({
        ...{ id: randomUUID(), kind: 'reminder_friendly', language: 'de' },
        ...{ subject: 'Kurz: [[place]]', body: `hallo.\n\n${needed}`, ...more },
      }),
    ),
  );
const reminder = (step: 'friendly' | 'first' | 'second' | 'last' = 'friendly') =>
  books.on(today, (tx, scope) => getReminder(tx, scope, { leaseId, step }));
const send = async (more: Partial<z.input<typeof remindInput>> = {}) => {
  const { step, totalCents, sentBefore, editions } = await reminder(more.step ?? 'friendly');
  const asked = {
    id: randomUUID(),
    leaseId,
    step,
    way: 'post',
    totalCents,
    sentBefore,
    editions,
    language: 'de',
  };
  return books.on(today, (tx, scope) => remind(tx, scope, remindInput.parse({ ...asked, ...more })));
};
const letters = () => books.admin<{ name: string | null; edition: number | null; content: Letter }[]>`
  select template_name as name, template_version as edition, content from hausbuch.letter
  where portfolio_id = ${books.portfolioId} order by created_at, total_cents`;
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );
const saidBy = ({ blocks }: Pick<Letter, 'blocks'>) =>
  blocks.map((block) => (block.kind === 'text' ? block.text : block.kind));

describe('what a reminder must say', () => {
  test.each([
    ['nothing of what is claimed', 'Bis [[pay_by]].\n\n[[payment]]'],
    ['no day to pay by', '[[reminder_table]]\n\n[[payment]]'],
    ['no way to pay', '[[reminder_table]]\n\nBis [[pay_by]].'],
    ['the claim for some tenants alone', `[[if lease_until]]\n${needed}\n[[end]]`],
    ['the claim only where there is no account', `[[if not payment]]\n${needed}\n[[end]]`],
  ])('a text with %s is not kept', async (_, body) => {
    expect(await refusalOf(set({ body }))).toBe('letter.text_incomplete');
    expect((await reminder()).texts).toEqual([]);
  });

  test('nor one with a field no reminder has, or that asks without an end', async () => {
    expect(await refusalOf(set({ body: `[[deposit_table]]\n${needed}` }))).toBe('letter.text_faulty');
    expect(await refusalOf(set({ body: `[[if reminder_fee]]\n${needed}` }))).toBe('letter.text_faulty');
    expect(await refusalOf(set({ subject: '[[reminder_table]]' }))).toBe('letter.text_faulty');
  });

  test('said under both answers to a condition it is said', async () => {
    const body = `[[if reminder_fee]]\nmit Gebühr\n\n${needed}\n[[else]]\nohne\n\n${needed}\n[[end]]`;
    await set({ body });
    await send();
    expect(saidBy((await letters())[0]?.content ?? { blocks: [] })).toEqual([
      'ohne',
      'table',
      'Bis 02.03.2026.',
    ]);
  });
});

test('an own text is made, used and changed; the letter that went keeps its words and names its edition', async () => {
  const { id } = await set();
  await send();
  await set({ version: 1, body: `guten Tag.\n\n${needed}` });
  await send();
  const [first, second] = await letters();
  expect(first).toMatchObject({ name: 'Zahlungserinnerung', edition: 1 });
  expect(first?.content.subject).toBe('Kurz: Lindenstraße 5');
  expect(saidBy(first?.content ?? { blocks: [] })[0]).toBe('hallo.');
  expect(second).toMatchObject({ name: 'Zahlungserinnerung', edition: 2 });
  expect(saidBy(second?.content ?? { blocks: [] })[0]).toBe('guten Tag.');
  // Ours again, and the own one back with a click, or with the next change.
  await books.on(today, (tx, scope) => archiveTemplate(tx, scope, { id, version: 2 }));
  await send();
  expect((await letters())[2]).toMatchObject({ name: null, edition: null });
  await books.on(today, (tx, scope) => restoreTemplate(tx, scope, { id, version: 3 }));
  expect((await reminder()).editions).toBe('de 4');
  await books.on(today, (tx, scope) => archiveTemplate(tx, scope, { id, version: 4 }));
  await set({ version: 5, body: `servus.\n\n${needed}` });
  expect((await reminder()).texts).toMatchObject([{ body: `servus.\n\n${needed}` }]);
});

test('it holds for its tone and its language alone', async () => {
  await set({ kind: 'reminder_first', language: 'en', body: `hello.\n\n${needed}` });
  const said = async (step: 'friendly' | 'first', language: 'de' | 'en') =>
    saidBy(await reminderLetter(await reminder(step), euro(language), 'Test', null))[0];
  expect(await said('first', 'en')).toBe('hello.');
  expect(await said('first', 'de')).toMatch(/^die folgenden Beträge waren fällig/);
  expect(await said('friendly', 'en')).toMatch(/^The following amounts are still open/);
});

test('of two languages side by side each says its own text, and the tables hold them together', async () => {
  await set({ body: `hallo.\n\nnoch etwas.\n\n${needed}` });
  const letter = await reminderLetter(await reminder(), euro('de'), 'Test', euro('en'));
  expect(saidBy(letter).slice(0, 3)).toEqual(['hallo.', 'noch etwas.', 'table']);
  expect(saidBy(letter.beside?.words ?? { blocks: [] })[0]).toMatch(/^The following amounts/);
});

test('made twice by the same request it is one; of two members at once, or of an older edition, the second is told', async () => {
  const id = randomUUID();
  expect(await set({ id })).toEqual(await set({ id }));
  expect(await refusalOf(set())).toBe('version_conflict');
  await set({ version: 1, subject: 'anders' });
  expect(await refusalOf(set({ version: 1, subject: 'noch anders' }))).toBe('version_conflict');
  expect((await reminder()).texts).toMatchObject([{ subject: 'anders', version: 2 }]);
  const results = await Promise.allSettled([
    set({ kind: 'reminder_second' }),
    set({ kind: 'reminder_second', subject: 'zweiter' }),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await reminder('second')).texts).toHaveLength(1);
});

test('a text changed since somebody looked stops the letter, and nothing is written', async () => {
  const { editions } = await reminder();
  await set();
  expect(await refusalOf(send({ editions }))).toBe('letter.changed_meanwhile');
  expect(await letters()).toEqual([]);
});

test('a field nothing is entered for stops the letter; asked about it does not', async () => {
  await set({ body: `Vertrag vom [[lease_signed]].\n\n${needed}` });
  expect(await refusalOf(send())).toBe('letter.gaps');
  expect(await letters()).toEqual([]);
  await set({ version: 1, body: `[[if lease_signed]]Vertrag vom [[lease_signed]].[[end]]\n\n${needed}` });
  await send();
  expect(await letters()).toHaveLength(1);
});

test('interest and the fee stand in the table and can be named; the sum is what is put on the account', async () => {
  await books.admin`insert into hausbuch.reminder_rule
    (portfolio_id, id, friendly_days, second_days, between_days, least_cents, pay_within_days, with_interest, fee_cents)
    values (${books.portfolioId}, ${randomUUID()}, 5, 28, 11, 0, 10, true, 120)`;
  await send();
  const body = `Zinsen [[reminder_interest]] bis [[interest_through]], Gebühr [[reminder_fee]], zuletzt am [[reminded_on]].\n\n${needed}`;
  await set({ kind: 'reminder_second', body });
  await send({ step: 'second' });
  const [row] = (await letters()).filter(({ name }) => name !== null);
  const [said, table] = row?.content.blocks ?? [];
  expect(said?.kind === 'text' && said.text.replace(/\s/g, ' ')).toMatch(
    /^Zinsen \d+,\d\d € bis \d\d\.\d\d\.2026, Gebühr 1,20 €, zuletzt am 20\.02\.2026\.$/,
  );
  expect(table?.kind === 'table' && table.rows).toHaveLength(4);
});

test('one that goes by itself says it, and one that has a gap is left for a person', async () => {
  vi.stubEnv('SMTP_URL', 'smtp://localhost:1');
  vi.stubEnv('SMTP_FROM', 'Hausbuch <send@hausbuch.example>');
  try {
    await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, email)
      values (${books.portfolioId}, ${randomUUID()}, 'person', 'Petra Vogel', 'petra@example.com')`;
    await books.admin`update hausbuch.tenant set emails = ${['anna@example.com']} where id = ${books.tenantId}`;
    await books.on(yesterday, async (tx, scope) => {
      const paid = { id: randomUUID(), leaseId, paidOn: yesterday, amountCents: 100 };
      await recordPayment(tx, scope, recordPaymentInput.parse(paid));
      const usual = { friendlyDays: 5, firstDays: 14, secondDays: 28, lastDays: 42, betweenDays: 11 };
      const rule = { ...usual, leastCents: 0, payWithinDays: 10, withInterest: true, byItselfUpTo: 'first' };
      await setReminderRule(tx, scope, setReminderRuleInput.parse(rule));
    });
    const run = () => remindOfPortfolio(books.db, books.portfolioId, new Date(`${today}T08:00:00Z`));
    await set({ body: `Vertrag vom [[lease_signed]].\n\n${needed}` });
    expect(await run()).toEqual({ sent: 0, left: 1 });
    expect(await letters()).toEqual([]);
    await set({ version: 1 });
    expect(await run()).toEqual({ sent: 1, left: 0 });
    const [row] = await letters();
    expect(row).toMatchObject({ name: 'Zahlungserinnerung', edition: 2 });
    expect(saidBy(row?.content ?? { blocks: [] })[0]).toBe('hallo.');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('it is looked at with what a lease owes; where that is nothing, that is said', async () => {
  const look = () =>
    books.on(today, (tx, scope) => lookAtReminder(tx, scope, { leaseId, step: 'first', language: 'de' }));
  const { values, obstacle } = await look();
  expect(obstacle).toBeNull();
  expect(values).toMatchObject({ tenants: 'Änne Müller', pay_by: '02.03.2026', reminder_fee: '' });
  await books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents: 140_000 }),
    ),
  );
  expect((await look()).obstacle).toBe('nothing_overdue');
});

test('abroad no text and no sample of ours says a word of German law', async () => {
  await books.admin`update hausbuch.portfolio set jurisdiction = 'US', currency = 'USD' where id = ${books.portfolioId}`;
  for (const kind of reminderKinds) {
    for (const language of languages) {
      const sample = await books.on(today, (tx, scope) => sampleLetter(tx, scope, { kind, language }));
      expect(JSON.stringify([sample.ours, sample.values])).not.toMatch(/§|BGB/);
    }
  }
});
