import { expect, test } from 'vitest';
import { jurisdictions } from '@/domain/vocabulary';
import { habitsOf, hasStepLaw, offeredDueRules, offeredReasons, usualDue, usualParts } from './usual-rules';

test('a contract outside Germany is asked for one rent, beside which Austria and Switzerland have costs', () => {
  expect(usualParts('DE')).toEqual(['net', 'operating_costs', 'heating']);
  expect(offeredReasons('DE')).toContain('reference_rent');
  expect(offeredDueRules('DE')[0]).toBe('third_working_day');
  for (const place of jurisdictions.filter((one) => one !== 'DE')) {
    const hasCosts = place === 'AT' || place === 'CH';
    expect(usualParts(place)).toEqual(hasCosts ? ['net', 'operating_costs'] : ['net']);
    expect(offeredReasons(place)).toEqual(['agreed', 'stepped', 'indexed']);
    expect(offeredDueRules(place)).toEqual(['first', 'day_of_month']);
  }
});

test('a rent is due on the third working day in Germany, on the fifth in Austria, on the first elsewhere', () => {
  expect(usualDue('DE')).toEqual({ rule: 'third_working_day', day: null });
  expect(usualDue('AT')).toEqual({ rule: 'day_of_month', day: 5 });
  for (const place of ['CH', 'US', 'GB', 'other'] as const)
    expect(usualDue(place)).toEqual({ rule: 'first', day: null });
  for (const place of jurisdictions) expect(offeredDueRules(place)).toContain(usualDue(place).rule);
});

test('a contract that has the third working day keeps it', () => {
  expect(offeredDueRules('US', 'third_working_day')).toContain('third_working_day');
  expect(offeredDueRules('US', 'day_of_month')).not.toContain('third_working_day');
});

test('a house on Mallorca of a landlord in Germany is let by no German habit; one at home is', () => {
  const onMallorca = habitsOf('DE', [{ country: 'ES' }]);
  expect(offeredDueRules(onMallorca)).toEqual(['first', 'day_of_month']);
  expect(offeredReasons(onMallorca)).toEqual(['agreed', 'stepped', 'indexed']);
  expect(habitsOf('DE', [{ country: 'DE' }, { country: 'DE' }])).toBe('DE');
  expect(habitsOf('DE', [])).toBe('DE');
  // What is let by an Austrian follows no German law, wherever it is.
  expect(habitsOf('AT', [{ country: 'DE' }])).toBe('other');
});

test('a flat in Zurich of a landlord in Vienna is due by no Austrian law, one in Berlin of an American has VAT', () => {
  expect(usualDue(habitsOf('AT', [{ country: 'CH' }]))).toEqual({ rule: 'first', day: null });
  expect(usualDue(habitsOf('AT', [{ country: 'AT' }]))).toEqual({ rule: 'day_of_month', day: 5 });
  expect(habitsOf('US', [{ country: 'DE' }])).toBe('other');
  expect(habitsOf('other', [{ country: 'FR' }])).toBe('other');
});

test('the law of stepped rents is one of dwellings in Germany: of a shop, a garage or a house abroad none is cited', () => {
  const flat = { country: 'DE', kind: 'apartment' } as const;
  expect(hasStepLaw('DE', [flat])).toBe(true);
  expect(hasStepLaw('DE', [flat, { country: 'DE', kind: 'parking' }])).toBe(true);
  expect(hasStepLaw('DE', [{ country: 'DE', kind: 'commercial' }])).toBe(false);
  expect(hasStepLaw('DE', [{ country: 'DE', kind: 'parking' }])).toBe(false);
  expect(hasStepLaw('DE', [{ ...flat, country: 'AT' }])).toBe(false);
  expect(hasStepLaw('AT', [flat])).toBe(false);
});
