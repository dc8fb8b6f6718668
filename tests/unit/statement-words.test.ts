import { expect, test } from 'vitest';
import { costStatementWords } from '@/features/statement/words';
import { defaultFormats } from '@/i18n/formats';

const nothing = { named: [], isGerman: false, parties: {} };
/** 55.74 of 111.48 m² for a year. */
const half = { role: 'all', amountCents: 100, weight: 5_574 * 365, of: 11_148 * 365 } as const;

test('areas are told in what people measure them in: 55.74 m² × 365 are 20,345.1 m² × days, or 218,993 sq ft × days', async () => {
  const words = (areaUnit: 'sqm' | 'sqft') =>
    costStatementWords(nothing, { ...defaultFormats('en'), areaUnit });
  const said = async (unit: 'sqm' | 'sqft') => {
    const { part, keyOfShares } = await words(unit);
    return [part('area', half), keyOfShares('area')].map((text) => text.replaceAll('\u00a0', ' '));
  };
  expect(await said('sqm')).toEqual(['20,345.1 of 40,690.2 m² × days', 'by living area (m² × days)']);
  expect(await said('sqft')).toEqual(['218,993 of 437,986 sq ft × days', 'by living area (sq ft × days)']);
});
