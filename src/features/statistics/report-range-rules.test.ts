import { expect, test } from 'vitest';
import { offeredYears, rangeOf } from './report-range-rules';

const today = '2026-02-10';

test('the last twelve months of 10 February 2026 are March 2025 to February 2026', () => {
  expect(rangeOf({ kind: 'last_12_months' }, today)).toEqual({ from: '2025-03-01', to: '2026-02-28' });
});

test('a year is whole, a range as it was chosen, and five years are offered', () => {
  expect(rangeOf({ kind: 'year', year: 2024 }, today)).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  const range = { from: '2025-05-15', to: '2025-06-14' };
  expect(rangeOf({ kind: 'custom', range }, today)).toEqual(range);
  expect(offeredYears(today)).toEqual([2026, 2025, 2024, 2023, 2022]);
});
