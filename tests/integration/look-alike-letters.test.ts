import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Letter } from '@/domain/letter';
import { reminderKinds, reminderSteps } from '@/domain/vocabulary';
import { remind } from '@/features/arrears/reminder-commands';
import { reminderLetter } from '@/features/arrears/reminder-letter';
import { getReminder } from '@/features/arrears/reminder-queries';
import { remindInput } from '@/features/arrears/schema';
import { plantCategories } from '@/features/category/commands';
import { listCategories } from '@/features/category/queries';
import { createCollection } from '@/features/debit/collection-commands';
import { tellBeforehand } from '@/features/debit/notice-commands';
import { listDue } from '@/features/debit/queries';
import { createCollectionInput } from '@/features/debit/schema';
import { indexLetter } from '@/features/letter/index-letter';
import { fieldsOf } from '@/features/letter/kind-facts';
import { listPapers } from '@/features/letter/queries';
import { listEnclosableInput, setReminderTextInput } from '@/features/letter/schema';
import { setReminderText } from '@/features/letter/template-commands';
import { postDueRent } from '@/features/rent/commands';
import { getIndexLetter } from '@/features/rent/index-letter-queries';
import { indexRentInput } from '@/features/rent/index-schema';
import { statementInput } from '@/features/rent-account/schema';
import { getStatement } from '@/features/rent-account/statement-queries';
import { sendStatement } from '@/features/statement/commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { recordTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { setUnitPeriod } from '@/features/unit/commands';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { render } from '@/print/papers';
import { enterPaper } from '../factories/enclosable.ts';
import { enterLandlord, enterLookAlikes, type LookAlike } from '../factories/look-alikes.ts';
import { createMemoryStorage } from '../factories/memory-storage.ts';
import { type Books, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * The papers that rooms of their own write, for tenants who are easily taken for each other: on none of their pages stands
 * what is another's. The letters a person writes: `letters.test.ts`.
 */

let database: TestDatabase;
let books: Books;
let all: LookAlike[];

const entered = '2026-03-20';
/** April, May and June are overdue. */
const today = '2026-06-09';
const period = { from: '2026-01-01', to: '2026-03-31' };

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  await enterLandlord(books);
  all = await enterLookAlikes(books, entered, ['Schmidt', 'Schmitt', 'Schmied', 'Schmidtke']);
  await books.on(today, (tx, scope) => postDueRent(tx, scope));
}, 60_000);
afterEach(() => books.close());
afterAll(() => database.drop());

const euro = (language: 'de' | 'en') => ({ ...defaultFormats(language), currency: 'EUR' });

async function wordsOf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
}
const printed = async (letter: Letter) => wordsOf(await renderLetter(letter));

/** Names whom it is to, and nothing of anybody else. */
function expectOnlyOwn(text: string, one: LookAlike, what: string) {
  expect(text, what).toContain(one.name);
  const foreign = all
    .filter((other) => other !== one)
    .flatMap((other) => other.own)
    // A name may be the beginning of another; nothing else may stand in two letters.
    .filter((theirs) => !one.own.some((own) => own.includes(theirs)));
  const found = foreign.filter((theirs) =>
    new RegExp(`${theirs.replaceAll('.', '\\.')}(?![a-zäöü])`).test(text),
  );
  expect(found, `${what} of ${one.name}`).toEqual([]);
}

test('a reminder in each tone, with the landlord’s words beside', { timeout: 120_000 }, async () => {
  for (const one of all) {
    for (const step of reminderSteps) {
      const reminder = await books.on(today, (tx, scope) =>
        getReminder(tx, scope, { leaseId: one.leaseId, step }),
      );
      expect(reminder.items.length).toBeGreaterThan(0);
      expectOnlyOwn(await printed(await reminderLetter(reminder, euro('de'), 'Test', euro('en'))), one, step);
    }
  }
});

test('a reminder in an own text of each tone that says all it may, in both languages', {
  timeout: 120_000,
}, async () => {
  for (const kind of reminderKinds) {
    const gaps = fieldsOf(kind).map(([name, of]) => {
      if (of === 'condition') return `[[if ${name}]]${name}[[end]]`;
      return of === 'block' ? `\n[[if ${name}]]\n[[${name}]]\n[[end]]\n` : `[[if ${name}]][[${name}]][[end]]`;
    });
    // Whatever a text asks about, it has to say these.
    const body = `[[pay_by]]\n[[reminder_table]]\n[[payment]]\n${gaps.join('\n')}`;
    for (const language of ['de', 'en'] as const) {
      const text = { id: randomUUID(), kind, language, subject: '[[tenants]], [[place]]', body };
      await books.on(today, (tx, scope) => setReminderText(tx, scope, setReminderTextInput.parse(text)));
    }
  }
  for (const one of all) {
    for (const step of reminderSteps) {
      const reminder = await books.on(today, (tx, scope) =>
        getReminder(tx, scope, { leaseId: one.leaseId, step }),
      );
      expect(reminder.texts).toHaveLength(2);
      expectOnlyOwn(await printed(await reminderLetter(reminder, euro('de'), 'Test', euro('en'))), one, step);
    }
  }
});

