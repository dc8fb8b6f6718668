import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listCategories } from '@/features/category/queries';
import { agreeRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import { sendStatement } from '@/features/statement/commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement, listPeriods } from '@/features/statement/queries';
import { costStatementWords } from '@/features/statement/words';
import { recordTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { defaultFormats } from '@/i18n/formats';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { renderLetter } from '@/print/letter-pdf';
import { addSecondFlat, openFlat, year } from '../factories/flat-year.ts';
import { readPaperCodes } from '../factories/paper-code.ts';
import { type Books, enterLease } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
let secondId: string;

const today = '2026-02-10';
const advance = (cents: number) => [
  { component: 'net' as const, amountCents: 50_000, settlement: 'none' as const },
  { component: 'operating_costs' as const, amountCents: cents, settlement: 'advance' as const },
];

beforeAll(async () => {
  database = await createTestDatabase();
});
/** Two flats of 60 and 140 m². */
beforeEach(async () => {
  books = await openFlat(database, today);
  secondId = await addSecondFlat(books, today);
});
afterEach(() => books.close());
afterAll(() => database.drop());

async function book(code: string, amountCents: number, more: Record<string, unknown> = {}) {
  await books.on(today, async (tx, scope) => {
    const categories = await listCategories(tx, scope, 'all');
    const categoryId = categories.find((row) => row.code === code)?.id;
    const input = recordTransactionInput.parse({
      id: randomUUID(),
      propertyId: books.propertyId,
      unitId: null,
      bookedOn: '2025-03-01',
      direction: 'expense',
      categoryId,
      title: code,
      amountCents,
      ...more,
    });
    await recordTransaction(tx, scope, input);
  });
}

const pay = (leaseId: string, amountCents: number, paidOn: string) =>
  books.on(today, (tx, scope) =>
    recordPayment(tx, scope, recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents })),
  );
const statement = (period = year, propertyId = books.propertyId) =>
  books.on(today, (tx, scope) => getStatement(tx, scope, { propertyId, ...period }));

/** The first flat let until the end of June, the second all year, each with 50 € in advance. */
async function letBoth() {
  const ahrens = await enterLease(books, today, {
    startsOn: '2025-01-01',
    endsOn: '2025-06-30',
    isFixedTerm: true,
    rentLines: advance(5_000),
  });
  const brandt = await enterLease(books, today, {
    startsOn: '2025-01-01',
    unitIds: [secondId],
    rentLines: advance(5_000),
  });
  return { ahrens, brandt };
}

