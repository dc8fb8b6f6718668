import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderStatement } from '@/features/rent-account/statement-pdf';
import { getStatement } from '@/features/rent-account/statement-queries';
import { statementTable, statementWords } from '@/features/rent-account/statement-words';
import { defaultFormats } from '@/i18n/formats';
import { correctPayment, recordPayment, recordPayments, returnPayment } from '@/ledger';
import {
  correctPaymentInput,
  recordPaymentInput,
  recordPaymentsInput,
  returnPaymentInput,
} from '@/ledger/inputs';
import { toCsv } from '@/lib/csv';
import { readPaperCodes } from '../factories/paper-code.ts';
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

const statementOf = (leaseId: string, asOf?: string, from?: string) =>
  books.on('2026-03-10', (tx, scope) => getStatement(tx, scope, { leaseId, asOf, from }));

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

/** The landlord with address, a co-tenant, one account for rents. */
async function enterParties(leaseId: string) {
  const { admin, portfolioId, propertyId } = books;
  const [landlordId, tenantId] = [randomUUID(), randomUUID()];
  await admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, street, house_number, postal_code, city, country)
    values (${portfolioId}, ${landlordId}, 'person', 'Petra Vogel', 'Am Markt', '1', '10115', 'Berlin', 'DE')`;
  await admin`insert into hausbuch.property_owner (portfolio_id, property_id, landlord_id, share_numerator, share_denominator)
    values (${portfolioId}, ${propertyId}, ${landlordId}, 1, 1)`;
  await admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language)
    values (${portfolioId}, ${tenantId}, 'person', 'Nachbar', 'Bert', 'de')`;
  await admin`insert into hausbuch.lease_tenant (portfolio_id, id, lease_id, tenant_id, from_on)
    values (${portfolioId}, ${randomUUID()}, ${leaseId}, ${tenantId}, '2026-02-01')`;
  await admin`insert into hausbuch.bank_account (portfolio_id, id, landlord_id, holder, iban, purpose)
    values (${portfolioId}, ${randomUUID()}, ${landlordId}, 'Petra Vogel', 'DE02120300000000202051', 'rent')`;
  await admin`insert into hausbuch.bank_account (portfolio_id, id, holder, iban, purpose)
    values (${portfolioId}, ${randomUUID()}, 'Kautionen', 'DE89370400440532013000', 'deposit')`;
}

test('of a period it begins with the balance brought forward and ends as the whole account does', async () => {
  const leaseId = await enterHistory();
  await enterParties(leaseId);
  const whole = await statementOf(leaseId);
  const part = await statementOf(leaseId, undefined, '2026-02-04');
  expect(part).toMatchObject({ from: '2026-02-04', broughtForwardCents: -50_000, balanceCents: 140_450 });
  expect(part.rows).toEqual(whole.rows.slice(3));
  expect(whole.broughtForwardCents).toBeNull();
  expect((await statementOf(leaseId, undefined, '2025-01-01')).broughtForwardCents).toBe(0);
  await expect(statementOf(leaseId, '2026-02-01', '2026-02-02')).rejects.toThrow('invalid');
});

test('names every tenant of the period and the landlord with address', async () => {
  const leaseId = await enterHistory();
  await enterParties(leaseId);
  expect((await statementOf(leaseId)).tenants).toEqual(['Änne Müller', 'Bert Nachbar']);
  expect((await statementOf(leaseId, '2026-01-31')).tenants).toEqual(['Änne Müller']);
  const ofOne = await books.on('2026-03-10', (tx, scope) =>
    getStatement(tx, scope, { tenantId: books.tenantId }),
  );
  expect(ofOne.tenants).toEqual(['Änne Müller', 'Bert Nachbar']);
  expect(ofOne.landlords).toMatchObject([{ name: 'Petra Vogel', street: 'Am Markt', city: 'Berlin' }]);
});

test('says how to pay what is open, and asks nobody twice by an old paper', async () => {
  const leaseId = await enterHistory();
  expect((await statementOf(leaseId)).payment, 'without an account').toBeNull();
  await enterParties(leaseId);
  const [row] = await books.admin`select payment_reference from hausbuch.lease where id = ${leaseId}`;
  const way = {
    ...{ holder: 'Petra Vogel', scheme: 'iban', iban: 'DE02120300000000202051', bic: null },
    ...{ bankCode: null, accountNumber: null, currency: 'EUR' },
  };
  expect((await statementOf(leaseId)).payment).toEqual({
    ...way,
    reference: row?.payment_reference,
    amountCents: 140_450,
  });
  expect((await statementOf(leaseId, '2026-01-05')).payment, 'credit').toBeNull();
  await books.on('2026-03-10', (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: '2026-03-10', amountCents: 140_000 }),
    ),
  );
  expect((await statementOf(leaseId, '2026-02-28')).payment?.amountCents).toBe(450);
  await books.admin`insert into hausbuch.bank_account (portfolio_id, id, landlord_id, holder, iban, purpose)
    select portfolio_id, ${randomUUID()}, landlord_id, holder, 'DE91100000000123456789', 'rent'
    from hausbuch.bank_account where portfolio_id = ${books.portfolioId} and purpose = 'rent'`;
  expect((await statementOf(leaseId)).payment, 'two accounts, and nothing says which').toBeNull();
});

