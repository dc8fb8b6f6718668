import { expect, test } from 'vitest';
import { overviewDays } from './rules';

test('the month of today, and 90 days ahead', () => {
  expect(overviewDays('2024-02-29')).toEqual({
    monthFrom: '2024-02-01',
    monthTo: '2024-02-29',
    comingTo: '2024-05-29',
  });
});
