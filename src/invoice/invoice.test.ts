import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ciiOf, lamp, plainInvoice, standardVat, ublOf } from '../../tests/factories/invoice-files';
import { beginsInvoice } from './begins-invoice';
import { proposalOf } from './booking';
import { flawsOf } from './check';
import { LARGEST_INVOICE_BYTES, readInvoice } from './index';
import type { Invoice } from './invoice';
import { centsOf, dayOf } from './values';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readInvoice(bytes(text));

const text = fc.stringMatching(/^[A-Za-zÄÖÜäöüß0-9&<>"' .,\n-]{1,40}$/).filter((one) => one.trim() === one);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const cents = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 });
const rate = fc.constantFrom(0, 700, 1_900, 2_000, 550);
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const party = fc.record({
  name: maybe(text),
  address: fc
    .tuple(fc.array(text, { maxLength: 3 }), fc.constantFrom('50667 Köln', '1010 Wien', '01067 Bad Elster'))
    .map(([some, place]) => [...some, place]),
  countryCode: maybe(fc.constantFrom('DE', 'AT', 'FR')),
  vatId: maybe(fc.constantFrom('DE123456789', 'ATU12345678')),
  taxNumber: maybe(fc.constantFrom('214/5811/0123')),
  email: maybe(fc.constantFrom('a@b.example')),
  phone: maybe(fc.constantFrom('+49 221 4711')),
});
const days = fc.oneof(
  fc.constant({ from: null, to: null }),
  fc.tuple(day, day).map((both) => ({ from: both.toSorted()[0] ?? null, to: both.toSorted()[1] ?? null })),
);
const line = fc
  .record({
    // A line of which nothing is written is none.
    name: text,
    description: maybe(text),
    quantity: maybe(fc.constantFrom('1', '2.5', '-3', '0.0001')),
    unitCode: fc.constantFrom('H87', 'HUR', 'QQ'),
    netCents: maybe(cents),
    vatRateBp: maybe(rate),
    span: days,
  })
  .map(({ span, ...one }) => ({
    ...one,
    ...span,
    unitCode: one.quantity === null ? null : one.unitCode,
  }));
const invoices: fc.Arbitrary<Invoice> = fc
  .record({
    typeCode: fc.constantFrom('380', '381', '384', '326'),
    profile: maybe(text),
    number: maybe(text),
    issuedOn: maybe(day),
    notes: fc.array(text, { maxLength: 2 }),
    currency: fc.constantFrom('EUR', 'CHF'),
    seller: party,
    buyer: party,
    service: fc.tuple(day, day).map((both) => both.toSorted()),
    lines: fc.array(line, { maxLength: 3 }),
    adjustments: fc.array(fc.record({ reason: text, amountCents: cents.filter((one) => one !== 0) }), {
      maxLength: 2,
    }),
    vat: fc.array(
      fc.record({
        category: fc.constantFrom('S', 'E', 'AE'),
        rateBp: rate,
        basisCents: cents,
        vatCents: cents,
        reason: maybe(text),
      }),
      { maxLength: 2 },
    ),
    sums: fc.array(maybe(cents), { minLength: 6, maxLength: 6 }),
    vatCents: cents,
    dueOn: maybe(day),
    terms: maybe(text),
    payee: maybe(text),
    ibans: fc.subarray(['DE75512108001245126199', 'DE02120300000000202051']),
    reference: maybe(text),
    isDirectDebit: fc.boolean(),
    files: fc.subarray([{ name: 'zeiten.pdf', mediaType: 'application/pdf', base64: 'JVBERi0xLjQ=' }]),
  })
  .map(({ service, sums, ...one }) => ({
    ...one,
    syntax: 'cii' as const,
    isCredit: one.typeCode === '381',
    serviceFrom: service[0] ?? null,
    serviceTo: service[1] ?? null,
    linesCents: sums[0] ?? null,
    netCents: sums[1] ?? null,
    grossCents: sums[2] ?? null,
    paidCents: sums[3] ?? null,
    roundingCents: sums[4] ?? null,
    payableCents: sums[5] ?? null,
  }));

describe('what is written in either syntax is read', () => {
  it('the same from both, whatever the invoice says', () => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        expect(read(ciiOf(invoice))).toEqual(invoice);
        expect(read(ublOf(invoice))).toEqual({ ...invoice, syntax: 'ubl' });
      }),
      { numRuns: 300 },
    );
  });

  it('with a mark of the byte order, in Latin letters, in UTF-16', () => {
    const xml = ciiOf(plainInvoice);
    expect(read(`\uFEFF${xml}`)).toEqual(plainInvoice);
    const latin = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    expect(readInvoice(latin)).toEqual(plainInvoice);
    expect(readInvoice(Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'))).toEqual(
      plainInvoice,
    );
  });

  it('a paper inside of more letters than any other text may have', () => {
    const file = { name: 'plan.pdf', mediaType: 'application/pdf', base64: 'QUJD'.repeat(50_000) };
    expect(read(ublOf({ ...plainInvoice, files: [file] }))?.files).toEqual([file]);
  });
});