test('in dollars it names the account by its routing number', async () => {
  const leaseId = await enterHistory();
  await enterParties(leaseId);
  const [bankCode, accountNumber] = ['021000021', '1234567'];
  await books.admin`update hausbuch.bank_account set scheme = 'us', iban = null, bank_code = ${bankCode},
    account_number = ${accountNumber} where portfolio_id = ${books.portfolioId} and purpose = 'rent'`;
  await books.admin`update hausbuch.portfolio set jurisdiction = 'US', currency = 'USD' where id = ${books.portfolioId}`;
  const way = { holder: 'Petra Vogel', scheme: 'us', iban: null, bankCode, accountNumber, currency: 'USD' };
  expect((await statementOf(leaseId)).payment).toMatchObject({ ...way, amountCents: 140_450 });
});

test('payments of one day stand in the order in which they were entered, the one for the oldest debt first', async () => {
  const leaseId = await enterLease(books, '2026-03-10');
  const ids = ['f', '8', '1'].map((first) => first.repeat(8) + randomUUID().slice(8));
  const charges = await books.admin<{ id: string }[]>`
    select id from hausbuch.charge where lease_id = ${leaseId} order by due_on`;
  const at = (place: number) => ({
    id: ids[place] ?? '',
    chargeId: charges[place]?.id ?? '',
    amountCents: 70_000,
  });
  await books.on('2026-03-10', (tx, scope) =>
    recordPayments(
      tx,
      scope,
      recordPaymentsInput.parse({ paidOn: '2026-03-09', payments: [at(2), at(0), at(1)] }),
    ),
  );
  const paid = (await statementOf(leaseId)).rows.filter((row) => row.type === 'payment');
  expect(paid.map((row) => row.id)).toEqual(ids);
  expect(paid.map((row) => row.settlements[0]?.periodFrom)).toEqual([
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
  ]);
});

test('a payment that was corrected: what takes it back stands before what takes its place', async () => {
  const leaseId = await enterLease(books, '2026-03-10');
  for (const first of ['0', 'f']) {
    const [paymentId, id] = [randomUUID(), first.repeat(8) + randomUUID().slice(8)];
    const pay = { paidOn: '2026-03-09', amountCents: 70_000 };
    await books.on('2026-03-10', (tx, scope) =>
      recordPayment(tx, scope, recordPaymentInput.parse({ ...pay, id: paymentId, leaseId })),
    );
    await books.on('2026-03-10', (tx, scope) =>
      correctPayment(tx, scope, correctPaymentInput.parse({ ...pay, id, paymentId, amountCents: 60_000 })),
    );
    const rows = (await statementOf(leaseId)).rows.filter(
      (row) => row.reversesPaymentId === paymentId || row.replacesPaymentId === paymentId,
    );
    expect(rows.map((row) => row.replacesPaymentId)).toEqual([null, paymentId]);
  }
});

test('as CSV in German: semicolons and decimal commas, the fee and the returned debit by their names', async () => {
  const formats = { ...defaultFormats('de'), currency: 'EUR' };
  const words = await statementWords(formats);
  const statement = await statementOf(await enterHistory(), '2026-02-28');
  const lines = toCsv(statementTable(statement, words, formats), { decimal: ',' }).split('\r\n');
  expect(lines.slice(0, 5)).toEqual([
    '\ufeffDatum;Vorgang;Begleicht;Notiz;Soll;Haben;Saldo',
    '05.01.2026;Zahlungseingang;Miete Januar 2026;;0,00;700,00;700,00',
    '06.01.2026;Miete Januar 2026;;;700,00;0,00;0,00',
    '03.02.2026;Zahlungseingang;;;0,00;500,00;500,00',
    '04.02.2026;Miete Februar 2026;;;700,00;0,00;-200,00',
  ]);
  expect(lines.slice(5, 7).map((line) => line.split(';')[1])).toEqual(['Rücklastschrift', 'Gebühr']);
});

