import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysInclusive, maxDate, minDate, overlaps } from '@/lib/calendar';
import { type OccupancyUnit, unitDays, vacancyCost } from './rules';
import {
  lettableDays,
  type OccupancyState,
  occupancySegments,
  runningVacancyCost,
  stripPeriod,
  vacantMonths,
} from './segment-rules';

const year = { from: '2025-01-01', to: '2025-12-31' };
const ever: OccupancyUnit = { availableFrom: '2010-01-01', availableTo: null, lets: [], ownUse: [] };
const shown = (unit: Partial<OccupancyUnit>, period = year) =>
  occupancySegments({ ...ever, ...unit }, period).map(({ state, from, to }) => [state, from, to]);

describe('segments', () => {
  test('let to 31 March and again from 1 June: a gap of April and May', () => {
    const lets = [
      { from: '2019-05-01', to: '2025-03-31' },
      { from: '2025-06-01', to: null },
    ];
    expect(shown({ lets })).toEqual([
      ['let', '2025-01-01', '2025-03-31'],
      ['gap', '2025-04-01', '2025-05-31'],
      ['let', '2025-06-01', '2025-12-31'],
    ]);
  });

  test('a lease that follows the next day leaves no gap', () => {
    const lets = [
      { from: '2024-01-01', to: '2025-03-31' },
      { from: '2025-04-01', to: null },
    ];
    expect(shown({ lets })).toEqual([['let', '2025-01-01', '2025-12-31']]);
  });

  test('the leases around a gap may lie outside the period: it stays one, and is free from its first day', () => {
    const lets = [
      { from: '2020-01-01', to: '2024-10-31' },
      { from: '2026-02-01', to: null },
    ];
    expect(occupancySegments({ ...ever, lets }, year)).toEqual([
      { state: 'gap', ...year, free: { from: '2024-11-01', to: '2026-01-31' } },
    ]);
  });

  test('vacant before the first lease, after the last, and beside own use is no gap', () => {
    const lets = [{ from: '2025-03-01', to: '2025-04-30' }];
    const ownUse = [{ from: '2025-07-01', to: '2025-08-31' }];
    expect(shown({ lets, ownUse })).toEqual([
      ['vacant', '2025-01-01', '2025-02-28'],
      ['let', '2025-03-01', '2025-04-30'],
      ['vacant', '2025-05-01', '2025-06-30'],
      ['ownUse', '2025-07-01', '2025-08-31'],
      ['vacant', '2025-09-01', '2025-12-31'],
    ]);
  });

  test('a lease from 1 May over own use since ever is a conflict from that day', () => {
    const lets = [{ from: '2025-05-01', to: null }];
    expect(shown({ lets, ownUse: [{ from: '0001-01-01', to: null }] })).toEqual([
      ['ownUse', '2025-01-01', '2025-04-30'],
      ['conflict', '2025-05-01', '2025-12-31'],
    ]);
  });

  test('only days on which the unit was owned: bought on 15 March, sold on 1 October 2025', () => {
    expect(shown({ availableFrom: '2025-03-15', availableTo: '2025-09-30' })).toEqual([
      ['vacant', '2025-03-15', '2025-09-30'],
    ]);
    expect(shown({ availableFrom: '2026-01-01' })).toEqual([]);
  });
});

const day = fc.integer({ min: -200, max: 600 }).map((offset) => addDays('2025-01-01', offset));
const range = fc
  .tuple(day, fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }))
  .map(([from, days]) => ({ from, to: days === null ? null : addDays(from, days) }));
const unit = fc.record({
  availableFrom: day,
  availableTo: fc.option(day, { nil: null }),
  lets: fc.array(range, { maxLength: 4 }),
  ownUse: fc.array(range, { maxLength: 3 }),
});

