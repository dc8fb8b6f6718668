import { expect, test } from 'vitest';
import { usualPeriods } from './usual-periods';

const firstDays = (startMonth: number, today: string, firstDay = '2010-01-01') =>
  usualPeriods(startMonth, firstDay, today).map(({ from }) => from);

test('of calendar years four are offered beside the one that runs', () => {
  const years = ['2026-01-01', '2025-01-01', '2024-01-01', '2023-01-01', '2022-01-01'];
  expect(firstDays(1, '2026-01-01')).toEqual(years);
  expect(firstDays(1, '2026-12-31')).toEqual(years);
  expect(firstDays(1, '2026-11-30', '2024-06-01')).toEqual(years.slice(0, 3));
});

test('the year to April 2022 was due by April 2023: a tenant may ask for it until the end of 2026', () => {
  expect(firstDays(5, '2026-12-31')).toEqual([
    '2026-05-01',
    '2025-05-01',
    '2024-05-01',
    '2023-05-01',
    '2022-05-01',
    '2021-05-01',
  ]);
  expect(firstDays(5, '2027-01-01').at(-1)).toBe('2022-05-01');
});