it('what is no base64 is no file', () => {
  const files = ['JVBERi0xLjQ', '<b>', 'a=b=', ''].map((base64) => ({ name: 'a', mediaType: '', base64 }));
  expect(read(ublOf({ ...plainInvoice, files }))?.files).toEqual([]);
});

describe('no invoice', () => {
  const xml = ciiOf(plainInvoice);
  it.each([
    ['a text', 'RE-1 119,00 EUR'],
    ['a page', '<!DOCTYPE html><Invoice></Invoice>'],
    [
      'another XML',
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>',
    ],
    ['an invoice of no name space', '<?xml version="1.0"?><Invoice><ID>1</ID></Invoice>'],
    ['an order', xml.replaceAll('CrossIndustryInvoice', 'SCRDMCCBDACIOMessageStructure')],
    ['one that brings a style sheet', xml.replace('?>', '?><?xml-stylesheet type="text/xsl" href="a.xsl"?>')],
    ['one with a document type', xml.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>')],
    ['one in a page', `<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script>${xml}</html>`],
  ])('%s', (_what, given) => {
    expect(beginsInvoice(given)).toBe(false);
    expect(read(given)).toBeNull();
  });

  it('one that ends in the middle, or has more bytes than are read', () => {
    expect(read(xml.slice(0, -40))).toBeNull();
    expect(readInvoice(new Uint8Array(LARGEST_INVOICE_BYTES + 1))).toBeNull();
  });

  it('whatever bytes come, the reader ends', () => {
    fc.assert(
      fc.property(fc.nat(xml.length - 1), fc.string({ maxLength: 8 }), (at, some) => {
        expect(() => read(xml.slice(0, at) + some + xml.slice(at))).not.toThrow();
      }),
    );
  });
});

describe('amounts and days', () => {
  it.each([
    ['119.00', 11_900],
    ['119', 11_900],
    ['119.5', 11_950],
    ['158.1250', null],
    ['12829.6900000', 1_282_969],
    ['-0.01', -1],
    ['-0', 0],
    ['.5', 50],
    ['1,00', null],
    ['1e3', null],
    ['12345678901.00', null],
    ['', null],
    [null, null],
  ])('%s is %s cents', (written, expected) => {
    expect(centsOf(written)).toBe(expected);
  });

  it.each([
    ['20260131', '2026-01-31'],
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31+01:00', '2026-01-31'],
    ['2026-02-30', null],
    ['31.01.2026', null],
    ['202601311', null],
  ])('%s is %s', (written, expected) => {
    expect(dayOf(written)).toBe(expected);
  });
});

describe('what is wrong with one', () => {
  it('nothing: 80.00 + 20.00 = 100.00, of that 19 % are 19.00, together 119.00', () => {
    expect(flawsOf(plainInvoice)).toEqual([]);
  });

  it.each<[string, Partial<Invoice>, string[]]>([
    ['80.00 + 20.00 is not 110.00', { linesCents: 11_000 }, ['lines_sum', 'net_sum']],
    ['100.00 less 10.00 is 90.00', { adjustments: [{ reason: null, amountCents: -1_000 }] }, ['net_sum']],
    ['19 % of 100.00 are not 19.03', { vat: [{ ...standardVat, vatCents: 1_903 }] }, ['vat_rate', 'vat_sum']],
    ['100.00 + 19.00 is not 120.00', { grossCents: 12_000 }, ['gross_sum', 'payable_sum']],
    ['119.00 less 50.00 is 69.00', { paidCents: 5_000, payableCents: 6_900 }, []],
    ['119.00 less 50.00 is not 119.00', { paidCents: 5_000 }, ['payable_sum']],
    ['119.00 rounded by 0.01 is 119.01', { roundingCents: 1, payableCents: 11_901 }, []],
    ['without lines', { lines: [] }, ['summary']],
    ['an IBAN with two figures changed round', { ibans: ['DE75512108001245126919'] }, ['iban']],
    [
      'without any tax number',
      { seller: { ...plainInvoice.seller, vatId: null, taxNumber: null } },
      ['tax_number'],
    ],
    ['without a day', { serviceFrom: null, serviceTo: null, issuedOn: null }, ['issued_on', 'service']],
  ])('%s', (_what, change, flaws) => {
    expect(flawsOf({ ...plainInvoice, ...change })).toEqual(flaws);
  });

  it('VAT may be a cent apart for each line: three lines, 19 % of 100.00 as 19.03', () => {
    const lines = [...plainInvoice.lines, { ...lamp, netCents: 0 }];
    const vat = [{ ...standardVat, vatCents: 1_903 }];
    const sums = { vatCents: 1_903, grossCents: 11_903, payableCents: 11_903 };
    expect(flawsOf({ ...plainInvoice, lines, vat, ...sums })).toEqual([]);
  });
});

describe('the booking it begins', () => {
  const euros = { currency: 'EUR', isExpense: true };
  it('119.00 with 19 %, of the seller, for the days of the service', () => {
    expect(proposalOf(plainInvoice, euros)).toEqual({
      amountCents: 11_900,
      vatRateBp: 1_900,
      payee: 'Elektro Meier GmbH',
      title: null,
      invoiceNumber: 'RE-2026-0117',
      invoiceOn: '2026-10-12',
      serviceFrom: '2026-10-05',
      serviceTo: '2026-10-06',
    });
  });

  it.each<[string, Partial<Invoice>, number | null]>([
    ['119.00 of which 50.00 were paid: 69.00', { paidCents: 5_000, payableCents: 6_900 }, 6_900],
    ['119.00 paid at once: 119.00', { paidCents: 11_900, payableCents: 0 }, 11_900],
    ['a credit note of 119.00: −119.00', { isCredit: true, typeCode: '381' }, -11_900],
    ['a correction of −119.00: −119.00', { typeCode: '384', payableCents: -11_900 }, -11_900],
    ['119.00 francs: nobody knows', { currency: 'CHF' }, null],
    ['no amount: nobody knows', { payableCents: null, grossCents: null }, null],
  ])('%s', (_what, change, amountCents) => {
    expect(proposalOf({ ...plainInvoice, ...change }, euros).amountCents).toBe(amountCents);
  });

  it('no rate where there are several, the one line as its title, the payee where it is another', () => {
    const [first] = plainInvoice.lines;
    const vat = [standardVat, { ...standardVat, rateBp: 700 }];
    const given = { ...plainInvoice, vat, lines: first ? [first] : [], payee: 'Factoring AG' };
    expect(proposalOf(given, euros)).toMatchObject({
      vatRateBp: null,
      title: 'Hausmeister Elektrik',
      payee: 'Factoring AG',
    });
    expect(proposalOf(given, { currency: 'EUR', isExpense: false }).payee).toBe('Anna Vermieter');
  });
});
