import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { sendStatement } from '@/features/statement/commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { book, books, letBoth, openCostDesk, pay, secondId, today } from '../factories/cost-desk.ts';
import { year } from '../factories/flat-year.ts';
import { readPaperCodes } from '../factories/paper-code.ts';

openCostDesk();

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

  test('a statement that was settled before accounts had other numbers, and leases VAT, reads as it did', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    await books.admin`insert into hausbuch.bank_account (portfolio_id, id, iban, holder, purpose)
      values (${books.portfolioId}, ${randomUUID()}, 'DE02120300000000202051', 'Anna Berger', 'rent')`;
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
    );
    const now = await textOf(await lettersOf(brandt), 'de');
    await books.admin`update hausbuch.cost_statement set snapshot = snapshot #- '{head,taxNumbers}' #- '{head,account,scheme}'
      #- '{head,account,bankCode}' #- '{head,account,accountNumber}' #- '{head,account,currency}'
      #- '{view,leases,0,vat}' #- '{view,leases,1,vat}' #- '{view,leases,1,lines,0,inputVatCents}'
      where portfolio_id = ${books.portfolioId}`;
    expect(await textOf(await lettersOf(brandt), 'de')).toBe(now);
    expect(await readPaperCodes(await printed(await lettersOf(brandt), 'de'))).toHaveLength(1);
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
