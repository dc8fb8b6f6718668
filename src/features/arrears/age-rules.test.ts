import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '@/domain/trace';
import { addDays } from '@/lib/calendar';
import { arrearsAge, arrearsAges, arrearsByAge, arrearsTotal } from './age-rules';

test('due today is in time; a day later it is 1–30, on days 30, 31, 60, 61, 90, 91 the ages change', () => {
  const age = (days: number) => arrearsAge(addDays('2026-11-21', -days), '2026-11-21');
  expect([0, 1, 30, 31, 60, 61, 90, 91].map(age)).toEqual([
    null,
    'days_1_30',
    'days_1_30',
    'days_31_60',
    'days_31_60',
    'days_61_90',
    'days_61_90',
    'days_over_90',
  ]);
});

test('one missed rent of August is 850 € once, not again in each later month', () => {
  const { result, trace } = arrearsByAge(
    [
      { dueOn: '2026-08-05', openCents: 85_000 },
      { dueOn: '2026-12-03', openCents: 85_000 },
    ],
    '2026-11-21',
  );
  expect(result).toEqual({ days_1_30: 0, days_31_60: 0, days_61_90: 0, days_over_90: 85_000 });
  expect(trace.result).toEqual(money(85_000));
});

test('the ages sum to what is overdue', () => {
  const item = fc.record({
    dueOn: fc.nat(400).map((days) => addDays('2026-01-01', days)),
    openCents: fc.nat(1e9),
  });
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const today = '2026-11-21';
      const overdue = items.filter((one) => one.dueOn < today).reduce((sum, one) => sum + one.openCents, 0);
      const { result } = arrearsByAge(items, today);
      expect(arrearsAges.reduce((sum, age) => sum + result[age], 0)).toBe(overdue);
      expect(arrearsTotal(result, today).trace.result).toEqual(money(overdue));
    }),
  );
});
