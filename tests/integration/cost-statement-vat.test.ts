import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { sendStatement } from '@/features/statement/commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import {
  advance,
  book,
  books,
  openCostDesk,
  pay,
  secondId,
  statement,
  today,
} from '../factories/cost-desk.ts';
import { year } from '../factories/flat-year.ts';
import { enterLease } from '../factories/tenancy.ts';

openCostDesk();

/** A shop of 140 of 200 m² with 119 € a month in advance, 19 of them VAT, and a flat of 60 m² with 50 €. */
async function letShopAndFlat(vatRateBp = 1_900) {
  await books.admin`update hausbuch.unit set kind = 'commercial' where id = ${secondId}`;
  const [net, costs] = advance(11_900).map((line) => ({ ...line, vatRateBp }));
  if (!net || !costs) throw new Error('No rent.');
  const shop = await enterLease(books, today, {
    startsOn: '2025-01-01',
    unitIds: [secondId],
    rentLines: [{ ...net, amountCents: 59_500 }, costs],
  });
  const flat = await enterLease(books, today, { startsOn: '2025-01-01', rentLines: advance(5_000) });
  return { shop, flat };
}
const resultOf = async (leaseId: string) => (await statement()).leases.find((row) => row.leaseId === leaseId);
const warned = async () => (await statement()).warnings.filter(({ code }) => code.startsWith('vat_'));

describe('a shop let with 19 % beside a flat', () => {
  test('tax 1,000 € and water 1,070 € with 70 € VAT: 70 % are net 700 + 700, with 266 € VAT 1,666; the flat bears gross 621', async () => {
    const { shop, flat } = await letShopAndFlat();
    await book('property_tax', 100_000);
    await book('water', 107_000, { vatRateBp: 700 });
    await pay(shop, 2 * 71_400, '2025-02-10');
    expect(await resultOf(shop)).toMatchObject({
      costsCents: 166_600,
      vat: { rateBp: 1_900, netCents: 140_000, vatCents: 26_600, advancesVatCents: 2 * 1_900 },
      advancesPaidCents: 2 * 11_900,
      resultCents: 166_600 - 2 * 11_900,
      // 1,666 ÷ 12 = 138.83
      newAdvanceCents: 13_900,
    });
    expect(await resultOf(flat)).toMatchObject({ costsCents: 62_100, vat: null });
  });

  test('what is booked on the shop alone has the VAT of its own bill', async () => {
    const { shop } = await letShopAndFlat();
    await book('property_tax', 11_900, { unitId: secondId, vatRateBp: 1_900 });
    await book('property_tax', 50_000, { unitId: books.unitId });
    expect(await resultOf(shop)).toMatchObject({
      costsCents: 11_900,
      vat: { netCents: 10_000, vatCents: 1_900 },
    });
  });

  test('bills without VAT are named, but for land tax and premiums, and so is a landlord without a tax number', async () => {
    await letShopAndFlat();
    await book('property_tax', 100_000);
    await book('insurance', 50_000);
    expect((await warned()).map(({ code }) => code)).toEqual(['vat_without_tax_number']);
    await book('street_and_refuse', 30_000);
    expect((await warned()).map(({ code }) => code)).toEqual(['vat_not_stated', 'vat_without_tax_number']);
    await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, tax_number)
      values (${books.portfolioId}, ${randomUUID()}, 'person', 'Anna Berger', '31/123/45678')`;
    expect((await warned()).map(({ code }) => code)).toEqual(['vat_not_stated']);
  });

  test('advances of two rates are named, and nothing is reckoned with either', async () => {
    const { shop } = await letShopAndFlat();
    await book('property_tax', 100_000);
    await books.admin`insert into hausbuch.rent_line (portfolio_id, id, rent_id, position, component, settlement, amount_cents, vat_rate_bp)
      select portfolio_id, ${randomUUID()}, id, 9, 'heating', 'advance', 5000, 0 from hausbuch.rent where lease_id = ${shop}`;
    expect(await warned()).toMatchObject([{ code: 'vat_rates_differ', params: { lease: shop } }]);
    expect(await resultOf(shop)).toMatchObject({ costsCents: 70_000, vat: null });
  });

  test('its letter is a bill: number, tax number, net, rate, VAT, and the VAT of what was paid; a draft is none', async () => {
    const { shop, flat } = await letShopAndFlat();
    await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, tax_number)
      values (${books.portfolioId}, ${randomUUID()}, 'person', 'Anna Berger', '31/123/45678')`;
    await book('property_tax', 100_000);
    await book('water', 107_000, { vatRateBp: 700 });
    await pay(shop, 71_400, '2025-01-10');
    const draft = await textOf(shop);
    expect(draft).not.toMatch(/Rechnungsnummer|31\/123\/45678/);
    const id = randomUUID();
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id, propertyId: books.propertyId, ...year }),
    );
    const text = await textOf(shop);
    for (const said of [
      /Rechnungsnummer 20251231-\S+-1 /,
      'Steuernummer 31/123/45678',
      // 70 % of 1,070 € are 749, of 70 € VAT 49
      '749,00 € 49,00 € 700,00 €',
      'Ihre Kosten netto 1.400,00 €',
      'zuzüglich 19 % Umsatzsteuer 266,00 €',
      '(darin 19,00 € Umsatzsteuer) -119,00 €',
      'Nachzahlung 1.547,00 €',
      // 1,547 × 19 ÷ 119
      'In der Nachzahlung sind 19 % Umsatzsteuer enthalten: 247,00 €; netto 1.300,00 €',
    ]) {
      if (typeof said === 'string') expect(text).toContain(said);
      else expect(text).toMatch(said);
    }
    const other = await textOf(flat);
    expect(other).not.toMatch(/Umsatzsteuer|Rechnungsnummer|31\/123\/45678/);
  });

  test('what it asks for is posted with its VAT; a correction to less takes as much of it back', async () => {
    const { shop } = await letShopAndFlat();
    await book('property_tax', 100_000);
    const send = (more: object = {}) =>
      books.on(today, (tx, scope) =>
        sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year, ...more }),
      );
    await send();
    const posted = async () => {
      const [row] = await books.admin<{ cents: number; vat: number; rate: number }[]>`
        select sum(l.amount_cents)::int as cents, sum(l.vat_cents)::int as vat, max(l.vat_rate_bp) as rate
        from hausbuch.charge_line l join hausbuch.charge c on c.portfolio_id = l.portfolio_id and c.id = l.charge_id
        where c.lease_id = ${shop} and l.component = 'back_payment'`;
      return row;
    };
    // 700 € and 19 %; nothing was paid in advance.
    expect(await posted()).toEqual({ cents: 83_300, vat: 13_300, rate: 1_900 });
    await book('property_tax', 20_000, { direction: 'expense', amountCents: 20_000 });
    await send({ corrects: 1 });
    expect(await posted()).toEqual({ cents: 99_960, vat: 15_960, rate: 1_900 });
    await books.admin`delete from hausbuch.transaction where amount_cents = 20000`;
    await send({ corrects: 2 });
    expect(await posted()).toEqual({ cents: 83_300, vat: 13_300, rate: 1_900 });
  });
});

async function textOf(leaseId: string) {
  const all = await books.on(today, (tx, scope) =>
    getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId }),
  );
  const [own] = all.letters;
  if (!own) throw new Error('No letter.');
  const formats = { ...defaultFormats('de'), currency: 'EUR' };
  const pdf = await renderLetter(await statementLetter(all, own, formats, 'Anna Berger'));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
