import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencies } from '../domain/vocabulary.ts';
import { dateFormats, numberFormats } from '../lib/format-names.ts';
import { MAX_CENTS } from '../lib/money.ts';
import {
  areaUnits,
  csvDialect,
  defaultFormats,
  formatAmount,
  formatArea,
  formatDate,
  formatDayRange,
  formatDecimal,
  formatFileSize,
  formatInstant,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  formatShare,
  formatWholeMoney,
  parseDate,
  parseDecimal,
  parseMoney,
  type UserFormats,
} from './formats.ts';
import { wordings } from './wording.ts';

const de = defaultFormats('de');
const en = defaultFormats('en');
const ch = defaultFormats('de', 'de-CH');
const gb = defaultFormats('en', 'en-GB');

const anyFormats = fc.record<UserFormats>({
  language: fc.constantFrom('en', 'de'),
  locale: fc.constantFrom('en-US', 'en-GB', 'de-DE', 'de-AT', 'de-CH'),
  dateFormat: fc.constantFrom(...dateFormats),
  numberFormat: fc.constantFrom(...numberFormats),
  currency: fc.constantFrom(...currencies, 'PLN'),
  wording: fc.constantFrom(...wordings),
  areaUnit: fc.constantFrom('sqm', 'sqft'),
});
const cents = fc.oneof(
  fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }),
  fc.integer({ min: -100_000, max: 100_000 }),
);
const day = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('defaults', () => {
  it('German is de-DE with EUR, English en-US with USD', () => {
    expect(de).toMatchObject({
      locale: 'de-DE',
      dateFormat: 'dd.mm.yyyy',
      numberFormat: 'de',
      currency: 'EUR',
    });
    expect(en).toMatchObject({
      locale: 'en-US',
      dateFormat: 'mm/dd/yyyy',
      numberFormat: 'en',
      currency: 'USD',
    });
  });
  it('a known region of the same language refines, anything else does not', () => {
    expect(gb.dateFormat).toBe('dd/mm/yyyy');
    expect(defaultFormats('de', 'en-GB')).toEqual(de);
    expect(defaultFormats('en', 'en-ZZ')).toEqual(en);
  });
});

describe('money shown', () => {
  it.each([
    [de, 'EUR', 123_456, '1.234,56\u00a0€'],
    [de, 'USD', -5, '-0,05\u00a0$'],
    [en, 'USD', 123_456, '$1,234.56'],
    [en, 'EUR', -123_456_789, '-€1,234,567.89'],
    [en, 'PLN', 0, 'PLN\u00a00.00'],
    [ch, 'CHF', 123_456_789, 'CHF\u00a01’234’567.89'],
    [de, 'EUR', 99_900, '999,00\u00a0€'],
  ])('%#: %s cents', (formats, currency, amount, text) => {
    expect(formatMoney(amount, currency, formats)).toBe(text);
  });
  it('refuses what is no amount', () => expect(() => formatMoney(0.5, 'EUR', de)).toThrow(RangeError));
});

