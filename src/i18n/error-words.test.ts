import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useErrorWords } from './error-words';
import type { FieldProblem } from './failure';

const problem = { code: 'meter.removed_before_read', params: { day: '2026-03-09' } };

function Told({ of }: { of: FieldProblem }) {
  return useErrorWords().field(of);
}

function told(language: 'de' | 'en', of: FieldProblem = problem): string {
  const messages = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
  const props = {
    locale: language,
    timeZone: 'Europe/Berlin',
    messages,
    children: createElement(Told, { of }),
  };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props));
}

test('a day that a rule names is written as the reader writes days', () => {
  expect(told('de')).toContain('am 09.03.2026 abgelesen');
  expect(told('en')).toMatch(/read on (09\/03\/2026|03\/09\/2026)/);
});

test('an amount, a moment and a person that a rule names are in its sentence', () => {
  const params = {
    day: '2026-03-09',
    amountCents: 85_000,
    at: '2026-03-10T12:00:00Z',
    who: 'named',
    name: 'Anna',
  };
  const alike = (more: object) => ({ code: 'payment.alike', params: { ...params, ...more } });
  expect(told('de', alike({}))).toMatch(
    /^Anna hat schon 850,00\s€ vom 09\.03\.2026 erfasst \(10\.03\.2026, \d\d:\d\d\)/,
  );
  expect(told('en', alike({ who: 'you', name: '' }))).toMatch(/^You have recorded/);
  expect(told('de', alike({ who: 'member', name: '' }))).toMatch(/^Jemand anderes hat schon/);
});
