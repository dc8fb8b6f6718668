import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayInMonth, dayOfMonth, daysInMonth, monthOf, monthsBetween } from '../../lib/calendar.ts';
import {
  amountOn,
  daysToPost,
  dueDays,
  monthlyCents,
  nextDueDay,
  type Recurrence,
  recurringState,
  startsOnAnchor,
} from './rules.ts';

const series = (overrides: Partial<Recurrence> = {}): Recurrence => ({
  startsOn: '2026-01-31',
  endsOn: null,
  everyMonths: 1,
  anchorDay: 31,
  ...overrides,
});

const anyDay = fc.integer({ min: 0, max: 5_000 }).map((days) => addDays('2019-01-01', days));
const anySeries = fc
  .record({
    startsOn: anyDay,
    length: fc.option(fc.nat(2_000)),
    everyMonths: fc.integer({ min: 1, max: 120 }),
    isEndOfMonth: fc.boolean(),
  })
  .map(({ startsOn, length, everyMonths, isEndOfMonth }): Recurrence => {
    const day = dayOfMonth(startsOn);
    const isLast = day === daysInMonth(monthOf(startsOn));
    return {
      startsOn,
      endsOn: length === null ? null : addDays(startsOn, length),
      everyMonths,
      anchorDay: isLast && isEndOfMonth ? 31 : day,
    };
  });

describe('dueDays', () => {
  it('keeps the 31st: 31 Jan, 28 Feb, 31 Mar, 30 Apr 2026', () => {
    expect(dueDays(series(), '2026-01-01', '2026-04-30')).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });
  it('knows the leap year: every 12 months from 29 Feb 2024 is 28 Feb until 29 Feb 2028', () => {
    const yearly = series({ startsOn: '2024-02-29', anchorDay: 29, everyMonths: 12 });
    expect(dueDays(yearly, '2024-01-01', '2028-12-31')).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
  });
  it('property tax on 15 Feb, May, Aug, Nov is every 3 months', () => {
    const tax = series({ startsOn: '2026-02-15', anchorDay: 15, everyMonths: 3 });
    expect(dueDays(tax, '2026-05-15', '2026-11-15')).toEqual(['2026-05-15', '2026-08-15', '2026-11-15']);
  });
  it('a series that ends on a due day has that day, one that ends the day before has not', () => {
    expect(dueDays(series({ endsOn: '2026-03-31' }), '2026-03-01', '2026-12-31')).toEqual(['2026-03-31']);
    expect(dueDays(series({ endsOn: '2026-03-30' }), '2026-03-01', '2026-12-31')).toEqual([]);
  });
  it('never drifts: each due day is its month’s anchor, n months after the one before', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 4_000 }), (item, span) => {
        const days = dueDays(item, item.startsOn, addDays(item.startsOn, span));
        expect(days[0]).toBe(item.startsOn);
        for (const [index, day] of days.entries()) {
          expect(day).toBe(dayInMonth(monthOf(day), item.anchorDay));
          expect(monthsBetween(monthOf(item.startsOn), monthOf(day))).toBe(index * item.everyMonths);
          expect(item.endsOn === null || day <= item.endsOn).toBe(true);
        }
      }),
    );
  });
  it('a range asked for in parts gives the days of the whole', () => {
    fc.assert(
      fc.property(anySeries, anyDay, fc.nat(1_500), fc.nat(1_500), (item, from, first, second) => {
        const middle = addDays(from, first);
        const to = addDays(middle, second + 1);
        expect([...dueDays(item, from, middle), ...dueDays(item, addDays(middle, 1), to)]).toEqual(
          dueDays(item, from, to),
        );
      }),
    );
  });
});

describe('nextDueDay', () => {
  it('is the first of the days from then on', () => {
    fc.assert(
      fc.property(anySeries, anyDay, (item, from) => {
        expect(nextDueDay(item, from)).toBe(dueDays(item, from, addDays(from, 10_000))[0] ?? null);
      }),
    );
  });
});

describe('daysToPost', () => {
  it('however often and whenever it runs, every due day up to the last run is posted once', () => {
    fc.assert(
      fc.property(anySeries, fc.array(fc.nat(200), { minLength: 1, maxLength: 8 }), (item, waits) => {
        const posted: string[] = [];
        let postedThrough: string | null = null;
        let today = addDays(item.startsOn, -20);
        for (const wait of waits) {
          today = addDays(today, wait);
          posted.push(...daysToPost({ ...item, postedThrough }, today));
          postedThrough = today;
        }
        expect(posted).toEqual(dueDays(item, item.startsOn, today));
      }),
    );
  });
});

describe('startsOnAnchor', () => {
  it.each([
    ['2026-02-28', 28, true],
    ['2026-02-28', 31, true],
    ['2026-02-27', 31, false],
    ['2026-03-30', 31, false],
    ['2026-03-15', 15, true],
    ['2026-03-15', 1, false],
  ])('%s with anchor %i: %s', (startsOn, anchorDay, expected) => {
    expect(startsOnAnchor({ startsOn, anchorDay })).toBe(expected);
  });
});

describe('amountOn', () => {
  const amounts = [
    { validFrom: '2026-07-01', amountCents: 11_000 },
    { validFrom: '2026-01-01', amountCents: 10_000 },
  ];
  it.each([
    ['2025-12-31', 10_000],
    ['2026-06-30', 10_000],
    ['2026-07-01', 11_000],
    ['2030-01-01', 11_000],
  ])('on %s: %i cents', (day, cents) => expect(amountOn(amounts, day)?.amountCents).toBe(cents));
  it('is null when there is none', () => expect(amountOn([], '2026-01-01')).toBeNull());
});

describe('recurringState', () => {
  const item = { startsOn: '2026-01-01', endsOn: '2026-12-31', pausedOn: null };
  it.each([
    ['2025-12-31', null, 'upcoming'],
    ['2026-01-01', null, 'active'],
    ['2026-12-31', null, 'active'],
    ['2027-01-01', null, 'ended'],
    ['2026-06-01', '2026-05-01', 'paused'],
    ['2027-01-01', '2026-05-01', 'ended'],
  ])('on %s, paused on %s: %s', (today, pausedOn, state) => {
    expect(recurringState({ ...item, pausedOn }, today)).toBe(state);
  });
});

describe('monthlyCents', () => {
  it.each([
    [30_000, 3, 10_000],
    [10_000, 12, 833],
    [5, 2, 3],
  ])('%i cents every %i months is %i a month', (cents, months, expected) => {
    expect(monthlyCents(cents, months)).toBe(expected);
  });
});
