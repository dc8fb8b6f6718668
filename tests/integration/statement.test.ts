import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderStatement } from '@/features/rent-account/statement-pdf';
import { getStatement } from '@/features/rent-account/statement-queries';
import { statementTable, statementWords } from '@/features/rent-account/statement-words';
import { defaultFormats } from '@/i18n/formats';
import { recordPayment, returnPayment } from '@/ledger';
import { recordPaymentInput, returnPaymentInput } from '@/ledger/inputs';
import { toCsv } from '@/lib/csv';
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

/** January to March at 700; 700 paid in January, 500 in February which the bank took back for a fee of 4,50. */
async function enterHistory() {
  const leaseId = await enterLease(books, '2026-03-10');
  const pay = (id: string, amountCents: number, paidOn: string) =>
    books.on('2026-03-10', (tx, scope) =>
      recordPayment(tx, scope, recordPaymentInput.parse({ id, leaseId, paidOn, amountCents })),
    );
  await pay(randomUUID(), 70_000, '2026-01-05');
  const returned = randomUUID();
  await pay(returned, 50_000, '2026-02-03');
  await books.on('2026-03-10', (tx, scope) =>
    returnPayment(
      tx,
      scope,
      returnPaymentInput.parse({
        id: randomUUID(),
        paymentId: returned,
        returnedOn: '2026-02-06',
        feeCents: 450,
        feeChargeId: randomUUID(),
      }),
    ),
  );
  return leaseId;
}

const statementOf = (leaseId: string, asOf?: string) =>
  books.on('2026-03-10', (tx, scope) => getStatement(tx, scope, { leaseId, asOf }));

test('reads like a bank statement, oldest first, and ends with the balance of its last line', async () => {
  const statement = await statementOf(await enterHistory(), '2026-02-28');
  expect(statement).toMatchObject({
    asOf: '2026-02-28',
    tenants: ['Änne Müller'],
    places: ['Lindenstraße 5 · Wohnung'],
    balanceCents: 70_450,
  });
  expect(statement.rows.map((row) => row.on)).toEqual([
    '2026-01-05',
    '2026-01-06',
    '2026-02-03',
    '2026-02-04',
    '2026-02-06',
    '2026-02-06',
  ]);
  expect(statement.rows.at(-1)?.balanceCents).toBe(statement.balanceCents);
});

test('as CSV in German: semicolons and decimal commas, the fee and the returned debit by their names', async () => {
  const formats = { ...defaultFormats('de'), currency: 'EUR' };
  const words = await statementWords(formats);
  const statement = await statementOf(await enterHistory(), '2026-02-28');
  const lines = toCsv(statementTable(statement, words, formats), { decimal: ',' }).split('\r\n');
  expect(lines.slice(0, 5)).toEqual([
    '\ufeffDatum;Vorgang;Begleicht;Soll;Haben;Saldo',
    '05.01.2026;Zahlungseingang;Miete Januar 2026;0,00;700,00;700,00',
    '06.01.2026;Miete Januar 2026;;700,00;0,00;0,00',
    '03.02.2026;Zahlungseingang;;0,00;500,00;500,00',
    '04.02.2026;Miete Februar 2026;;700,00;0,00;-200,00',
  ]);
  expect(new Set(lines.slice(5, 7).map((line) => line.split(';')[1]))).toEqual(
    new Set(['Gebühr', 'Rücklastschrift']),
  );
});

test.each([
  [
    'de' as const,
    ['Mietkontoauszug', 'Änne Müller', 'Stand 10.03.2026', 'Miete März 2026', '-1.404,50 €', 'Seite 1 von 1'],
  ],
  [
    'en' as const,
    ['Account statement', 'Änne Müller', 'as of 03/10/2026', 'Rent March 2026', '-€1,404.50', 'Page 1 of 1'],
  ],
])('as a PDF in %s it says who, when, what and how much', async (language, expected) => {
  const formats = { ...defaultFormats(language), currency: 'EUR' };
  const words = await statementWords(formats);
  const statement = await statementOf(await enterHistory());
  const pdf = await renderStatement({ statement, words, formats, issuer: 'Mein Portfolio' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  const plain = text.replace(/\s+/g, ' ');
  for (const part of expected) expect(plain).toContain(part);
});

test('a long account goes over several pages; names in other scripts keep their letters', async () => {
  await books.admin`update hausbuch.tenant set first_name = 'Łukasz', last_name = 'Ψαρράς' where id = ${books.tenantId}`;
  const leaseId = await enterLease(books, '2026-03-10', { startsOn: '2020-01-01' });
  const formats = { ...defaultFormats('de'), currency: 'EUR' };
  const words = await statementWords(formats);
  const statement = await statementOf(leaseId);
  expect(statement.rows).toHaveLength(75);
  const pdf = await renderStatement({ statement, words, formats, issuer: 'Mein Portfolio' });
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  expect(totalPages).toBeGreaterThan(1);
  expect(text.replace(/\s+/g, ' ')).toContain('Łukasz Ψαρράς');
});

test('says in words what months of 30 days do with a 31st, where a part month was reckoned so', async () => {
  const on = '2026-02-10';
  const printed = async (method: 'thirty_days' | 'calendar_days', language: 'de' | 'en') => {
    const unitId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${unitId}, ${books.propertyId}, ${unitId}, 'apartment')`;
    const leaseId = await enterLease(books, on, {
      unitIds: [unitId],
      startsOn: '2026-01-31',
      endsOn: '2026-02-10',
      isFixedTerm: true,
      prorationMethod: method,
    });
    const formats = { ...defaultFormats(language), currency: 'EUR' };
    const words = await statementWords(formats);
    const statement = await books.on(on, (tx, scope) => getStatement(tx, scope, { leaseId }));
    const pdf = await renderStatement({ statement, words, formats, issuer: 'Mein Portfolio' });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    return { text: text.replace(/\s+/g, ' '), charged: statement.rows.map((row) => row.debitCents) };
  };
  const german = await printed('thirty_days', 'de');
  // 700 € × 10 ÷ 30; the 31st of January is owed nothing for.
  expect(german.charged.toSorted()).toEqual([0, 23_333]);
  expect(german.text).toContain('Ein 31. zählt nicht');
  expect((await printed('thirty_days', 'en')).text).toContain('a 31st does not count');
  expect((await printed('calendar_days', 'de')).text).not.toContain('Ein 31.');
});