describe('a house of 60 and 140 m²', () => {
  test('1,200 € by area: 60 × 181 days are 178.52 €, vacant 60 × 184 are 181.48 €, 140 × 365 are 840 €', async () => {
    const { ahrens, brandt } = await letBoth();
    await book('property_tax', 120_000);
    const { leases, landlord, lines, summary, problems } = await statement();
    expect(problems).toEqual([]);
    expect(leases.find((row) => row.leaseId === ahrens)?.costsCents).toBe(17_852);
    expect(leases.find((row) => row.leaseId === brandt)?.costsCents).toBe(84_000);
    expect(landlord.vacancy).toBe(18_148);
    expect(lines).toMatchObject([{ betrkvNo: 1, key: 'area', principle: 'payment', totalCents: 120_000 }]);
    expect(summary.tenantsCents + summary.landlordCents).toBe(120_000);
  });

  test('advances are deducted as the ledger has them: five rents of 550 € and 20 € of the sixth', async () => {
    const { ahrens } = await letBoth();
    await pay(ahrens, 5 * 55_000 + 2_000, '2025-06-10');
    await book('property_tax', 120_000);
    const own = (await statement()).leases.find((row) => row.leaseId === ahrens);
    const [settled] = await books.admin<{ cents: number }[]>`
      select coalesce(sum(a.amount_cents), 0)::int as cents from hausbuch.allocation a
      join hausbuch.charge c on c.portfolio_id = a.portfolio_id and c.id = a.charge_id
      join hausbuch.charge_line l on l.portfolio_id = a.portfolio_id and l.id = a.charge_line_id
      where a.portfolio_id = ${books.portfolioId} and c.lease_id = ${ahrens} and l.settlement = 'advance'`;
    expect(own?.advancesDueCents).toBe(6 * 5_000);
    expect(own?.advancesPaidCents).toBe(settled?.cents);
    expect(own?.advancesPaidCents).toBeGreaterThanOrEqual(5 * 5_000);
    expect(own?.resultCents).toBe(17_852 - (own?.advancesPaidCents ?? 0));
  });

  test('a bill of 730 € for July 2024 to June 2025 counts with 181 of 365 days: 362 €', async () => {
    await letBoth();
    const of = { serviceFrom: '2024-07-01', serviceTo: '2025-06-30', bookedOn: '2024-07-05' };
    await book('insurance', 73_000, of);
    const { lines } = await statement();
    expect(lines).toMatchObject([{ principle: 'service', totalCents: 36_200 }]);
    expect(lines[0]?.bills).toMatchObject([{ partCents: 36_200, days: 181, daysOfBill: 365 }]);
  });

  test('what is booked on a unit is for whoever held it', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 9_900, { unitId: secondId });
    const { leases } = await statement();
    expect(leases.find((row) => row.leaseId === brandt)?.lines).toMatchObject([
      { amountCents: 9_900, key: 'direct' },
    ]);
  });

  test('heating of a German house stops until it is booked flat by flat, and so do the leases that bear it', async () => {
    await letBoth();
    await book('heating', 200_000);
    const { problems, leases } = await statement();
    expect(problems).toMatchObject([{ code: 'heating_by_service', stops: 'line', mend: { at: 'bookings' } }]);
    expect(leases.every((row) => row.isStopped)).toBe(true);
  });

  test('an account that begins in March does not know the advances of January: the lease stops', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-01-01',
      bookedFrom: '2025-03-01',
      rentLines: advance(5_000),
    });
    await book('property_tax', 120_000);
    const { problems, leases } = await statement();
    expect(problems).toMatchObject([
      { code: 'advances_unknown', params: { day: '2025-03-01' }, mend: { at: 'lease', leaseId } },
    ]);
    expect(leases.find((row) => row.leaseId === leaseId)?.isStopped).toBe(true);
  });

  test('advances for heating are not given back because nobody has booked what heating cost', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-01-01',
      rentLines: [...advance(5_000), { component: 'heating', amountCents: 6_000, settlement: 'advance' }],
    });
    await book('property_tax', 120_000);
    const missing = await statement();
    expect(missing.problems).toMatchObject([{ code: 'heating_missing', mend: { leaseId } }]);
    expect(missing.leases.find((row) => row.leaseId === leaseId)?.isStopped).toBe(true);
    await book('heating', 70_000, { unitId: books.unitId });
    expect((await statement()).problems).toEqual([]);
  });

  test('a rent that has the costs in it is not settled: its share stays with the landlord', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2025-01-01' });
    await book('property_tax', 100_000);
    const { leases, landlord } = await statement();
    expect(leases.find((row) => row.leaseId === leaseId)).toMatchObject({ isSettled: false, costsCents: 0 });
    expect(landlord).toMatchObject({ lump_sum: 30_000, vacancy: 70_000 });
  });

  test('repairs are no operating costs, even with a key: the landlord bears them', async () => {
    await letBoth();
    await book('repairs', 50_000, { recoverableKey: 'area' });
    const { summary, warnings } = await statement();
    expect(summary.tenantsCents).toBe(0);
    expect(warnings.map(({ code }) => code)).toContain('not_recoverable');
  });
});

