import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Trace } from '@/domain/trace';
import { interestSoFar } from '@/features/deposit/rules';
import { collectionRate } from '@/features/statistics/cash-rules';
import { defaultFormats } from '@/i18n/formats';
import { FormatsProvider, LawOfPlace } from '@/i18n/formats-provider';
import { TraceView } from './trace-view';

const { trace } = interestSoFar({
  movements: [{ kind: 'received', bookedOn: '2025-01-01', amountCents: 100_000, heldUntil: null }],
  rateBp: 100,
  through: '2025-12-31',
});

/** What explains it to a landlord in Germany, of a place there or not. */
function shown(isGerman: boolean, explained: Trace = trace): string {
  const messages = JSON.parse(readFileSync('messages/en.json', 'utf8'));
  const formats = { ...defaultFormats('en'), citesGermanLaw: true };
  const view = createElement(TraceView, { trace: explained });
  const there = { isGerman, children: view };
  const portfolio = { formats, children: createElement(LawOfPlace, there) };
  const children = createElement(FormatsProvider, portfolio);
  const props = { locale: 'en', timeZone: 'Europe/Berlin', messages, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props));
}

test('of a flat abroad no German law explains the interest of a deposit, nor says whose it is', () => {
  expect(shown(true)).toContain('BGB § 551 (3)');
  expect(shown(true)).toContain('It belongs to the tenant.');
  expect(shown(false)).not.toMatch(/BGB|belongs to the tenant/);
  expect(shown(false)).toContain('the contract and the law of the place say');
});

test('what a share comes to has the decimals of its tile: 300 € of 400 € are 75.00%', () => {
  const rate = collectionRate({ dueCents: 40_000, receivedCents: 30_000 });
  expect(shown(true, rate.trace)).toContain('75.00%');
});
