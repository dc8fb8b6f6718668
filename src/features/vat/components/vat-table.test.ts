import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import { FormatsProvider } from '@/i18n/formats-provider';
import { VatTable } from './vat-table';

const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2026-${String(index + 1).padStart(2, '0')}`,
  rates: index < 2 ? [{ rateBp: 1_900, netCents: 60_000, vatCents: 11_400 }] : [],
  inputCents: index === 1 ? 30_000 : 0,
}));
const returner = {
  key: 'a b',
  names: ['Anna Berger', 'Bert Berger'],
  country: null as string | null,
  agreed: months,
  received: months,
  bills: [
    {
      id: 'one',
      title: 'Dach',
      month: '2026-02',
      vatCents: 1_900,
      deductedCents: null,
      units: [],
      reason: 'no_property' as const,
    },
  ],
};

/** What stands there, without the marks of the page and with plain spaces. */
function shown(locale: 'en' | 'de', of = returner): string {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
  const formats = { ...defaultFormats(locale), currency: 'EUR' };
  const table = createElement(VatTable, { returner: of, year: 2026, basis: 'agreed' });
  const within = { formats, children: table };
  const children = createElement(FormatsProvider, within);
  const props = { locale, timeZone: 'Europe/Berlin', messages, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props))
    .replace(/<[^>]*>/g, '|')
    .replace(/\s/g, ' ')
    .replace(/\|+/g, '|');
}

test('two months of 114 € less 300 € come to −72 € in the quarter and the year; who and what is open is named', () => {
  const german = shown('de');
  expect(german).toContain('Umsatzsteuer 2026: Anna Berger und Bert Berger');
  expect(german).toContain('|Netto zu 19 %|Umsatzsteuer|Vorsteuer|Zu zahlen|');
  expect(german).toContain(
    '|1. Quartal|Netto zu 19 %|1.200,00 €|Umsatzsteuer|228,00 €|Vorsteuer|300,00 €|Zu zahlen|−72,00 €|',
  );
  expect(german).toContain(
    '|Jahr 2026|Netto zu 19 %|1.200,00 €|Umsatzsteuer|228,00 €|Vorsteuer|300,00 €|Zu zahlen|−72,00 €|',
  );
  expect(german).toContain('|Dach: Sie ist bei keiner Immobilie gebucht.|');
  const english = shown('en');
  expect(english).toContain(
    '|Quarter 1|Net at 19%|€1,200.00|Output VAT|€228.00|Input VAT|€300.00|To pay|−€72.00|',
  );
  expect(english).toContain('|Dach: It is booked on no property.|');
});

test('of properties in another country the table says which, and that it is returned there', () => {
  const vienna = { ...returner, country: 'AT' };
  expect(shown('de', vienna)).toContain('|Umsatzsteuer 2026, Österreich: Anna Berger und Bert Berger|');
  expect(shown('de', vienna)).toContain(
    'Umsatzsteuer wird dort erklärt, wo die Immobilie liegt (Österreich)',
  );
  expect(shown('en', vienna)).toContain('|VAT of Anna Berger and Bert Berger, 2026: Austria|');
  expect(shown('en')).not.toContain('Austria');
});