test.each([
  [
    'de' as const,
    [
      'Mietkontoauszug',
      'Mieter: Änne Müller, Bert Nachbar',
      'Vermieter: Petra Vogel, Am Markt 1, 10115 Berlin',
      '02.01.2026 bis 10.03.2026',
      'Saldovortrag',
      'bar im Laden',
      'Miete März 2026',
      '-1.404,50 €',
      'Bitte zahlen Sie 1.404,50 €',
      'DE02 1203 0000 0000 2020 51',
      'Seite 1 von 1',
    ],
  ],
  [
    'en' as const,
    [
      'Account statement',
      'Tenant: Änne Müller, Bert Nachbar',
      'Landlord: Petra Vogel',
      '01/02/2026 to 03/10/2026',
      'Balance brought forward',
      'bar im Laden',
      'Rent March 2026',
      '-€1,404.50',
      'Please pay €1,404.50',
      'Page 1 of 1',
    ],
  ],
])('as a PDF in %s it says who, when, what and how much', async (language, expected) => {
  const formats = { ...defaultFormats(language), currency: 'EUR' };
  const words = await statementWords(formats);
  const leaseId = await enterHistory();
  await enterParties(leaseId);
  await books.admin`update hausbuch.payment set note = 'bar im Laden' where lease_id = ${leaseId} and paid_on = '2026-01-05'`;
  const statement = await statementOf(leaseId, undefined, '2026-01-02');
  const pdf = await renderStatement({ statement, words, formats, issuer: 'Mein Portfolio' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  const plain = text.replace(/\s+/g, ' ');
  for (const part of expected) expect(plain).toContain(part);
});

test('the code to pay by is on the paper when something is open, and not when nothing is', async () => {
  const formats = { ...defaultFormats('de'), currency: 'EUR' };
  const words = await statementWords(formats);
  const leaseId = await enterHistory();
  await enterParties(leaseId);
  const printed = async (asOf?: string) => {
    const statement = await statementOf(leaseId, asOf);
    const pdf = await renderStatement({ statement, words, formats, issuer: 'Mein Portfolio' });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    return { codes: await readPaperCodes(pdf), text: text.replace(/\s+/g, ' '), statement };
  };
  const open = await printed();
  expect(open.text).toContain(words.payBy);
  // Read by another program, as the paper has it.
  const reference = open.statement.payment?.reference ?? '';
  expect(open.codes.map((code) => code.split('\n'))).toEqual([
    ['BCD', '002', '1', 'SCT', '', 'Petra Vogel', 'DE02120300000000202051', 'EUR1404.50', '', reference],
  ]);
  const { text: inCredit, codes } = await printed('2026-01-05');
  expect(codes).toEqual([]);
  expect(inCredit).toContain('700,00 €');
  expect(inCredit).not.toContain(words.payBy);
  expect(inCredit).not.toContain('DE02 1203');
});

test('is of the size that paper has where who lets lives, else where the portfolio is', async () => {
  const leaseId = await enterHistory();
  await enterParties(leaseId);
  const statement = await statementOf(leaseId);
  const sizeOf = async (countries: (string | null)[], sheet?: 'LETTER') => {
    const formats = { ...defaultFormats('en'), currency: 'EUR', sheet };
    const landlords = countries.map((country) => ({ ...statement.landlords[0], country }));
    const pdf = await renderStatement({
      statement: { ...statement, landlords: landlords as typeof statement.landlords },
      words: await statementWords(formats),
      formats,
      issuer: 'Mein Portfolio',
    });
    const document = await getDocumentProxy(new Uint8Array(pdf));
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    return [Math.round(width), Math.round(height)];
  };
  const [a4, letter] = [
    [595, 842],
    [612, 792],
  ];
  expect(await sizeOf(['DE'], 'LETTER')).toEqual(a4);
  expect(await sizeOf(['MX'])).toEqual(letter);
  expect(await sizeOf([null], 'LETTER')).toEqual(letter);
  expect(await sizeOf([])).toEqual(a4);
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

test('the balance and how to pay it stand on no page without rows, however many there are', async () => {
  const leaseId = await enterLease(books, '2026-03-10', { startsOn: '2020-01-01' });
  await enterParties(leaseId);
  const formats = { ...defaultFormats('de'), currency: 'EUR' };
  const words = await statementWords(formats);
  const statement = await statementOf(leaseId);
  for (let count = 20; count <= 32; count += 1) {
    const rows = statement.rows.slice(-count);
    const pdf = await renderStatement({
      statement: { ...statement, rows },
      ...{ words, formats, issuer: 'Mein Portfolio' },
    });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
    const last = text.at(-1) ?? '';
    expect(last).toContain(words.balance);
    expect(last).toContain('DE02 1203');
    for (const row of rows.slice(-2)) expect(last, `${count} rows`).toContain(words.entry(row));
    expect(text.join(' ').match(/Miete [A-Z]/g), `${count} rows`).toHaveLength(count);
  }
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
  expect(german.charged.toSorted((a, b) => a - b)).toEqual([0, 23_333]);
  expect(german.text).toContain('Ein 31. zählt nicht');
  expect((await printed('thirty_days', 'en')).text).toContain('a 31st does not count');
  expect((await printed('calendar_days', 'de')).text).not.toContain('Ein 31.');
});
