import { expect, it } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import { languages } from '@/lib/languages';
import { sampleFacts } from './sample-facts';
import { samplePlace } from './sample-place-facts';
import { letterValues } from './value-words';

const names = {
  ...{ tenant: 'Alex Muster', landlord: 'Kim Beispiel', street: 'Musterstraße' },
  ...{ city: 'Musterstadt', unit: 'Wohnung 3', deduction: 'Schlüssel' },
};
const today = '2026-11-27';

it.each(languages)(
  'a sample in %s knows all of a lease, and says in a letter only what that is about',
  async (language) => {
    const formats = { ...defaultFormats(language), currency: 'EUR' };
    const valuesOf = (kind: Parameters<typeof letterValues>[0]) =>
      letterValues(kind, sampleFacts(names, today, samplePlace('DE', 'EUR')), {
        formats,
        issuer: 'Test',
        today,
      });
    // 700 € and 170 € of advances, not what the index would make of the rent.
    const advance = await valuesOf('new_advance');
    expect(advance.next_total).toMatch(/870/);
    expect(JSON.stringify(advance.next_table)).toContain(String(advance.next_total));
    // 650 € of the month, not the 120 € that the account has open.
    const invoice = await valuesOf('rent_invoice');
    expect(invoice.month_open).toMatch(/650/);
    expect(JSON.stringify(invoice.payment)).toContain(String(invoice.month_open));
    expect(JSON.stringify((await valuesOf('account_statement')).payment)).toContain('120');
  },
);
