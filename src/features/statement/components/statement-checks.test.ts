import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import type { StatementView } from '../view-rules';
import { costStatementWords } from '../words';
import { StatementChecks } from './statement-checks';

// Of a running server; nothing here leads to another page.
vi.mock('@/i18n/link', () => ({ Link: 'a' }));

const lineId = '01941c5f-5f80-7a4c-9a9f-f05a110b30ad:area';
const bare = {
  period: { from: '2025-01-01', to: '2025-12-31' },
  isGerman: true,
  parties: {},
  plants: [],
  leases: [],
  problems: [],
  warnings: [{ code: 'commercial_without_pre_deduction', params: { line: lineId, units: 'Laden' } }],
  named: [{ lineId, key: 'area', betrkvNo: 8, code: 'street_and_refuse', name: null }],
} as unknown as StatementView;

async function shown(
  language: 'de' | 'en',
  isOpen: boolean,
  more: Partial<StatementView> = {},
): Promise<string> {
  const view = { ...bare, ...more };
  const words = await costStatementWords(view, defaultFormats(language));
  const messages = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
  const children = createElement(StatementChecks, { view, words, propertyId: 'house', isOpen });
  const props = { locale: language, timeZone: 'Europe/Berlin', messages, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props));
}

test('a light on shops opens how the cost is shared out; whoever may not change it gets to the lines', async () => {
  const german = await shown('de', true);
  expect(german).toMatch(/<button[^>]*aria-label="Zur Verteilung: Straßenreinigung und Müllbeseitigung"/);
  expect(await shown('en', true)).toMatch(/<button[^>]*>To how it is shared out<\/button>/);
  const reader = await shown('de', false);
  expect(reader).not.toContain('<button');
  expect(reader).toMatch(/<a href="#lines"[^>]*>Zur Verteilung<\/a>/);
});

test('an area that is missing is told once for all costs it stops, with their names', async () => {
  const named = [
    { lineId: 'tax:area', key: 'area', betrkvNo: 1, code: 'property_tax', name: null },
    { lineId: 'light:area', key: 'area', betrkvNo: 11, code: 'lighting', name: null },
    { lineId: 'care:area', key: 'area', betrkvNo: 14, code: 'caretaker', name: null },
  ];
  const problem = (line: string, unit: string, day = '2025-01-01') => ({
    code: 'area_missing',
    stops: 'line',
    params: { line, unit, day },
    mend: { at: 'property' },
  });
  const problems = [
    problem('tax:area', 'Laden'),
    problem('light:area', 'Dach'),
    problem('care:area', 'Laden'),
    problem('light:area', 'Laden', '2025-07-01'),
  ];
  const more = { named, problems, warnings: [] } as unknown as Partial<StatementView>;
  const items = async (language: 'de' | 'en') =>
    (await shown(language, true, more))
      .split('<li')
      .slice(1)
      .map((item) => item.replace(/^[^>]*>/, '').replace(/<[^>]*>/g, ''));
  const english = await items('en');
  expect(english).toHaveLength(3);
  expect(english[0]).toContain('Property tax and Caretaker: the area of Laden is not known on 01/01/2025');
  expect(english[1]).toContain('Lighting of common parts: the area of Dach');
  expect(english[2]).toContain('Lighting of common parts: the area of Laden is not known on 07/01/2025');
  expect((await items('de'))[0]).toContain('Grundsteuer und Hauswart: Die Fläche von Laden');
});
