import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import { FormatsProvider } from '@/i18n/formats-provider';
import { blankReport } from '../../../../tests/factories/blank-report.ts';
import { noFigures, type Report } from '../report-rules';
import { ReportTiles } from './report-tiles';

const reportOf = (current: Partial<Report['months'][number]>, before: typeof current): Report => ({
  ...blankReport,
  months: [{ month: '2026-01', ...noFigures(), ...current }],
  previousMonths: [{ month: '2025-01', ...noFigures(), ...before }],
});

/** What stands in the tiles, without the marks of the page and with plain spaces. */
function shown(locale: 'en' | 'de', report: Report): string {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
  const formats = { ...defaultFormats(locale), currency: 'EUR' };
  const tiles = { formats, children: createElement(ReportTiles, { report }) };
  const children = createElement(FormatsProvider, tiles);
  const props = { locale, timeZone: 'Europe/Berlin', messages, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props))
    .replace(/<[^>]*>/g, '|')
    .replace(/\s/g, ' ');
}

test('against a year of more expenses than income the change is “–”, against nothing there is none', () => {
  const report = reportOf({ paidInCents: 132_380 }, { expensesCents: 10_000 });
  expect(shown('de', report)).toContain('Vorjahr: −100,00 € (–)');
  expect(shown('en', report)).toContain('Year before: −€100.00 (–)');
  expect(shown('en', report)).toContain('|Year before: €0.00|');
});

test('11,000 € after 10,000 € is +10 %, 5,000 € after 10,000 € is −50 %', () => {
  const more = reportOf({ paidInCents: 1_100_000 }, { paidInCents: 1_000_000 });
  expect(shown('de', more)).toContain('Vorjahr: 10.000,00 € (+10,00 %)');
  const less = reportOf({ paidInCents: 500_000 }, { paidInCents: 1_000_000 });
  expect(shown('en', less)).toContain('Year before: €10,000.00 (−50.00%)');
});

test('182 vacant days without an asking rent in the year before cost not €0.00: they have no price', () => {
  const current = { vacancyCostCents: 310_733, vacantDays: 60 };
  const report = reportOf(current, { vacantDays: 182, unpricedDays: 182 });
  // What it cost now is added up from the vacant months one by one.
  const vacancies = [
    { name: 'Elm', month: '2026-01', vacantDays: 31, askingRentCents: 310_733, costCents: 310_733 },
  ];
  expect(shown('en', { ...report, vacancies })).toContain(
    'Year before: 182 vacant days without an asking rent',
  );
});

test('of a house that was not one’s own on the last day that is said, and not that its price is missing', () => {
  const yields = { monthlyNetRentCents: 0, costsCents: 0, priceCents: null, purchaseCostsCents: 0 };
  const days = { keyDate: '2026-01-31', costsFrom: '2025-02-01' };
  const reportWith = (counts: { pricedCount: number; unpricedCount: number }) => ({
    ...reportOf({}, {}),
    yields: { ...yields, ...days, ...counts },
  });
  const sold = reportWith({ pricedCount: 0, unpricedCount: 0 });
  expect(shown('de', sold)).toMatch(/am \|*31\.01\.2026\|* nicht in Ihrem Eigentum/);
  expect(shown('en', sold)).toMatch(/not owned on \|*01\/31\/2026/);
  expect(shown('de', sold)).not.toContain('kein Kaufpreis');
  expect(shown('de', reportWith({ pricedCount: 0, unpricedCount: 1 }))).toContain(
    'kein Kaufpreis eingetragen',
  );
});