describe('laws', () => {
  const days = (segments: { state: OccupancyState; from: string; to: string }[], states: OccupancyState[]) =>
    segments
      .filter((one) => states.includes(one.state))
      .reduce((sum, one) => sum + daysInclusive(one.from, one.to), 0);

  test('segments cover the owned days without holes or overlaps, and neighbours differ', () => {
    fc.assert(
      fc.property(unit, (one) => {
        const segments = occupancySegments(one, year);
        for (const [index, segment] of segments.entries()) {
          expect(segment.from <= segment.to).toBe(true);
          const next = segments[index + 1];
          if (next)
            expect([next.from, next.state === segment.state]).toEqual([addDays(segment.to, 1), false]);
        }
        const from = maxDate(one.availableFrom, year.from);
        const to = minDate(year.to, one.availableTo);
        expect([segments[0]?.from, segments.at(-1)?.to]).toEqual(
          from <= to ? [from, to] : [undefined, undefined],
        );
      }),
    );
  });

  test('their days are those of the statistics: let, own use and vacant', () => {
    fc.assert(
      fc.property(unit, (one) => {
        const segments = occupancySegments(one, year);
        expect(unitDays(one, [year])).toEqual([
          {
            letDays: days(segments, ['let', 'conflict']),
            ownUseDays: days(segments, ['ownUse']),
            vacantDays: days(segments, ['vacant', 'gap']),
          },
        ]);
      }),
    );
  });

  test('every day of a segment is what the leases and own use say of it; a gap has a lease on both sides', () => {
    fc.assert(
      fc.property(unit, (one) => {
        for (const { state, from, to, free } of occupancySegments(one, year)) {
          const isLet = one.lets.some((lease) => overlaps(lease, { from, to }));
          const isOwnUse = one.ownUse.some((use) => overlaps(use, { from, to }));
          expect([isLet, isOwnUse]).toEqual([
            state === 'let' || state === 'conflict',
            state === 'ownUse' || state === 'conflict',
          ]);
          if (state !== 'gap') continue;
          expect(one.lets.some((lease) => lease.to !== null && lease.to < from)).toBe(true);
          expect(one.lets.some((lease) => lease.from > to)).toBe(true);
          if (free) expect(one.lets.some((lease) => overlaps(lease, free))).toBe(false);
        }
      }),
    );
  });

  test('the cost that runs along is the vacancy cost of the statistics, to the cent', () => {
    fc.assert(
      fc.property(unit, day, fc.integer({ min: 0, max: 500_000 }), (one, today, askingRentCents) => {
        const parts = runningVacancyCost(occupancySegments(one, year), askingRentCents, today);
        const months = vacantMonths({ ...one, name: 'Flat', askingRentCents }, year, today);
        const running = parts.reduce((sum, part) => sum + (part.costCents ?? 0), 0);
        expect(running).toBe(vacancyCost(months).result.costCents);
      }),
    );
  });
});

describe('cost', () => {
  const gap = {
    lets: [
      { from: '2020-01-01', to: '2025-04-10' },
      { from: '2025-05-17', to: null },
    ],
  };
  const parts = (askingRentCents: number | null, today: string) =>
    runningVacancyCost(occupancySegments({ ...ever, ...gap }, year), askingRentCents, today)[1];

  test('20 days of April and 16 of May at 930 €: 620.00 + 480.00 = 1,100.00', () => {
    expect(parts(93_000, '2025-12-31')).toEqual({ costCents: 110_000, aheadCents: null });
  });
  test('on 30 April 620.00 are lost, and the 480.00 of May lie ahead', () => {
    expect(parts(93_000, '2025-04-30')).toEqual({ costCents: 62_000, aheadCents: 48_000 });
  });
  test('before it begins all of it lies ahead; without an asking rent nothing is known', () => {
    expect(parts(93_000, '2025-02-01')).toEqual({ costCents: null, aheadCents: 110_000 });
    expect(parts(null, '2025-12-31')).toEqual({ costCents: null, aheadCents: null });
  });
});

test('what is free is let from its first day, what stands empty from today on', () => {
  const free = { from: '2025-04-01', to: '2025-05-31' };
  expect(lettableDays(free, '2025-12-01')).toEqual(free);
  expect(lettableDays(free, '2025-02-01')).toEqual(free);
  expect(lettableDays(free, '2025-04-20')).toEqual({ from: '2025-04-20', to: '2025-05-31' });
  expect(lettableDays({ from: '2020-01-01', to: null }, '2025-04-20')).toEqual({
    from: '2025-04-20',
    to: null,
  });
});

test('on 21 November 2026 the strip runs from 1 November 2025 to 30 November 2027', () => {
  expect(stripPeriod('2026-11-21')).toEqual({ from: '2025-11-01', to: '2027-11-30' });
});
