import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import { FormatsProvider } from '@/i18n/formats-provider';
import { SoldRow } from './today-sold-row';
import { ObjectionRow } from './today-statement-row';

// Of a running server; nothing here leads to another page.
vi.mock('@/i18n/link', () => ({ Link: 'a' }));
vi.mock('@/i18n/navigation', () => ({ Link: 'a' }));

const messages = JSON.parse(readFileSync('messages/de.json', 'utf8'));

function shown(row: ReactNode): string {
  const rows = { formats: defaultFormats('de'), children: row };
  const children = createElement(FormatsProvider, rows);
  const props = { locale: 'de', timeZone: 'Europe/Berlin', messages, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props));
}

const house = { propertyId: 'a', propertyName: 'Lindenhof' };
const sold = { ...house, soldOn: '2026-04-15', leases: 1, months: 2 };
const objection = {
  ...house,
  ...{ id: 'b', leaseId: 'c', receivedOn: '2026-03-01', from: '2025-01-01', to: '2025-12-31' },
  ...{ tenants: [], units: [] },
};

test('who may only read is not told to correct or to answer', () => {
  const rows = (canEdit: boolean) =>
    shown([
      createElement(SoldRow, { key: 'sold', row: sold, canEdit }),
      createElement(ObjectionRow, { key: 'objection', row: objection, canEdit }),
    ]);
  expect(rows(true)).toMatch(/Berichtigen.*Beantworten/);
  expect(rows(true)).not.toContain('Ansehen');
  expect(rows(false)).toMatch(/Ansehen.*Ansehen/);
  expect(rows(false)).not.toMatch(/Berichtigen|Beantworten/);
});
