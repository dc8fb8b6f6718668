import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { InTransaction } from '@/db/scope';
import { remind } from '@/features/arrears/reminder-commands';
import { getReminder } from '@/features/arrears/reminder-queries';
import { remindInput } from '@/features/arrears/schema';
import { deleteDocuments, setLinks } from '@/features/document/commands';
import { listDocuments } from '@/features/document/queries';
import { listDocumentsInput } from '@/features/document/schema';
import { findLastChange } from '@/features/live/queries';
import { noteLetter, takeBackLetter } from '@/features/outbox/commands';
import { getLetterFile } from '@/features/outbox/file-steps';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { getOverview } from '@/features/overview/queries';
import { postDueRent } from '@/features/rent/commands';
import { getAccount, recordPayment } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { renderLetter } from '@/print/letter-pdf';
import { refusalOf } from '../factories/failure.ts';
import { createMemoryStorage, sha256Of } from '../factories/memory-storage.ts';
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

// The rents of January and February, due on 6 January and 4 February.
const today = '2026-02-20';
/** The code a rule said no with. */
const look = (leaseId: string, on = today) =>
  books.on(on, (tx, scope) => getReminder(tx, scope, { leaseId, step: null }));
type Sent = Partial<z.input<typeof remindInput>>;
/** Sends as the dialog would: what the reminder asks for in that tone. */
async function send(leaseId: string, more: Sent = {}, on = today) {
  const id = more.id ?? randomUUID();
  const step = more.step ?? 'friendly';
  const shown = await books.on(on, (tx, scope) => getReminder(tx, scope, { leaseId, step }));
  const { totalCents, sentBefore } = shown;
  const asked = { id, leaseId, step, way: 'post' as const, totalCents, sentBefore, language: 'de' as const };
  const input = remindInput.parse({ ...asked, ...more });
  return books.on(on, (tx, scope) => remind(tx, scope, input));
}
const pay = (leaseId: string, amountCents: number, on = today) =>
  books.on(on, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: on, amountCents }),
    ),
  );
const balance = async (leaseId: string, on = today) =>
  (await books.on(on, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, limit: 1 }))))
    .summary.balanceCents;
const letters = async (on = today) =>
  (
    await books.on(on, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ tenantId: books.tenantId })),
    )
  ).rows;

