import { expect, test } from 'vitest';
import { countryOfJurisdiction } from './country-rules';

test('in another country the clock of a portfolio tells where its houses stand', () => {
  expect(countryOfJurisdiction({ jurisdiction: 'other', timeZone: 'Europe/Dublin' })).toBe('IE');
  expect(countryOfJurisdiction({ jurisdiction: 'other', timeZone: 'Atlantic/Canary' })).toBe('ES');
  expect(countryOfJurisdiction({ jurisdiction: 'US', timeZone: 'Europe/Dublin' })).toBe('US');
});
