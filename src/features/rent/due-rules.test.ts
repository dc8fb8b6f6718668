import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueRules } from '../../domain/vocabulary.ts';
import {
  addDays,
  daysInMonth,
  eachMonth,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  shiftMonth,
} from '../../lib/calendar.ts';
import { publicHolidays } from './holiday-rules.ts';
import { dueOn, isPaymentDay, postingPeriods } from './rules.ts';

const month = fc.integer({ min: 0, max: 600 }).map((count) => shiftMonth('2000-01', count));
/** A month and the first day of it that is owed. */
const partMonth = month.chain((m) =>
  fc
    .integer({ min: 0, max: daysInMonth(m) - 1 })
    .map((days) => ({ month: m, from: addDays(firstOfMonth(m), days) })),
);

describe('dueOn', () => {
  const none = new Set<string>();
  const holidays = (year: number, state: Parameters<typeof publicHolidays>[1]) =>
    new Set(
      [...publicHolidays(year, state), ...publicHolidays(year + 1, state)].map((holiday) => holiday.day),
    );
  const third = { rule: 'third_working_day' as const };

  it('November 2026 begins on a Sunday: Mon 2, Tue 3, Wed 4', () => {
    expect(dueOn(third, '2026-11', none)).toBe('2026-11-04');
  });
  it('August 2026 begins on a Saturday, which does not count: Mon 3, Tue 4, Wed 5', () => {
    expect(dueOn(third, '2026-08', none)).toBe('2026-08-05');
  });
  it('January 2026: Thu 1 is New Year, Fri 2, Mon 5; Tue 6 is Epiphany in Bavaria, so Wed 7 there', () => {
    expect(dueOn(third, '2026-01', holidays(2026, 'BE'))).toBe('2026-01-06');
    expect(dueOn(third, '2026-01', holidays(2026, 'BY'))).toBe('2026-01-07');
  });
  it('May 2026: Fri 1 is a holiday, Mon 4, Tue 5, Wed 6', () => {
    expect(dueOn(third, '2026-05', holidays(2026, 'HH'))).toBe('2026-05-06');
  });
  it('day 31 is the 30th in November; the first is the 1st', () => {
    expect(dueOn({ rule: 'day_of_month', day: 31 }, '2026-11', none)).toBe('2026-11-30');
    expect(dueOn({ rule: 'first' }, '2026-11', none)).toBe('2026-11-01');
  });
  it('§ 193 BGB moves Sunday 1 November 2026 to Monday 2, in Bavaria past no holiday but Sunday', () => {
    const moved = { rule: 'first' as const, movesToWorkingDay: true };
    expect(dueOn(moved, '2026-11', holidays(2026, 'BY'))).toBe('2026-11-02');
    expect(dueOn(moved, '2026-12', none)).toBe('2026-12-01');
  });
  it('a lease from Sunday 15 November: third working day Wed 18, first = 15, day 5 = 15, day 20 = 20', () => {
    const from = '2026-11-15';
    expect(dueOn(third, '2026-11', none, from)).toBe('2026-11-18');
    expect(dueOn({ rule: 'first' }, '2026-11', none, from)).toBe(from);
    expect(dueOn({ rule: 'day_of_month', day: 5 }, '2026-11', none, from)).toBe(from);
    expect(dueOn({ rule: 'day_of_month', day: 20 }, '2026-11', none, from)).toBe('2026-11-20');
  });
  it('the third working day is one, and exactly two lie before it in the month', () => {
    const year = holidays(2026, 'BW');
    for (const m of eachMonth('2026-01', '2026-12')) {
      const due = dueOn(third, m, year);
      expect(isPaymentDay(due, year)).toBe(true);
      let before = 0;
      for (let day = firstOfMonth(m); day < due; day = addDays(day, 1))
        before += isPaymentDay(day, year) ? 1 : 0;
      expect(before).toBe(2);
    }
  });
  it('is never before the first day owed', () => {
    fc.assert(
      fc.property(
        partMonth,
        fc.constantFrom(...dueRules),
        fc.integer({ min: 1, max: 31 }),
        fc.boolean(),
        (part, rule, day, movesToWorkingDay) => {
          const due = dueOn({ rule, day, movesToWorkingDay }, part.month, none, part.from);
          expect(due >= part.from).toBe(true);
        },
      ),
    );
  });
});

describe('postingPeriods', () => {
  const base = {
    bookedFrom: '2026-11-01',
    startsOn: '2019-04-15',
    endsOn: null,
    postedThrough: null,
    through: '2026-11-21',
  };
  it('a lease since 2019 booked from this month posts one month, not seven years', () => {
    expect(postingPeriods(base)).toEqual(['2026-11']);
  });
  it('posts what is missing since the last run, and nothing a second time', () => {
    expect(postingPeriods({ ...base, postedThrough: '2026-11-30' })).toEqual([]);
    expect(postingPeriods({ ...base, postedThrough: '2026-11-30', through: '2027-01-03' })).toEqual([
      '2026-12',
      '2027-01',
    ]);
  });
  it('stops with the lease and starts with it', () => {
    const input = { ...base, bookedFrom: '2026-01-01', startsOn: '2026-09-20', endsOn: '2026-10-02' };
    expect(postingPeriods(input)).toEqual(['2026-09', '2026-10']);
    expect(postingPeriods({ ...input, startsOn: '2026-12-01', endsOn: null })).toEqual([]);
  });
  it('a month posted in part is posted', () => {
    expect(postingPeriods({ ...base, postedThrough: '2026-11-14' })).toEqual([]);
  });
  it('posting in steps posts the same months as posting at once, each once', () => {
    const later = fc.array(fc.nat(200), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.nat(400), fc.option(fc.nat(900)), later, (offset, length, waits) => {
        const startsOn = addDays('2024-01-01', offset);
        const endsOn = length === null ? null : addDays(startsOn, length);
        const lease = { bookedFrom: '2024-06-01', startsOn, endsOn };
        let through = '2024-03-01';
        let postedThrough: string | null = null;
        const posted: string[] = [];
        for (const wait of waits) {
          through = addDays(through, wait);
          for (const m of postingPeriods({ ...lease, postedThrough, through })) {
            posted.push(m);
            postedThrough = endsOn && endsOn < lastOfMonth(m) ? endsOn : lastOfMonth(m);
          }
        }
        expect(posted).toEqual(postingPeriods({ ...lease, postedThrough: null, through }));
        for (const m of posted) expect(m <= monthOf(through)).toBe(true);
      }),
    );
  });
});
