import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { agreeRent, deleteRent } from '@/features/rent/commands';
import { listRents } from '@/features/rent/queries';
import { agreeRentInput } from '@/features/rent/schema';
import { agreeAdvances } from '@/features/statement/advance-commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement } from '@/features/statement/queries';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { openFlatYear, year } from '../factories/flat-year.ts';
import type { Books } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
let leaseId: string;

const today = '2026-02-10';

beforeAll(async () => {
  database = await createTestDatabase();
});
/** One flat, let all year with 50 € in advance, that cost 1,200 €: settled in February. */
beforeEach(async () => {
  const flat = await openFlatYear(database, today);
  ({ books, leaseId } = flat);
  await flat.send();
});
afterEach(() => books.close());
afterAll(() => database.drop());

const agree = (on = today) =>
  books.on(on, (tx, scope) =>
    agreeAdvances(tx, scope, { propertyId: books.propertyId, ...year, leaseIds: [leaseId], note: null }),
  );
const advances = async (on = today) =>
  (await books.on(on, (tx, scope) => getStatement(tx, scope, { propertyId: books.propertyId, ...year }))).sent
    ?.advances;
const rents = () => books.on(today, (tx, scope) => listRents(tx, scope, [leaseId]));
const letter = async () => {
  const all = await books.on(today, (tx, scope) =>
    getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId }),
  );
  const [own] = all.letters;
  if (!own) throw new Error('no letter');
  const pdf = await renderLetter(
    await statementLetter(all, own, { ...defaultFormats('de'), currency: 'EUR' }, 'Vermieter'),
  );
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;
};

test('1,200 € a year are 100 € a month: proposed from April, agreed once, whoever asks again', async () => {
  const change = { leaseId, validFrom: '2026-04-01', beforeCents: 5_000, monthlyCents: 10_000 };
  expect(await advances()).toEqual([{ ...change, isAgreed: false }]);
  expect(await letter()).not.toContain('560');
  // Two windows at once, and a retry.
  const both = await Promise.all([agree(), agree()]);
  expect(both).toEqual([{ agreed: 1 }, { agreed: 1 }]);
  expect(await agree('2026-03-01')).toEqual({ agreed: 1 });
  expect(await advances('2026-06-01')).toEqual([{ ...change, isAgreed: true }]);
  const [, step, ...more] = await rents();
  expect(more).toEqual([]);
  expect(step).toMatchObject({ validFrom: '2026-04-01', reason: 'agreed', totalCents: 60_000 });
  const said = await letter();
  expect(said).toContain('560');
  expect(said).toMatch(/01\.04\.2026|1\. April 2026/);
  expect(said).toContain('100,00');
});

test('of a house that is the buyer’s by April no advance is proposed from then, nor agreed', async () => {
  const sell = (soldOn: string) =>
    books.admin`update hausbuch.property set sold_on = ${soldOn} where id = ${books.propertyId}`;
  await sell('2026-04-02');
  expect(await advances()).toMatchObject([{ leaseId, isAgreed: false }]);
  await sell('2026-04-01');
  expect(await advances()).toEqual([]);
  expect(await agree()).toEqual({ agreed: 0 });
  expect(await rents()).toHaveLength(1);
});

test('a rent that comes after it takes it over: 520 net from May and 100 in advance are 620, not 520 + 50', async () => {
  const net = (amountCents: number) => ({
    component: 'net' as const,
    amountCents,
    settlement: 'none' as const,
  });
  const advance = (amountCents: number) => ({
    component: 'operating_costs' as const,
    amountCents,
    settlement: 'advance' as const,
  });
  for (const [validFrom, reason, lines] of [
    ['2026-05-01', 'reference_rent', [net(52_000), advance(5_000)]],
    // One that was agreed with another advance keeps it.
    ['2026-08-01', 'agreed', [net(52_000), advance(9_000)]],
  ] as const) {
    const input = agreeRentInput.parse({ id: randomUUID(), leaseId, validFrom, reason, lines: [...lines] });
    await books.on(today, (tx, scope) => agreeRent(tx, scope, input));
  }
  await agree();
  expect((await rents()).map((row) => [row.validFrom, row.totalCents])).toEqual([
    [expect.any(String), 55_000],
    ['2026-04-01', 60_000],
    ['2026-05-01', 62_000],
    ['2026-08-01', 61_000],
  ]);
});

test('of a shop the new advance is told without the paragraph of dwellings', async () => {
  await books.close();
  const shop = await openFlatYear(database, today);
  ({ books, leaseId } = shop);
  await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
  await shop.send();
  await agree();
  const said = await letter();
  expect(said).toContain('100,00');
  expect(said).not.toMatch(/560|556/);
});

test('a step that was taken back is proposed again', async () => {
  await agree();
  const [, step] = await rents();
  await books.on(today, (tx, scope) =>
    deleteRent(tx, scope, { id: step?.id ?? '', version: step?.version ?? 0 }),
  );
  expect(await advances()).toMatchObject([{ isAgreed: false }]);
  expect(await agree()).toEqual({ agreed: 1 });
});

test('a lease of nobody’s is not found, and a period that is not settled has no advances to agree', async () => {
  await expect(
    books.on(today, (tx, scope) =>
      agreeAdvances(tx, scope, {
        propertyId: books.propertyId,
        from: '2024-01-01',
        to: '2024-12-31',
        leaseIds: [leaseId],
        note: null,
      }),
    ),
  ).rejects.toMatchObject({ code: 'not_found' });
  const stranger = { propertyId: books.propertyId, ...year, leaseIds: [randomUUID()], note: null };
  await expect(books.on(today, (tx, scope) => agreeAdvances(tx, scope, stranger))).rejects.toMatchObject({
    code: 'not_found',
  });
});