describe('what would be charged twice or never stops', () => {
  const before = { from: '2024-01-01', to: '2024-12-31' };
  const of2024 = { serviceFrom: '2024-01-01', serviceTo: '2024-12-31', bookedOn: '2025-02-01' };

  test('600 € for 2024 paid in 2025 beside 700 € without days: 2025 stops until those have their days', async () => {
    await letBoth();
    await book('insurance', 60_000, of2024);
    await book('insurance', 70_000, { bookedOn: '2025-12-01' });
    expect((await statement(before)).summary.billsCents).toBe(60_000);
    const { problems, leases, summary } = await statement();
    expect(problems).toMatchObject([{ code: 'principle_open', stops: 'line', mend: { at: 'bookings' } }]);
    expect(leases.every((row) => row.isStopped)).toBe(true);
    expect(summary.billsCents).toBe(0);
  });

  test('a bill for 2024 that 2024 left to the year of its payment does not vanish in 2025', async () => {
    await letBoth();
    await book('insurance', 50_000, { bookedOn: '2024-03-01' });
    await book('insurance', 60_000, of2024);
    expect((await statement(before)).summary.billsCents).toBe(50_000);
    expect((await statement()).problems).toMatchObject([{ code: 'principle_open' }]);
  });

  test('with days on all of them each counts where it belongs', async () => {
    await letBoth();
    await book('insurance', 60_000, of2024);
    const own = { serviceFrom: '2025-01-01', serviceTo: '2025-12-31', bookedOn: '2025-12-01' };
    await book('insurance', 70_000, own);
    const { problems, summary } = await statement();
    expect(problems).toEqual([]);
    expect(summary.billsCents).toBe(70_000);
  });

  test('a bill that a settled statement counted as a whole counts in no other', async () => {
    await letBoth();
    const half = { serviceFrom: '2024-07-01', serviceTo: '2025-06-30' };
    await book('insurance', 73_000, { ...half, bookedOn: '2025-01-05' });
    await book('insurance', 10_000, { bookedOn: '2025-02-05' });
    const first = { from: '2025-01-01', to: '2025-02-28' };
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...first }),
    );
    const rest = await statement({ from: '2025-03-01', to: '2025-12-31' });
    expect(rest.summary.billsCents).toBe(0);
  });

  test('a lump sum that becomes an advance in July stops the lease, and half years do not', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-01-01',
      rentLines: [
        { component: 'net', amountCents: 50_000, settlement: 'none' },
        { component: 'operating_costs', amountCents: 5_000, settlement: 'lump_sum' },
      ],
    });
    await books.on(today, (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({
          id: randomUUID(),
          leaseId,
          validFrom: '2025-07-01',
          reason: 'agreed',
          lines: advance(5_000),
          correctPosted: true,
        }),
      ),
    );
    await book('property_tax', 120_000);
    expect((await statement()).problems).toMatchObject([
      { code: 'settlement_changes', stops: 'lease', params: { day: '2025-07-01' }, mend: { leaseId } },
    ]);
    const second = await statement({ from: '2025-07-01', to: '2025-12-31' });
    expect(second.problems).toEqual([]);
    expect(second.leases).toMatchObject([{ isSettled: true, isStopped: false }]);
  });
});

test('every problem and warning has its sentence, with lines by name, days and amounts as people write them', async () => {
  await letBoth();
  await book('heating', 200_000);
  await book('property_tax', 120_000);
  const view = await statement();
  const words = await costStatementWords(view, { ...defaultFormats('de'), currency: 'EUR' });
  const sentences = [...view.problems.map(words.problem), ...view.warnings.map(words.warning)];
  expect(sentences.join(' ')).toContain('Heizung');
  expect(sentences.join(' ')).toContain('Wohnung stand vom 01.07.2025 bis 31.12.2025 leer, 184 Tage');
  expect(sentences.join(' ')).not.toMatch(/[{}]|CostStatement/);
  expect(words.numbered(view.lines[0]?.lineId ?? '')).toBe('Grundsteuer (§ 2 Nr. 1 BetrKV)');
});

test('the periods begin with the month of the property and reach back to the first lease', async () => {
  await letBoth();
  const asked = () =>
    books.on(today, (tx, scope) => listPeriods(tx, scope, { propertyId: books.propertyId }));
  expect((await asked()).periods).toMatchObject([
    { from: '2026-01-01', to: '2026-12-31', isRunning: true, deadline: '2027-12-31', isLate: false },
    { from: '2025-01-01', to: '2025-12-31', isRunning: false, deadline: '2026-12-31', isLate: false },
  ]);
  await books.admin`update hausbuch.property set statement_start_month = 7 where id = ${books.propertyId}`;
  expect((await asked()).periods).toMatchObject([
    { from: '2025-07-01', to: '2026-06-30' },
    { from: '2024-07-01', to: '2025-06-30', deadline: '2026-06-30' },
  ]);
});

