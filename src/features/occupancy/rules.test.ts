import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '@/domain/trace';
import { addDays, daysInclusive, daysInMonth, maxDate, minDate, shiftMonth } from '@/lib/calendar';
import { monthParts } from '@/lib/period';
import {
  occupancyPercent,
  occupancyRate,
  ownUseRanges,
  sumUnitDays,
  unitDays,
  vacancyCost,
  vacantMonthCost,
} from './rules';

const year2025 = { from: '2025-01-01', to: '2025-12-31' };
const ever = { availableFrom: '2010-01-01', availableTo: null, lets: [], ownUse: [] };

describe('days', () => {
  test('let to 31 March and again from 1 June 2025: 304 let, 61 vacant days', () => {
    const lets = [
      { from: '2019-05-01', to: '2025-03-31' },
      { from: '2025-06-01', to: null },
    ];
    expect(unitDays({ ...ever, lets }, [year2025])).toEqual([
      { letDays: 304, vacantDays: 61, ownUseDays: 0 },
    ]);
  });

  test('bought on 1 July and sold from 1 December 2025: 153 days', () => {
    const unit = { ...ever, availableFrom: '2025-07-01', availableTo: '2025-11-30' };
    expect(unitDays(unit, [year2025])).toEqual([{ letDays: 0, vacantDays: 153, ownUseDays: 0 }]);
  });

  test('a tenant who moves in next year does not count today', () => {
    const unit = { ...ever, lets: [{ from: '2026-01-01', to: null }] };
    expect(unitDays(unit, [year2025])[0]?.letDays).toBe(0);
  });

  test('own use of the first half of 2024, 182 days, less 10 that were let after all', () => {
    const unit = {
      ...ever,
      ownUse: ownUseRanges([
        { validFrom: '0001-01-01', ownUse: false, persons: null },
        { validFrom: '2024-01-01', ownUse: true, persons: null },
        { validFrom: '2024-07-01', ownUse: false, persons: null },
      ]),
      lets: [{ from: '2024-06-21', to: '2024-06-30' }],
    };
    expect(unitDays(unit, [{ from: '2024-01-01', to: '2024-12-31' }])).toEqual([
      { letDays: 10, ownUseDays: 172, vacantDays: 184 },
    ]);
  });

  test('let + vacant + own use are the available days; the months of a range are the range', () => {
    const range = fc.tuple(fc.nat(2_000), fc.option(fc.nat(700))).map(([start, length]) => ({
      from: addDays('2020-01-01', start),
      to: length === null ? null : addDays('2020-01-01', start + length),
    }));
    fc.assert(
      fc.property(
        fc.array(range, { maxLength: 5 }),
        fc.array(range, { maxLength: 3 }),
        range,
        fc.tuple(fc.nat(2_000), fc.nat(900)),
        (lets, ownUse, available, [start, length]) => {
          const period = { from: addDays('2020-01-01', start), to: addDays('2020-01-01', start + length) };
          const unit = { availableFrom: available.from, availableTo: available.to, lets, ownUse };
          const [whole] = unitDays(unit, [period]);
          const from = maxDate(available.from, period.from);
          const to = minDate(period.to, available.to);
          const { letDays, vacantDays, ownUseDays } = whole ?? sumUnitDays([]);
          expect(letDays + vacantDays + ownUseDays).toBe(daysInclusive(from, to));
          expect(Math.min(letDays, vacantDays, ownUseDays)).toBeGreaterThanOrEqual(0);
          expect(sumUnitDays(unitDays(unit, monthParts(period)))).toEqual(whole);
          // Day by day, the slow way.
          const holds = (ranges: typeof lets, day: string) =>
            ranges.some((one) => one.from <= day && (one.to === null || day <= one.to));
          let slow = 0;
          for (let day = from; day <= to; day = addDays(day, 1)) if (holds(lets, day)) slow += 1;
          expect(letDays).toBe(slow);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('rate', () => {
  test('304 of 365 days are 83.28 %, own use does not count, nothing available is no figure', () => {
    expect(occupancyRate({ letDays: 304, vacantDays: 61, ownUseDays: 200 }).result).toBe(8_328);
    expect(occupancyRate({ letDays: 0, vacantDays: 0, ownUseDays: 365 }).result).toBeNull();
  });

  test('one empty day of 100,000 keeps it below 100 %', () => {
    expect(occupancyRate({ letDays: 99_999, vacantDays: 1, ownUseDays: 0 }).result).toBe(9_999);
  });
});

describe('vacancy cost', () => {
  test('840 € × 14 ÷ 28 days of February are 420 €; 840 € × 10 ÷ 31 of March 270.97 €', () => {
    expect(vacantMonthCost({ month: '2026-02', vacantDays: 14, askingRentCents: 84_000 })).toBe(42_000);
    expect(vacantMonthCost({ month: '2026-03', vacantDays: 10, askingRentCents: 84_000 })).toBe(27_097);
  });

  test('a unit without an asking rent costs nothing and its 31 days are told; what is not listed is added', () => {
    const { result, trace } = vacancyCost(
      [
        { name: 'A', month: '2026-02', vacantDays: 14, askingRentCents: 84_000 },
        { name: 'B', month: '2026-03', vacantDays: 31, askingRentCents: null },
      ],
      { costCents: 8_000, unpricedDays: 4 },
    );
    expect(result).toEqual({ costCents: 50_000, unpricedDays: 35 });
    expect(trace.result).toEqual(money(50_000));
    expect(trace.steps).toHaveLength(1);
  });

  test('a month that is empty to the last day costs the asking rent', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(47), (askingRentCents, months) => {
        const month = shiftMonth('2020-01', months);
        const vacantDays = daysInMonth(month);
        expect(vacantMonthCost({ month, vacantDays, askingRentCents })).toBe(askingRentCents);
      }),
    );
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