describe('what was sent is remembered', () => {
  test('by the rule: after the friendly letter comes the first, once its days are over', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 100);
    expect((await look(leaseId)).proposal.result).toMatchObject({ step: 'friendly', reason: 'due' });
    await send(leaseId);
    expect(await look(leaseId)).toMatchObject({
      last: { step: 'friendly', sentOn: today },
      proposal: { result: { step: null, reason: 'waits' } },
    });
    // Not before the day it was to be paid by, 2 March, is over, though the first step is nine days after the friendly one.
    await pay(leaseId, 100, '2026-03-03');
    expect((await look(leaseId, '2026-03-02')).proposal.result).toMatchObject({
      step: null,
      reason: 'waits',
    });
    expect((await look(leaseId, '2026-03-03')).proposal.result).toMatchObject({
      step: 'first',
      reason: 'due',
    });
  });

  test('by Today: beside what is open and was reminded of; rents that were not are not said to be', async () => {
    const leaseId = await enterLease(books, today);
    const debtor = async (on = today) =>
      (await books.on(on, (tx, scope) => getOverview(tx, scope))).debtors.rows[0];
    expect(await debtor()).toMatchObject({ leaseId, remindedOn: null });
    await send(leaseId);
    expect(await debtor('2026-02-21')).toMatchObject({ remindedOn: today });
    await pay(leaseId, 140_000, '2026-03-02');
    await books.on('2026-03-10', (tx, scope) => postDueRent(tx, scope, { leaseId }));
    expect(await debtor('2026-03-10')).toMatchObject({ remindedOn: null, openCents: 70_000 });
  });

  test('by the account: with its tone, way, amount and whom it went to', async () => {
    const leaseId = await enterLease(books, today);
    const { id } = await send(leaseId, { way: 'handed_over' });
    expect(await letters()).toMatchObject([
      {
        id,
        step: 'friendly',
        way: 'handed_over',
        state: 'sent',
        sentOn: today,
        totalCents: 140_000,
        tenants: [{ id: books.tenantId, name: 'Änne Müller' }],
      },
    ]);
  });

  test('once, however often the same request comes; another one with its id is refused', async () => {
    const leaseId = await enterLease(books, today);
    const id = randomUUID();
    const asked = { id, totalCents: 140_000 };
    expect(await send(leaseId, asked)).toEqual(await send(leaseId, asked));
    expect(await letters()).toHaveLength(1);
    expect(await refusalOf(send(leaseId, { ...asked, way: 'handed_over' }))).toBe('letter.sent_otherwise');
  });

  test('by two members at once goes once: the second is told that a letter went meanwhile', async () => {
    const leaseId = await enterLease(books, today);
    const results = await Promise.allSettled([
      send(leaseId, { sentBefore: 0 }),
      send(leaseId, { sentBefore: 0 }),
    ]);
    const refused = results.filter((one) => one.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'arrears.reminded_meanwhile' } }]);
    expect(await letters()).toHaveLength(1);
    // Whoever has seen it may still send another.
    await send(leaseId);
    expect(await letters()).toHaveLength(2);
  });

  test('not where somebody paid between the look and the click, nor in a pause', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 70_000);
    expect(await refusalOf(send(leaseId, { totalCents: 140_000 }))).toBe('arrears.reminder_changed');
    await books.admin`update hausbuch.lease set dunning_paused_until = '2026-12-31' where id = ${leaseId}`;
    expect(await refusalOf(send(leaseId))).toBe('arrears.paused');
    await books.admin`update hausbuch.lease set dunning_paused_until = null where id = ${leaseId}`;
    await pay(leaseId, 70_000);
    expect(await refusalOf(send(leaseId, { totalCents: 70_000 }))).toBe('arrears.nothing_overdue');
    expect(await letters()).toEqual([]);
  });
});

describe('interest that a letter asks for', () => {
  test('stands on the account with it, so that paying as asked leaves nothing', async () => {
    const leaseId = await enterLease(books, today);
    await send(leaseId, { step: 'first' });
    const [letter] = await letters();
    expect(letter?.interestCents).toBeGreaterThan(0);
    expect(letter?.totalCents).toBe(140_000 + (letter?.interestCents ?? 0));
    expect(await balance(leaseId)).toBe(letter?.totalCents);
    await pay(leaseId, letter?.totalCents ?? 0);
    expect(await balance(leaseId)).toBe(0);
  });

  test('is taken off it where the letter was marked by mistake, and the rule forgets the letter', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 100);
    const sent = await send(leaseId, { step: 'first' });
    await books.on(today, (tx, scope) => takeBackLetter(tx, scope, sent));
    expect(await balance(leaseId)).toBe(139_900);
    expect((await look(leaseId)).proposal.result).toMatchObject({ step: 'friendly', reason: 'due' });
    expect(await letters()).toMatchObject([{ state: 'taken_back' }]);
    // Again it changes nothing.
    await books.on(today, (tx, scope) => takeBackLetter(tx, scope, sent));
    expect(await balance(leaseId)).toBe(139_900);
  });
});

describe('a letter that went', () => {
  const takeBack = (seen: { id: string; version: number }) =>
    refusalOf(books.on(today, (tx, scope) => takeBackLetter(tx, scope, seen)));

  test('is not taken back once its interest was paid', async () => {
    const leaseId = await enterLease(books, today);
    const sent = await send(leaseId, { step: 'first' });
    await pay(leaseId, (await letters())[0]?.totalCents ?? 0);
    expect(await takeBack(sent)).toBe('letter.charged_paid');
  });

  test.each([{ proof: 'RR 123' }, { answeredOn: today }])('nor once it is known by %o', async (noted) => {
    const leaseId = await enterLease(books, today);
    const sent = await send(leaseId);
    const after = await books.on(today, (tx, scope) =>
      noteLetter(tx, scope, {
        ...sent,
        sentOn: today,
        proof: null,
        answeredOn: null,
        answer: null,
        ...noted,
      }),
    );
    expect(await takeBack(after)).toBe('letter.has_gone');
  });
});

