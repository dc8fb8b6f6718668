import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useErrorWords } from './error-words';

const problem = { code: 'meter.removed_before_read', params: { day: '2026-03-09' } };

function Told() {
  return useErrorWords().field(problem);
}

function told(language: 'de' | 'en'): string {
  const messages = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
  const props = { locale: language, timeZone: 'Europe/Berlin', messages, children: createElement(Told) };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props));
}

test('a day that a rule names is written as the reader writes days', () => {
  expect(told('de')).toContain('am 09.03.2026 abgelesen');
  expect(told('en')).toMatch(/read on (09\/03\/2026|03\/09\/2026)/);
});