describe('money typed', () => {
  it.each([
    [de, '1.234,56', 123_456],
    [en, '1,234.56', 123_456],
    [ch, "1'234.56", 123_456],
    [ch, '1’234.56', 123_456],
    [de, '1234,56', 123_456],
    [de, '1 234,56 €', 123_456],
    [de, '1\u202f234,56\u00a0€', 123_456],
    [de, "1'234,56", 123_456],
    [de, '\u200e1.234,56\u00a0€\u200f', 123_456],
    [de, '€ 1.234,5', 123_450],
    [de, '1.234,56 EUR', 123_456],
    [de, '1.234', 123_400],
    [en, '1,234', 123_400],
    [de, '1,5', 150],
    [en, '1.5', 150],
    [de, '5,', 500],
    [de, ',5', 50],
    [de, '500,-', 50_000],
    [de, '500,– Euro', 50_000],
    [de, '€ 500', 50_000],
    [de, 'eur 500', 50_000],
    [de, '-1.234,56 €', -123_456],
    [de, '−12', -1_200],
    [en, '-$12', -1_200],
    [en, '$-12', -1_200],
    [ch, 'Fr. 12.50', 1_250],
    [de, '007', 700],
    [de, '-0', 0],
    [de, ' 0,00 ', 0],
    [de, '1.234.567,89', 123_456_789],
    [de, '22517998136852,48', MAX_CENTS],
  ])('%#: "%s" typed', (formats, text, expected) => {
    expect(parseMoney(text, formats)).toEqual({ ok: true, cents: expected });
  });
  it.each([
    [de, '', 'empty'],
    [de, '  ', 'empty'],
    [de, 'abc', 'not_a_number'],
    [de, '€', 'not_a_number'],
    [de, '-', 'empty'],
    [de, ',', 'not_a_number'],
    [de, '12 Monate', 'not_a_number'],
    [de, '1e5', 'not_a_number'],
    [de, '--5', 'not_a_number'],
    [de, '-5-', 'not_a_number'],
    [de, '12,345', 'too_many_decimals'],
    [en, '1.234', 'too_many_decimals'],
    [de, '1.5', 'separators'],
    [de, '12.34', 'separators'],
    [de, '1.23.456', 'separators'],
    [de, '1.2345', 'separators'],
    [de, '1234.567', 'separators'],
    [de, '1,234.56', 'separators'],
    [en, '1.234,56', 'separators'],
    [en, '12,50', 'separators'],
    [de, '1,2,3', 'separators'],
    [de, '12 34', 'separators'],
    [de, "1'234.567,00", 'separators'],
    [ch, '1,50', 'separators'],
    [de, '$500', 'other_currency'],
    [en, '500 EUR', 'other_currency'],
    [de, '22517998136852,49', 'too_large'],
    [de, '9'.repeat(40), 'too_large'],
  ])('%#: "%s" is refused', (formats, text, reason) => {
    expect(parseMoney(text, formats)).toEqual({ ok: false, reason });
  });
  it('what is shown is read back, with and without the currency, in every format', () => {
    fc.assert(
      fc.property(cents, anyFormats, (amount, formats) => {
        const expected = { ok: true, cents: amount === 0 ? 0 : amount };
        expect(parseMoney(formatMoney(amount, formats.currency, formats), formats)).toEqual(expected);
        expect(parseMoney(formatAmount(amount, formats), formats)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
  it('an accepted text means the same digits it shows', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,’ '), maxLength: 14 });
    fc.assert(
      fc.property(typed, anyFormats, (text, formats) => {
        const result = parseMoney(text, formats);
        if (!result.ok) return;
        const digits = (value: string) => value.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
        expect(digits(formatAmount(result.cents, formats))).toBe(digits(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('numbers, areas, per cents', () => {
  it('whole square feet come back as they were typed, square metres as they were kept', () => {
    const { sqm, sqft } = areaUnits;
    expect(sqft.toSqm100(850)).toBe(7_897);
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (value) => {
        expect(sqm.toSqm100(sqm.fromSqm100(value))).toBe(value);
        expect(sqft.fromSqm100(sqft.toSqm100(Math.floor(value / 10)))).toBe(Math.floor(value / 10));
      }),
    );
  });

  it('85,5 m² is 8550 hundredths', () => {
    expect(formatArea(8_550, de)).toBe('85,5\u00a0m²');
    expect(formatArea(123_400, en)).toBe('1,234\u00a0m²');
    expect(formatArea(7_897, { ...en, areaUnit: 'sqft' })).toBe('850\u00a0sq\u00a0ft');
    expect(parseDecimal('85,5', 2, de)).toEqual({ ok: true, scaled: 8_550 });
    expect(parseDecimal('-3.25', 2, en)).toEqual({ ok: true, scaled: -325 });
    expect(parseDecimal('85,555', 2, de)).toEqual({ ok: false, reason: 'too_many_decimals' });
    expect(parseDecimal('85 m²', 2, de)).toEqual({ ok: false, reason: 'not_a_number' });
  });
  it('1900 basis points = 19 %, 725 = 7,25 %', () => {
    expect(formatPercent(1_900, de)).toBe('19\u00a0%');
    expect(formatPercent(725, de)).toBe('7,25\u00a0%');
    expect(formatPercent(-725, en)).toBe('-7.25%');
    expect(formatShare(9_487, de)).toBe('94,87\u00a0%');
    expect(formatShare(9_996, de)).toBe('99,96\u00a0%');
    expect(formatShare(495, de)).toBe('4,95\u00a0%');
    expect(formatShare(10_000, en)).toBe('100.00%');
    expect(formatShare(-4, en)).toBe('-0.04%');
    expect(formatWholeMoney(123_450, 'EUR', de)).toBe('1.235\u00a0€');
    expect(formatWholeMoney(-123_449, 'USD', en)).toBe('-$1,234');
    expect(formatWholeMoney(-49, 'EUR', de)).toBe('0\u00a0€');
  });
  it('a number keeps no trailing zeros and no minus before zero', () => {
    expect(formatNumber(2.5, de)).toBe('2,5');
    expect(formatNumber(-12_345.678, ch)).toBe('-12’345.68');
    expect(formatNumber(-0.001, de)).toBe('0');
    expect(formatNumber(1_000_000, en, 0)).toBe('1,000,000');
    expect(() => formatNumber(Number.NaN, de)).toThrow(RangeError);
  });
  it('what is shown is read back', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 4 }), anyFormats, (scaled, decimals, formats) => {
        expect(parseDecimal(formatDecimal(scaled, decimals, formats), decimals, formats)).toEqual({
          ok: true,
          scaled: scaled === 0 ? 0 : scaled,
        });
      }),
    );
  });
});

it('a table for spreadsheets is cut at commas only by those who write numbers in English, at semicolons in Zürich', () => {
  const written = numberFormats.map((numberFormat) => {
    const { decimal, separator } = csvDialect({ numberFormat });
    return `${numberFormat} 1${decimal}50${separator}`;
  });
  expect(written.toSorted()).toEqual(['ch 1.50;', 'de 1,50;', 'en 1.50,', 'fr 1,50;']);
});

describe('days shown and typed', () => {
  it.each([
    [de, '21.11.2026'],
    [en, '11/21/2026'],
    [gb, '21/11/2026'],
    [{ dateFormat: 'yyyy-mm-dd' as const }, '2026-11-21'],
  ])('%#: 21 November 2026 is %s', (formats, text) => {
    expect(formatDate('2026-11-21', formats)).toBe(text);
    expect(parseDate(text, formats)).toEqual({ ok: true, day: '2026-11-21' });
  });
  it.each([
    [de, '1.2.26', '2026-02-01'],
    [en, '1/2/26', '2026-01-02'],
    [gb, '1/2/26', '2026-02-01'],
    [de, '1. 2. 2026', '2026-02-01'],
    [de, '1 2 2026', '2026-02-01'],
    [de, '21112026', '2026-11-21'],
    [de, '211126', '2026-11-21'],
    [en, '11-21-2026', '2026-11-21'],
    [de, '2026-11-21', '2026-11-21'],
    [en, ' 2026-1-2 ', '2026-01-02'],
    [de, '1.1.68', '2068-01-01'],
    [de, '1.1.69', '1969-01-01'],
    [de, '29.2.2024', '2024-02-29'],
    // As letters, contracts and mails write it, in either language and whatever one's own order is.
    [de, '1. Februar 2026', '2026-02-01'],
    [en, '1. Februar 2026', '2026-02-01'],
    [de, '1.\u00a0März\u00a02026', '2026-03-01'],
    [de, '1. Mär. 2026', '2026-03-01'],
    [de, '31. Dez 26', '2026-12-31'],
    [de, '1. Jänner 2026', '2026-01-01'],
    [de, 'February 1, 2026', '2026-02-01'],
    [en, 'Feb. 1st, 2026', '2026-02-01'],
    [gb, '1 September 2026', '2026-09-01'],
    [gb, '1 Sept 2026', '2026-09-01'],
    [en, '3rd of May 2026', '2026-05-03'],
    [{ dateFormat: 'yyyy-mm-dd' as const }, '21 NOV 2026', '2026-11-21'],
    [de, '\u200e01.02.2026\u200f', '2026-02-01'],
  ])('%#: "%s" typed is %s', (formats, text, expected) => {
    expect(parseDate(text, formats)).toEqual({ ok: true, day: expected });
  });
  it.each([
    [de, '', 'empty'],
    [de, 'morgen', 'not_a_date'],
    [de, '1.2.', 'not_a_date'],
    [de, '1.2.226', 'not_a_date'],
    [de, '1.2.20266', 'not_a_date'],
    [{ dateFormat: 'yyyy-mm-dd' as const }, '1.2.2026', 'not_a_date'],
    [de, '29.2.2026', 'no_such_day'],
    [de, '11/21/2026', 'no_such_day'],
    [en, '21/11/2026', 'no_such_day'],
    [de, '0.1.2026', 'no_such_day'],
    [de, '1.1.0000', 'no_such_day'],
    [de, '30. Februar 2026', 'no_such_day'],
    [de, '1. Ju 2026', 'not_a_date'],
    [de, '1. Mai', 'not_a_date'],
    [de, '1. Flat 2026', 'not_a_date'],
  ])('%#: "%s" is refused', (formats, text, reason) => {
    expect(parseDate(text, formats)).toEqual({ ok: false, reason });
  });
  it('what is shown is read back in every format', () => {
    fc.assert(
      fc.property(day, anyFormats, (date, formats) => {
        expect(parseDate(formatDate(date, formats), formats)).toEqual({ ok: true, day: date });
      }),
    );
  });
});

describe('months and instants', () => {
  it('a month has its name in the language', () => {
    expect(formatMonth('2026-03', de)).toBe('März 2026');
    expect(formatMonth('2026-03', en)).toBe('March 2026');
    expect(formatMonth('2026-01', defaultFormats('de', 'de-AT'))).toBe('Jänner 2026');
    expect(formatMonth('2026-11', en, 'short')).toBe('Nov 2026');
  });
  it('days of a month stand in words, a single day alone', () => {
    expect(formatDayRange('2026-11-15', '2026-11-30', de)).toBe('15.–30.\u00a0November');
    expect(formatDayRange('2026-11-15', '2026-11-30', en)).toBe('November\u00a015\u00a0–\u00a030');
    expect(formatDayRange('2026-11-30', '2026-11-30', de)).toBe('30.\u00a0November');
  });
  it('23:30 UTC on 31 December is shown as half past midnight on 1 January in Berlin', () => {
    const instant = new Date('2026-12-31T23:30:00Z');
    expect(formatInstant(instant, 'Europe/Berlin', de)).toBe('01.01.2027, 00:30');
    expect(formatInstant(instant, 'America/New_York', en)).toBe('12/31/2026, 6:30\u00a0PM');
  });
});

describe('formatFileSize', () => {
  it.each([
    [0, '0 kB'],
    [1, '1 kB'],
    [1_499, '1 kB'],
    [950_400, '950 kB'],
    [1_234_567, '1,2 MB'],
    [52_428_800, '52 MB'],
    [5_000_000_000, '5 GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatFileSize(bytes, de).replaceAll('\u00a0', ' ')).toBe(text);
  });
});
