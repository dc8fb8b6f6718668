import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReadingHint } from './reading-hint';

/** What is told of m³ typed between a reading of January and one of March. */
function told(
  language: 'de' | 'en',
  typed: number | null,
  january: number | null,
  march: number | null,
): string {
  const messages = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
  const at = (value: number | null, readOn: string) =>
    value === null ? null : { readOn, readingThousandths: value * 1_000 };
  const children = createElement(ReadingHint, {
    previous: at(january, '2026-01-31'),
    next: at(march, '2026-03-31'),
    reading: typed === null ? null : typed * 1_000,
    measure: 'm3',
  });
  const props = { locale: language, timeZone: 'Europe/Berlin', messages, children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim();
}

test('20 between 10 and 40 are 10 since then', () => {
  expect(told('de', 20, 10, 40)).toBe('Zuletzt 10 m³ am 31.01.2026 seitdem +10 m³');
  expect(told('de', null, 10, 40)).toBe('Zuletzt 10 m³ am 31.01.2026');
});

test('50 are more than 40 afterwards, with or without a reading before; 5 are less than 10 before', () => {
  const higher = 'Höher als danach (40 m³ am 31.03.2026).';
  expect(told('de', 50, 10, 40)).toContain(higher);
  expect(told('de', 50, null, 40)).toContain(higher);
  expect(told('en', 50, 10, 40)).toContain('Higher than afterwards (40 m³');
  expect(told('de', 5, 10, 40)).toContain('Niedriger als zuletzt (10 m³ am 31.01.2026).');
});

test('where the meter began anew between 60 and 40, 70 are told as 10 since then', () => {
  expect(told('de', 70, 60, 40)).toBe('Zuletzt 60 m³ am 31.01.2026 seitdem +10 m³');
});

test('the first reading of all has nothing beside it', () => {
  expect(told('de', 70, null, null)).toBe('');
});
