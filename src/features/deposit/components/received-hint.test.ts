import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Deposit, LeaseDeposits } from './deposit-doing';
import { ReceivedHint } from './received-hint';

/** 300 € agreed of which 100 € are in, beside another of 50 €; by law at most 2,100 €. */
const deposit = { agreedCents: 300_00, balance: { receivedCents: 100_00, movedCents: 0 } } as Deposit;
const other = { agreedCents: 50_00, balance: { receivedCents: 0, movedCents: 50_00 } } as Deposit;
const lease = {
  isGerman: true,
  cap: { result: { capCents: 2_100_00, excessCents: 0 } },
  deposits: [deposit, other],
} as unknown as LeaseDeposits;

function told(language: 'de' | 'en', amountCents: number | null, of: Partial<LeaseDeposits> = {}): string {
  const messages = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
  const children = createElement(ReceivedHint, { deposit, lease: { ...lease, ...of }, amountCents });
  const props = { locale: language, timeZone: 'Europe/Berlin', messages, children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim();
}

test('up to what is agreed: 300 agreed, 100 in, 200 typed say nothing more', () => {
  const calm = 'Vereinbart 300,00 €, bisher eingegangen 100,00 €.';
  expect([told('de', null), told('de', 200_00)]).toEqual([calm, calm]);
});

test('a cent more is told; 2,000 typed are 1,800 more than agreed, and 50 over three rents with the other deposit', () => {
  expect(told('de', 200_01)).toContain('Damit sind es 0,01 € mehr als vereinbart.');
  expect(told('de', 1_950_00)).not.toContain('Gesetz');
  const over = told('de', 2_000_00);
  expect(over).toContain('Damit sind es 1.800,00 € mehr als vereinbart.');
  expect(over).toMatch(/50,00 € mehr als .*Gesetz|50,00 € .*erlaubt/);
  expect(told('en', 2_000_00)).toMatch(/1,800\.00 more than agreed.*€?50\.00.* more than the law allows/);
});

test('elsewhere the limit is one’s own, and without one there is none', () => {
  expect(told('en', 2_000_00, { isGerman: false })).toContain('more than your own limit');
  expect(told('en', 9_000_00, { isGerman: false, cap: null })).not.toContain('limit');
});