test('a reminder with everything that may be enclosed', { timeout: 120_000 }, async () => {
  const storage = createMemoryStorage();
  for (const { leaseId, tenantId, name } of all) {
    await enterPaper({ books, storage }, `Vertrag ${name}`, { lease_id: leaseId });
    await enterPaper({ books, storage }, `Ausweis ${name}`, { tenant_id: tenantId });
  }
  for (const one of all) {
    const { leaseId } = one;
    const papers = await books.on(today, (tx, scope) =>
      listPapers(tx, scope, listEnclosableInput.parse({ leaseId, search: '' })),
    );
    expect(papers).toHaveLength(2);
    const asked = { leaseId, step: 'friendly' } as const;
    const { totalCents, sentBefore } = await books.on(today, (tx, scope) => getReminder(tx, scope, asked));
    const { id } = await books.on(today, (tx, scope) =>
      remind(
        tx,
        scope,
        remindInput.parse({
          ...{ id: randomUUID(), ...asked, way: 'post', totalCents, sentBefore, language: 'de' },
          enclosures: papers.map(({ documentId, versionId }) => ({ documentId, versionId })),
        }),
      ),
    );
    const text = await printed(await contentOf(id));
    expect(text).toContain(`Vertrag ${one.name}`);
    expectOnlyOwn(text, one, 'a reminder with enclosures');
  }
});

async function contentOf(letterId: string): Promise<Letter> {
  const [row] = await books.admin<
    { content: Letter }[]
  >`select content from hausbuch.letter where id = ${letterId}`;
  if (!row) throw new Error('No letter.');
  return row.content;
}

test('a statement of account', { timeout: 60_000 }, async () => {
  for (const one of all) {
    const statement = await books.on(today, (tx, scope) =>
      getStatement(tx, scope, statementInput.parse({ leaseId: one.leaseId })),
    );
    for (const language of ['de', 'en'] as const) {
      const bytes = await render({ kind: 'statement', statement, formats: euro(language), issuer: 'Test' });
      expectOnlyOwn(await wordsOf(bytes), one, 'a statement of account');
    }
  }
});

test('a rent by the index', { timeout: 60_000 }, async () => {
  for (const one of all) {
    const { leaseId } = one;
    // The newest index is that of the rent to come: another, which no table has yet.
    const asked = { leaseId, receivedOn: today, indexMonth: '2026-04-01', indexMilli: 124_000 };
    const letter = await books.on(today, (tx, scope) =>
      getIndexLetter(tx, scope, indexRentInput.parse(asked)),
    );
    for (const language of ['de', 'en'] as const) {
      expectOnlyOwn(await printed(await indexLetter(letter, euro(language), 'Test')), one, 'index rent');
    }
  }
});

describe('a house', () => {
  test('its statement of operating costs', { timeout: 120_000 }, async () => {
    const { propertyId } = books;
    const units = await books.admin<{ id: string }[]>`
      select id from hausbuch.unit where portfolio_id = ${books.portfolioId} order by name`;
    await books.on(today, async (tx, scope) => {
      await plantCategories(tx, scope);
      for (const [index, unit] of units.entries()) {
        const areas = {
          coOwnershipNumerator: null,
          coOwnershipDenominator: null,
          ownUse: false,
          persons: null,
        };
        const from = { unitId: unit.id, validFrom: '2000-01-01', areaSqm100: 6_011 + 107 * index };
        await setUnitPeriod(tx, scope, { ...from, ...areas });
      }
      const categories = await listCategories(tx, scope, 'all');
      const tax = {
        ...{ id: randomUUID(), propertyId, unitId: null, bookedOn: '2026-02-01', direction: 'expense' },
        ...{ categoryId: categories.find((row) => row.code === 'property_tax')?.id, title: 'Grundsteuer' },
      };
      await recordTransaction(
        tx,
        scope,
        recordTransactionInput.parse({ ...tax, recoverableKey: 'area', amountCents: 412_345 }),
      );
    });
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id: randomUUID(), propertyId, ...period }),
    );
    const { letters, ...rest } = await books.on(today, (tx, scope) =>
      getLetters(tx, scope, { propertyId, ...period, leaseId: null }),
    );
    expect(letters).toHaveLength(all.length);
    const results = letters.map((own) => own.result.resultCents);
    expect(new Set(results).size).toBe(all.length);
    for (const one of all) {
      const own = letters.find(({ result }) => result.leaseId === one.leaseId);
      if (!own) throw new Error('No letter.');
      const letter = await statementLetter({ letters, ...rest }, own, euro('de'), 'Test', euro('en'));
      expectOnlyOwn(await printed(letter), one, 'a statement of operating costs');
    }
  });

  test('what tells of direct debits beforehand', { timeout: 60_000 }, async () => {
    const [account] = await books.admin<{ id: string }[]>`
      select id from hausbuch.bank_account where portfolio_id = ${books.portfolioId}`;
    const mandates = await books.admin<{ id: string; lease_id: string }[]>`
      select id, lease_id from hausbuch.mandate where portfolio_id = ${books.portfolioId}`;
    const id = randomUUID();
    await books.on(today, async (tx, scope) => {
      const { collectOn } = await listDue(tx, scope, { wishedOn: null });
      const items = mandates.map((mandate, index) => ({
        mandateId: mandate.id,
        amountCents: 81_017 + 1_013 * index,
      }));
      await createCollection(
        tx,
        scope,
        createCollectionInput.parse({ id, bankAccountId: account?.id, collectOn, purpose: 'Miete', items }),
      );
      await tellBeforehand(tx, scope, { id, way: 'post', language: 'de' });
    });
    const rows = await books.admin<{ lease_id: string; content: Letter }[]>`
      select lease_id, content from hausbuch.letter where portfolio_id = ${books.portfolioId} and kind = 'pre_notice'`;
    expect(rows).toHaveLength(all.length);
    for (const one of all) {
      const own = rows.find((row) => row.lease_id === one.leaseId);
      if (!own) throw new Error('No letter.');
      expectOnlyOwn(await printed(own.content), one, 'what tells of a debit');
    }
  });
});
