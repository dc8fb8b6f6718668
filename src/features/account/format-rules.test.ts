import { expect, test } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import { letterFormats, tenantFormats } from './format-rules';

test('what goes to tenants says the month first in America alone', () => {
  const of = (jurisdiction: 'DE' | 'GB' | 'US') =>
    tenantFormats(defaultFormats('en'), jurisdiction).dateFormat;
  expect([of('DE'), of('GB'), of('US')]).toEqual(['dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy']);
  expect(tenantFormats(defaultFormats('de'), 'GB').dateFormat).toBe('dd.mm.yyyy');
});

test('a landlord who has chosen it says it first on letters, too', () => {
  const chosen = { dateFormat: 'mm/dd/yyyy', numberFormat: null } as const;
  const portfolio = { currency: 'EUR', jurisdiction: 'DE' } as const;
  expect(letterFormats('en', chosen, portfolio).dateFormat).toBe('mm/dd/yyyy');
  expect(letterFormats('en', { ...chosen, dateFormat: null }, portfolio).dateFormat).toBe('dd.mm.yyyy');
});
