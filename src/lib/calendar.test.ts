import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  compareDates,
  dayInMonth,
  daysBetween,
  daysInclusive,
  daysInMonth,
  eachMonth,
  firstOfMonth,
  isCalendarDate,
  isMonth,
  isTimeZone,
  lastOfMonth,
  maxDate,
  minDate,
  monthOf,
  monthsBetween,
  overlaps,
  parseCalendarDate,
  parseMonth,
  shiftMonth,
  todayIn,
  weekday,
} from './calendar.ts';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const month = day.map((text) => text.slice(0, 7));

describe('what a day and a month are', () => {
  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });
  it.each([
    '2023-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0000-01-01',
    '',
  ])('%s is refused', (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => parseCalendarDate(text)).toThrow(RangeError);
  });
  it('2026-11 is a month, 2026-13 and 2026-11-01 are not', () => {
    expect(isMonth('2026-11')).toBe(true);
    expect(() => parseMonth('2026-13')).toThrow(RangeError);
    expect(() => parseMonth('2026-11-01')).toThrow(RangeError);
  });
});

describe('counting', () => {
  it('15 to 30 November = 16 days, both counted', () =>
    expect(daysInclusive('2026-11-15', '2026-11-30')).toBe(16));
  it('a range that ends before it starts has no days', () => {
    expect(daysInclusive('2026-11-15', '2026-11-14')).toBe(0);
    expect(daysInclusive('2026-11-15', '2026-01-01')).toBe(0);
  });
  it('28 Feb 2024 + 2 days = 1 Mar 2024', () => expect(addDays('2024-02-28', 2)).toBe('2024-03-01'));
  it('adding days and counting them back agree', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (start, days) => {
        expect(daysBetween(start, addDays(start, days))).toBe(days);
      }),
    );
  });
  it('counts days as an instant at midnight UTC does, in the year 1 as in 9999', () => {
    const agree = (one: string) => {
      expect(daysBetween('1970-01-01', one)).toBe(Date.parse(`${one}T00:00:00Z`) / 86_400_000);
    };
    for (const one of ['0001-01-01', '0099-12-31', '1900-02-28', '2000-02-29', '9999-12-31']) agree(one);
    fc.assert(fc.property(day, agree));
  });
  it('text order is date order', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect(Math.sign(compareDates(a, b))).toBe(Math.sign(daysBetween(b, a)));
        expect(minDate(a, b) <= maxDate(a, null, b)).toBe(true);
      }),
    );
  });
  it('21 November 2026 is a Saturday (6), the next day a Sunday (7)', () => {
    expect(weekday('2026-11-21')).toBe(6);
    expect(weekday('2026-11-22')).toBe(7);
  });
  it('weekdays repeat every seven days, also before 1970', () => {
    fc.assert(
      fc.property(day, (start) => {
        expect(weekday(addDays(start, 7))).toBe(weekday(start));
        expect(weekday(start)).toBe(new Date(`${start}T12:00:00Z`).getUTCDay() || 7);
      }),
    );
  });
  it('leaves the range of years with an error', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
    expect(() => shiftMonth('0001-01', -1)).toThrow(RangeError);
    expect(() => addDays('2026-01-01', 0.5)).toThrow(RangeError);
  });
});

describe('months', () => {
  it('31 Jan → 28 Feb → 31 Mar with the anchor kept', () => {
    const february = addMonths('2026-01-31', 1);
    expect(february).toBe('2026-02-28');
    expect(addMonths(february, 1, 31)).toBe('2026-03-31');
    expect(addMonths(february, 1)).toBe('2026-03-28');
  });
  it('day 31 of November is the 30th; day 0 is refused', () => {
    expect(dayInMonth('2026-11', 31)).toBe('2026-11-30');
    expect(() => dayInMonth('2026-11', 0)).toThrow(RangeError);
  });
  it('a month has as many days as lie between its ends, and the next day is in the next month', () => {
    fc.assert(
      fc.property(month, (m) => {
        expect(daysInclusive(firstOfMonth(m), lastOfMonth(m))).toBe(daysInMonth(m));
        expect(monthOf(addDays(lastOfMonth(m), 1))).toBe(shiftMonth(m, 1));
      }),
    );
  });
  it('shifting and counting months agree', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: -1200, max: 1200 }), (m, count) => {
        expect(monthsBetween(m, shiftMonth(m, count))).toBe(count);
      }),
    );
  });
  it('an anchored series never drifts', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 60 }), (start, count) => {
        const anchor = Number(start.slice(8));
        let stepped = start;
        for (let step = 0; step < count; step++) stepped = addMonths(stepped, 1, anchor);
        expect(stepped).toBe(addMonths(start, count));
      }),
    );
  });
  it('November 2026 to January 2027 = 3 months; backwards = none', () => {
    expect(eachMonth('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(eachMonth('2027-01', '2026-11')).toEqual([]);
  });
});

describe('overlaps', () => {
  it('ends on the 30th, next from the 1st: free; next from the 30th: taken', () => {
    const first = { from: '2026-01-01', to: '2026-11-30' };
    expect(overlaps(first, { from: '2026-12-01', to: null })).toBe(false);
    expect(overlaps(first, { from: '2026-11-30', to: null })).toBe(true);
    expect(overlaps(first, { from: '2025-01-01', to: '2025-12-31' })).toBe(false);
    expect(overlaps(first, { from: '2025-01-01', to: '2026-01-01' })).toBe(true);
  });
  it('two open ranges always meet', () => {
    expect(overlaps({ from: '2020-01-01', to: null }, { from: '2026-01-01', to: null })).toBe(true);
  });
  it('is the same seen from either side and means a common day', () => {
    const range = fc.tuple(day, fc.option(fc.nat(800))).map(([from, length]) => ({
      from,
      to: length === null ? null : addDays(from, length),
    }));
    fc.assert(
      fc.property(range, range, (a, b) => {
        const from = maxDate(a.from, b.from);
        const common = (a.to === null || a.to >= from) && (b.to === null || b.to >= from);
        expect(overlaps(a, b)).toBe(common);
        expect(overlaps(b, a)).toBe(common);
      }),
    );
  });
});

describe('today', () => {
  const newYear = new Date('2026-12-31T23:30:00Z');
  it('23:30 UTC on 31 December is already 1 January in Berlin and still the 31st in Miami', () => {
    expect(todayIn('Europe/Berlin', newYear)).toBe('2027-01-01');
    expect(todayIn('America/New_York', newYear)).toBe('2026-12-31');
  });
  it('an unknown zone is refused', () => {
    expect(() => todayIn('Europe/Nowhere', newYear)).toThrow(RangeError);
    expect(isTimeZone('Europe/Nowhere')).toBe(false);
    expect(isTimeZone('Europe/Vienna')).toBe(true);
  });
  it('a distance from Greenwich is no zone, a name of one is', () => {
    for (const text of ['+02:00', '-0800', '+02', ' Europe/Berlin', '']) expect(isTimeZone(text)).toBe(false);
    for (const text of ['UTC', 'Etc/GMT-2', 'America/Argentina/Buenos_Aires']) {
      expect(isTimeZone(text)).toBe(true);
    }
  });
});