test('of years before the books begin no deadline has passed; a bill for days of one belongs to it', async () => {
  await enterLease(books, today, { startsOn: '2022-01-01', bookedFrom: '2025-01-01' });
  const listed = async () => {
    const { periods } = await books.on(today, (tx, scope) =>
      listPeriods(tx, scope, { propertyId: books.propertyId }),
    );
    return periods.map(({ from, isLate, isBooked }) => [from.slice(0, 4), isLate, isBooked]);
  };
  const later = [
    ['2026', false, true],
    ['2025', false, true],
  ];
  expect(await listed()).toEqual([
    ...later,
    ['2024', true, false],
    ['2023', true, false],
    ['2022', true, false],
  ]);
  await book('property_tax', 12_000, { serviceFrom: '2024-01-01', serviceTo: '2024-12-31' });
  expect(await listed()).toEqual([
    ...later,
    ['2024', true, true],
    ['2023', true, false],
    ['2022', true, false],
  ]);
});

describe('the letter', () => {
  const lettersOf = (leaseId: string | null, period = year) =>
    books.on(today, (tx, scope) =>
      getLetters(tx, scope, { propertyId: books.propertyId, ...period, leaseId }),
    );
  async function printed(all: Awaited<ReturnType<typeof lettersOf>>, language: 'de' | 'en') {
    const [own] = all.letters;
    if (!own) throw new Error('No letter.');
    const formats = { ...defaultFormats(language), currency: 'EUR' };
    return renderLetter(await statementLetter(all, own, formats, 'Anna Berger'));
  }
  async function textOf(all: Awaited<ReturnType<typeof lettersOf>>, language: 'de' | 'en') {
    const pdf = await printed(all, language);
    const text = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    return text.text.replace(/\s+/g, ' ');
  }

  test('says period, total, key, shares, costs, advances and result: 840 − 150 = 690 €', async () => {
    const { brandt } = await letBoth();
    await pay(brandt, 3 * 55_000, '2025-03-10');
    await book('property_tax', 120_000, { labourCents: 12_000, payee: 'Stadt Berlin' });
    const all = await lettersOf(brandt);
    expect(all.letters).toHaveLength(1);
    const text = await textOf(all, 'de');
    for (const said of [
      'Nachzahlung von 690,00 €',
      '01.01.2025 bis 31.12.2025, 365 Tage',
      'Grundsteuer (§ 2 Nr. 1 BetrKV)',
      '1.200,00 €',
      // 140 m² × 365 of 200 m² × 365
      '73.000',
      '51.100',
      '840,00 €',
      '-150,00 €',
      // Of twelve advances of 50 € three were paid.
      'wurden 450,00 € nicht gezahlt. Sie sind in diesem Ergebnis enthalten',
      '§ 35a EStG',
      // 120 € of labour × 140 ÷ 200
      '84,00 €',
      'Stadt Berlin',
      'Ablauf des zwölften Monats',
    ]) {
      expect(text).toContain(said);
    }
    expect(await textOf(all, 'en')).toContain('There is a back-payment of €690.00');
  });

  test('shows nobody what was booked for another flat, however alike the names are', async () => {
    const { brandt, ahrens } = await letBoth();
    const otherId = randomUUID();
    await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language)
      values (${books.portfolioId}, ${otherId}, 'person', 'Schmidtke', 'Paula', 'de')`;
    await books.admin`update hausbuch.tenant set last_name = 'Schmid', first_name = 'Paul'
      where portfolio_id = ${books.portfolioId} and id = ${books.tenantId}`;
    await books.admin`update hausbuch.lease_tenant set tenant_id = ${otherId}
      where portfolio_id = ${books.portfolioId} and lease_id = ${brandt}`;
    await book('property_tax', 120_000);
    const heating = (unitId: string, title: string, payee: string, amountCents: number) =>
      book('heating', amountCents, { unitId, title, payee, labourCents: 1_000 });
    await heating(books.unitId, 'Heizkosten Paul Schmid', 'Messdienst Nord', 41_111);
    await heating(secondId, 'Heizkosten Paula Schmidtke', 'Messdienst Süd', 72_222);
    const all = await lettersOf(null);
    const texts: Record<string, string> = {};
    for (const own of all.letters) {
      texts[own.result.leaseId] = await textOf({ ...all, letters: [own] }, 'de');
    }
    const [first, second] = [texts[ahrens] ?? '', texts[brandt] ?? ''];
    for (const theirs of ['Schmidtke', '722,22', 'Süd', '1.133,33']) expect(first).not.toContain(theirs);
    for (const theirs of ['Paul Schmid ', '411,11', 'Nord', '1.133,33']) expect(second).not.toContain(theirs);
    // 181 of 365 days of 411.11 €
    for (const own of ['411,11', 'Nord', '203,87', 'Einzelzuordnung', 'nach Wohnfläche']) {
      expect(first).toContain(own);
    }
    for (const own of ['722,22', 'Süd']) expect(second).toContain(own);
  });

  test('is a draft until the period is settled: it asks for nothing and promises nothing', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    const draft = await textOf(await lettersOf(brandt), 'de');
    expect(draft).toContain('ENTWURF');
    expect(draft).not.toMatch(/Bitte zahlen|Mietkonto|IBAN/);
    await books.admin`insert into hausbuch.bank_account (portfolio_id, id, iban, holder, purpose)
      values (${books.portfolioId}, ${randomUUID()}, 'DE02120300000000202051', 'Anna Berger', 'rent')`;
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
    );
    const final = await textOf(await lettersOf(brandt), 'de');
    expect(final).not.toContain('ENTWURF');
    expect(final).toContain('Bitte zahlen Sie sie bis zum 12.03.2026');
    const [code, ...others] = await readPaperCodes(await printed(await lettersOf(brandt), 'de'));
    expect(others).toEqual([]);
    // Read by another program, as the paper has it; paid into the one account for rents.
    expect(code?.split('\n').slice(0, 8)).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'Anna Berger', 'DE02120300000000202051', 'EUR840.00'],
    ]);
    expect(code?.split('\n').at(-1)).toMatch(/^RF\d{2}/);
  });

  test('after the deadline it names the outcome and asks for nothing', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    const late = await books.on('2027-01-15', (tx, scope) =>
      getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId: brandt }),
    );
    const text = await textOf(late, 'de');
    expect(text).toContain('verlangen wir keine Nachzahlung');
    expect(text).toContain('Ergebnis der Abrechnung 840,00 €');
    expect(text).toContain('Gefordert 0,00 €');
    // What was agreed in advance stays owed up to the result, on the account as in the letter.
    expect(text).toContain('wurden 600,00 € nicht gezahlt. Davon bleiben 600,00 € zu zahlen.');
    expect(text).not.toContain('Nachzahlung 840,00');
  });

  test('speaks of objections under § 556 (3) BGB to people who live there, not to a shop', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    expect(await textOf(await lettersOf(brandt), 'de')).toContain('§ 556 Abs. 3 BGB');
    await books.admin`update hausbuch.unit set kind = 'commercial' where id = ${secondId}`;
    expect(await textOf(await lettersOf(brandt), 'de')).not.toContain('§ 556 Abs. 3 BGB');
  });

  test('waits while the period runs, and while something is to be mended', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    const running = await lettersOf(brandt, { from: '2026-01-01', to: '2026-12-31' });
    expect(running.letters).toEqual([]);
    await book('heating', 200_000);
    expect((await lettersOf(null)).letters).toEqual([]);
  });
});

describe('sending', () => {
  const asked = () => ({ propertyId: books.propertyId, ...year });
  const send = (id: string = randomUUID()) =>
    books.on(today, (tx, scope) => sendStatement(tx, scope, { id, ...asked() }));
  const accountOf = (leaseId: string) => books.admin<{ kind: string; cents: number; due: string }[]>`
    select kind, total_cents::int as cents, due_on::text as due from hausbuch.charge
    where portfolio_id = ${books.portfolioId} and lease_id = ${leaseId} and kind <> 'rent' order by posted_at`;
  const openOf = async (leaseId: string) => {
    const [row] = await books.admin<{ cents: number }[]>`
      select coalesce(sum(l.amount_cents - coalesce((select sum(a.amount_cents) from hausbuch.allocation a
        where a.portfolio_id = l.portfolio_id and a.charge_line_id = l.id), 0)), 0)::int as cents
      from hausbuch.charge_line l join hausbuch.charge c on c.portfolio_id = l.portfolio_id and c.id = l.root_charge_id
      where l.portfolio_id = ${books.portfolioId} and c.lease_id = ${leaseId} and l.settlement = 'advance'
        and c.period_from between '2025-01-01' and '2025-12-31'`;
    return row?.cents;
  };

  test('840 € less 150 € paid are 690 € due in 30 days; the 450 € of advances never paid are asked for no more', async () => {
    const { brandt } = await letBoth();
    await pay(brandt, 3 * 55_000, '2025-03-10');
    await book('property_tax', 120_000);
    expect(await openOf(brandt)).toBe(12 * 5_000 - 15_000);
    await send();
    expect(await accountOf(brandt)).toEqual([{ kind: 'back_payment', cents: 69_000, due: '2026-03-12' }]);
    expect(await openOf(brandt)).toBe(0);
  });

  test('a credit of 121.48 € pays the next rents as any overpayment does', async () => {
    const { ahrens } = await letBoth();
    await pay(ahrens, 6 * 55_000, '2025-06-10');
    await book('property_tax', 120_000);
    await send();
    const paid = await books.admin<{ method: string; cents: number }[]>`
      select method, amount_cents::int as cents from hausbuch.payment
      where portfolio_id = ${books.portfolioId} and lease_id = ${ahrens} and method = 'statement_credit'`;
    // 6 × 50 = 300 in advance, 178.52 of costs: 121.48 to give back.
    expect(paid).toEqual([{ method: 'statement_credit', cents: 30_000 - 17_852 }]);
  });

  test('sent twice it is posted once, and no day is settled twice', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    const id = randomUUID();
    await send(id);
    await send(id);
    expect(await accountOf(brandt)).toHaveLength(1);
    await expect(send()).rejects.toMatchObject({ code: 'statement.already_settled' });
    const shorter = { propertyId: books.propertyId, from: '2025-12-01', to: '2025-12-31' };
    const again = books.on(today, (tx, scope) => sendStatement(tx, scope, { id: randomUUID(), ...shorter }));
    await expect(again).rejects.toMatchObject({ code: 'statement.already_settled' });
  });

  test('what is booked afterwards changes nothing that was sent, and is told beside it', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    await send();
    const before = await statement();
    await book('property_tax', 20_000);
    const after = await statement();
    expect(after.leases).toEqual(before.leases);
    expect(after.summary).toEqual(before.summary);
    expect(before.sent?.changes).toEqual([]);
    // 200 € × 140 ÷ 200 m²
    expect(after.sent?.changes).toContainEqual(
      expect.objectContaining({ lease: brandt, firstCents: 84_000, nowCents: 98_000 }),
    );
  });

  test('nothing is sent while a line stops, the period runs, or nothing is booked', async () => {
    await letBoth();
    await expect(send()).rejects.toMatchObject({ code: 'statement.not_ready' });
    await book('property_tax', 120_000);
    await book('heating', 200_000);
    await expect(send()).rejects.toMatchObject({ code: 'statement.not_ready' });
    const running = { propertyId: books.propertyId, from: '2026-01-01', to: '2026-12-31' };
    const early = books.on(today, (tx, scope) => sendStatement(tx, scope, { id: randomUUID(), ...running }));
    await expect(early).rejects.toMatchObject({ code: 'statement.not_ready' });
  });
});

describe('a running year', () => {
  const running = { from: '2026-01-01', to: '2026-12-31' };
  const outlook = async () => (await statement(running)).outlook;

  test('1,200 € last year and nothing yet: 840 € are expected of 140 m², 600 € in advance, 70 € a month would fit', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    expect(await outlook()).toMatchObject({
      leases: [
        {
          leaseId: brandt,
          costsCents: 84_000,
          advancesCents: 60_000,
          resultCents: 24_000,
          fittingCents: 7_000,
          shouldChange: true,
        },
      ],
      missing: [{ code: 'property_tax', toComeCents: 120_000 }],
    });
    expect((await statement(running)).lines).toEqual([]);
  });

  test('what is booked is no longer missing, and a period that is over has no forecast', async () => {
    await letBoth();
    await book('property_tax', 120_000);
    await book('property_tax', 130_000, { bookedOn: '2026-02-01' });
    expect(await outlook()).toMatchObject({ leases: [{ costsCents: 91_000 }], missing: [] });
    expect((await statement()).outlook).toBeNull();
  });
});