describe('how it went', () => {
  test('is noted afterwards, and in its order', async () => {
    const leaseId = await enterLease(books, today);
    const sent = await send(leaseId);
    const note = (more: object, on = '2026-02-25') =>
      books.on(on, (tx, scope) =>
        noteLetter(tx, scope, {
          ...sent,
          sentOn: '2026-02-21',
          proof: 'RR 123',
          answeredOn: null,
          answer: null,
          ...more,
        }),
      );
    expect(await refusalOf(note({ sentOn: '2026-02-26' }))).toBe('letter.sent_in_future');
    expect(await refusalOf(note({ sentOn: '2026-02-19' }))).toBe('letter.sent_before_written');
    expect(await refusalOf(note({ answeredOn: '2026-02-20' }))).toBe('letter.answered_before_sent');
    expect(await refusalOf(note({ answeredOn: '2026-02-26' }))).toBe('letter.answered_in_future');
    await note({ answeredOn: '2026-02-24', answer: 'Kommt morgen.' });
    expect(await letters()).toMatchObject([
      { state: 'answered', sentOn: '2026-02-21', proof: 'RR 123', answer: 'Kommt morgen.' },
    ]);
    expect(await refusalOf(note({}))).toBe('version_conflict');
  });
});

describe('its file', () => {
  const storage = createMemoryStorage();
  const inTransaction: InTransaction = (work) => books.on(today, work);
  const file = (id: string) => getLetterFile(inTransaction, { storage, print: renderLetter }, id);
  const papers = () =>
    books.on(today, (tx, scope) =>
      listDocuments(tx, scope, listDocumentsInput.parse({ on: { kind: 'tenant', id: books.tenantId } })),
    );

  test('is made once, kept with the tenant’s papers, and stays what was sent whatever changes later', async () => {
    const leaseId = await enterLease(books, today);
    const { id } = await send(leaseId);
    await books.admin`update hausbuch.tenant set last_name = 'Anders' where id = ${books.tenantId}`;
    const both = await Promise.all([file(id), file(id)]);
    expect(both[0].bytes).toEqual(both[1].bytes);
    const again = await file(id);
    expect(again).toEqual(both[0]);
    expect(again.fileName).toBe('Zahlungserinnerung 2026-02-20.pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(again.bytes)), {
      mergePages: true,
    });
    expect(text).toContain('Änne Müller');
    expect(text).not.toContain('Anders');
    const [letter] = await letters();
    expect(letter?.sha256).toBe(sha256Of(both[0].bytes));
    expect((await papers()).rows).toMatchObject([{ id: letter?.documentId, category: 'letter' }]);
  });

  test('is in no journal; windows that hear of it are told that the program made it', async () => {
    const leaseId = await enterLease(books, today);
    const { id } = await send(leaseId);
    await file(id);
    const who = (entityId: string) => books.on(today, (tx, scope) => findLastChange(tx, scope, entityId));
    expect(await who((await letters())[0]?.documentId ?? '')).toMatchObject({ by: 'program', name: null });
    expect(await refusalOf(who(randomUUID()))).toBe('not_found');
  });

  test('cannot be deleted or moved to somebody else', async () => {
    const leaseId = await enterLease(books, today);
    const { id } = await send(leaseId);
    await file(id);
    const documentId = (await letters())[0]?.documentId ?? '';
    const links = [{ kind: 'unit' as const, id: books.unitId }];
    const refused = 'document.sent_letter';
    expect(
      await refusalOf(books.on(today, (tx, scope) => deleteDocuments(tx, scope, { ids: [documentId] }))),
    ).toBe(refused);
    expect(
      await refusalOf(
        books.on(today, (tx, scope) => setLinks(tx, scope, { id: documentId, version: 1, links })),
      ),
    ).toBe(refused);
  });

  test('is not made of a letter that names somebody who was erased', async () => {
    const leaseId = await enterLease(books, today);
    const { id } = await send(leaseId);
    await books.admin`update hausbuch.letter set content = null where id = ${id}`;
    expect(await refusalOf(file(id))).toBe('letter.without_file');
    expect(await letters()).toMatchObject([{ hasFile: false }]);
  });
});
