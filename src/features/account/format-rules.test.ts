import { expect, test } from 'vitest';
import { sheetOf } from '@/domain/sheet';
import type { Jurisdiction } from '@/domain/vocabulary';
import { defaultFormats, formatMoney, formatMonth } from '@/i18n/formats';
import { formatsThere, letterFormats, tenantFormats, userFormats } from './format-rules';

test('what goes to tenants says the month first in America alone', () => {
  const of = (jurisdiction: Jurisdiction) => tenantFormats(defaultFormats('en'), jurisdiction).dateFormat;
  expect([of('DE'), of('AT'), of('CH')]).toEqual(['dd.mm.yyyy', 'dd.mm.yyyy', 'dd.mm.yyyy']);
  // Another country, such as Ireland, writes English as England does.
  expect([of('GB'), of('other'), of('US')]).toEqual(['dd/mm/yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy']);
  expect(tenantFormats(defaultFormats('de'), 'GB').dateFormat).toBe('dd.mm.yyyy');
});

test('a landlord who has chosen it says it first on letters, too', () => {
  const chosen = { dateFormat: 'mm/dd/yyyy', numberFormat: null } as const;
  const portfolio = { currency: 'EUR', jurisdiction: 'DE' } as const;
  expect(letterFormats('en', chosen, portfolio).dateFormat).toBe('mm/dd/yyyy');
  expect(letterFormats('en', { ...chosen, dateFormat: null }, portfolio).dateFormat).toBe('dd.mm.yyyy');
});

test('German is written as the neighbours write it, unless the landlord has chosen', () => {
  const written = (jurisdiction: Jurisdiction, currency: string, numberFormat: 'de' | null = null) => {
    const formats = letterFormats('de', { dateFormat: null, numberFormat }, { currency, jurisdiction });
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    return [plain(formatMoney(-123_455, currency, formats)), formatMonth('2026-01', formats)];
  };
  expect(written('DE', 'EUR')).toEqual(['-1.234,55 €', 'Januar 2026']);
  expect(written('AT', 'EUR')).toEqual(['-€ 1.234,55', 'Jänner 2026']);
  expect(written('CH', 'CHF')).toEqual(['-CHF 1’234.55', 'Januar 2026']);
  expect(written('CH', 'CHF', 'de')).toEqual(['-1.234,55 CHF', 'Januar 2026']);
  expect(tenantFormats(formatsThere('de', 'CH'), 'CH').numberFormat).toBe('ch');
});

test('what is read in the United States is said as there, in English alone', () => {
  const of = (language: 'en' | 'de', jurisdiction: Jurisdiction) => [
    tenantFormats(defaultFormats(language), jurisdiction).wording,
    letterFormats(language, { dateFormat: null, numberFormat: null }, { currency: 'USD', jurisdiction })
      .wording,
  ];
  expect(of('en', 'US')).toEqual(['en-US', 'en-US']);
  expect(of('de', 'US')).toEqual(['de', 'de']);
  expect(of('en', 'GB')).toEqual(['en', 'en']);
});

test('explanations cite German law to whoever lets in Germany alone', () => {
  const cites = (jurisdiction: Jurisdiction) =>
    userFormats('en', { dateFormat: null, numberFormat: null }, { currency: 'EUR', jurisdiction })
      .citesGermanLaw;
  expect(cites('DE')).toBe(true);
  expect([cites('AT'), cites('US'), cites('other')]).toEqual([false, false, false]);
});

test('papers have the size of the country, where it is known', () => {
  const of = (jurisdiction: Jurisdiction) =>
    letterFormats('en', { dateFormat: null, numberFormat: null }, { currency: 'USD', jurisdiction }).sheet;
  expect([of('US'), of('DE'), of('GB'), of('other')]).toEqual(['LETTER', 'A4', 'A4', undefined]);
  expect(['CA', 'MX', 'PH', 'AU', null].map(sheetOf)).toEqual([
    'LETTER',
    'LETTER',
    'LETTER',
    'A4',
    undefined,
  ]);
});

test('nobody in the United States is asked for an IBAN', () => {
  const asked = (jurisdiction: Jurisdiction) =>
    userFormats('en', { dateFormat: null, numberFormat: null }, { currency: 'USD', jurisdiction }).hasIbans;
  expect([asked('US'), asked('GB'), asked('DE'), asked('other')]).toEqual([false, true, true, true]);
});
