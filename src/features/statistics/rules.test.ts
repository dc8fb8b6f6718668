import fc from 'fast-check';
import { expect, test } from 'vitest';
import { occupancyPercent, overviewDays } from './rules';

test('the month of today, and 90 days ahead', () => {
  expect(overviewDays('2024-02-29')).toEqual({
    monthFrom: '2024-02-01',
    monthTo: '2024-02-29',
    comingTo: '2024-05-29',
  });
});

test('1 of 3 let is 33 per cent, 199 of 200 is 99, all are 100, none available is no figure', () => {
  expect(occupancyPercent({ letCount: 1, availableCount: 3 })).toBe(33);
  expect(occupancyPercent({ letCount: 199, availableCount: 200 })).toBe(99);
  expect(occupancyPercent({ letCount: 7, availableCount: 7 })).toBe(100);
  expect(occupancyPercent({ letCount: 0, availableCount: 0 })).toBeNull();
});

test('100 per cent is said only when every unit is let', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 5_000 }), (let_, available) => {
      const letCount = Math.min(let_, available);
      expect(occupancyPercent({ letCount, availableCount: available }) === 100).toBe(letCount === available);
    }),
  );
});
