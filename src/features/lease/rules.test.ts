import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../lib/calendar.ts';
import { belongsOn, coversDay, leaseState } from '../occupancy/term-rules.ts';
import {
  beginWith,
  bookedFromBreach,
  endBreach,
  followStart,
  followTerm,
  openingBreach,
  openingMonths,
  rangeBreach,
  repeatedRange,
  uncoveredDay,
} from './rules.ts';

const term = { startsOn: '2026-02-01', endsOn: '2026-11-30', voidedAt: null };
const open = { startsOn: '2026-02-01', endsOn: null, voidedAt: null };

describe('what a lease refuses', () => {
  it('an end before the start', () => {
    const end = { endsOn: '2026-01-31', noticeGivenOn: null };
    expect(endBreach(term, end)).toEqual({ field: 'endsOn', code: 'end_before_start' });
    expect(endBreach(term, { ...end, endsOn: '2026-02-01' })).toBeNull();
  });
  it('a notice given after the day it takes effect', () => {
    const end = { endsOn: '2026-05-31', noticeGivenOn: '2026-06-01' };
    expect(endBreach(term, end)).toEqual({ field: 'noticeGivenOn', code: 'notice_after_end' });
    expect(endBreach(term, { ...end, noticeGivenOn: '2026-05-31' })).toBeNull();
  });
  it('a first posted month after the end', () => {
    expect(bookedFromBreach(term, '2026-12-01')).toEqual({ field: 'bookedFrom', code: 'booked_after_end' });
    expect(bookedFromBreach(term, '2026-11-01')).toBeNull();
    expect(bookedFromBreach(open, '2099-01-01')).toBeNull();
  });
  it('a unit or tenant on days outside the lease', () => {
    expect(rangeBreach(term, { from: '2026-02-01', to: '2026-11-30' })).toBeNull();
    expect(rangeBreach(term, { from: '2026-03-01', to: null })).toBeNull();
    expect(rangeBreach(term, { from: '2026-01-31', to: null })).toEqual({
      field: 'from',
      code: 'outside_lease',
    });
    expect(rangeBreach(term, { from: '2026-03-01', to: '2026-12-01' })).toEqual({
      field: 'to',
      code: 'outside_lease',
    });
    expect(rangeBreach(term, { from: '2026-03-02', to: '2026-03-01' })).toEqual({
      field: 'to',
      code: 'end_before_start',
    });
  });
  it('coversDay is true on exactly the days of the state active', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 800 }), (offset) => {
        const day = addDays('2026-02-01', offset);
        expect(coversDay(term, day)).toBe(leaseState({ ...term, soldOn: null }, day) === 'active');
      }),
    );
  });
});

describe('parts of a lease', () => {
  it.each([
    [[{ from: '2026-02-01', to: null }], null],
    [[{ from: '2026-02-02', to: null }], '2026-02-01'],
    [
      [
        { from: '2026-05-01', to: null },
        { from: '2026-02-01', to: '2026-04-29' },
      ],
      '2026-04-30',
    ],
    [[{ from: '2026-02-01', to: '2026-11-30' }], null],
    [[{ from: '2026-02-01', to: '2026-11-29' }], '2026-11-30'],
    [[], '2026-02-01'],
  ])('%j leaves %s without', (ranges, day) => expect(uncoveredDay(term, ranges)).toBe(day));

  it('an open lease needs an open range', () => {
    expect(uncoveredDay(open, [{ from: '2026-02-01', to: '2026-12-31' }])).toBe('2027-01-01');
  });

  it('finds the second of two ranges of the same thing that share a day', () => {
    const until = { id: 'flat', from: '2026-02-01', to: '2026-04-30' };
    expect(repeatedRange([until, { id: 'flat', from: '2026-05-01', to: null }])).toBeNull();
    expect(repeatedRange([until, { id: 'flat', from: '2026-04-30', to: null }])).toBe(1);
    expect(repeatedRange([until, { id: 'garage', from: '2026-04-30', to: null }])).toBeNull();
  });

  it('before a lease and after it, those of its first and last day belong to it', () => {
    const part = { fromOn: '2026-05-01', toOn: '2026-11-30' };
    expect(['2026-01-01', '2026-05-01', '2027-01-01'].map((day) => belongsOn(part, term, day))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('what began or ended with the lease follows it, what lies between stays, what comes later is left out', () => {
    const parts = [
      { fromOn: '2026-02-01', toOn: null },
      { fromOn: '2026-02-01', toOn: '2026-06-30' },
      { fromOn: '2026-07-01', toOn: '2026-11-30' },
      { fromOn: '2026-10-01', toOn: null },
    ];
    expect(followTerm(parts, term, { startsOn: '2026-03-01', endsOn: '2026-09-15' })).toEqual([
      { fromOn: '2026-03-01', toOn: null },
      { fromOn: '2026-03-01', toOn: '2026-06-30' },
      { fromOn: '2026-07-01', toOn: null },
    ]);
    expect(followTerm(parts, term, { startsOn: '2026-07-15', endsOn: null })).toBeNull();
  });

  it('parts that cover a lease cover it after its end has moved', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.nat(600), (first, second, end) => {
        const day = (days: number) => addDays('2026-02-01', days);
        const parts = [
          { fromOn: '2026-02-01', toOn: day(first) },
          { fromOn: day(first + 1), toOn: day(first + 1 + second) },
          { fromOn: day(first + 2 + second), toOn: null },
        ];
        const after = { startsOn: '2026-02-01', endsOn: day(end) };
        const moved = followTerm(parts, open, after) ?? [];
        expect(
          uncoveredDay(
            after,
            moved.map(({ fromOn, toOn }) => ({ from: fromOn, to: toOn })),
          ),
        ).toBeNull();
        const reopened = followTerm(moved, after, open) ?? [];
        expect(
          uncoveredDay(
            open,
            reopened.map(({ fromOn, toOn }) => ({ from: fromOn, to: toOn })),
          ),
        ).toBeNull();
      }),
    );
  });
});

describe('an account that begins with an earlier month', () => {
  const late = { startsOn: '2025-11-16', bookedFrom: '2026-02-01' };
  it('may begin with each from the one its lease began in, the latest first', () => {
    expect(openingMonths(late)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
    expect(openingBreach(late, '2025-11-01')).toBeNull();
  });
  it('or with the one its lease began in alone, where it is booked from there: the balance may be another', () => {
    expect(openingMonths({ ...late, bookedFrom: '2025-11-01' })).toEqual(['2025-11']);
  });
  it('or with the same one, before which something else was open than was entered', () => {
    expect(openingBreach(late, '2026-02-01')).toBeNull();
  });
  it('or with the same one, where the lease was corrected to begin after it', () => {
    const behind = { startsOn: '2026-03-01', bookedFrom: '2026-02-01' };
    expect(openingMonths(behind)).toEqual(['2026-02']);
    expect(openingBreach(behind, '2026-02-01')).toBeNull();
  });
  it('not with a later one, or one before the lease', () => {
    expect(openingBreach(late, '2026-03-01')).toBe('lease.booked_from_not_earlier');
    expect(openingBreach(late, '2025-10-01')).toBe('lease.booked_from_outside_term');
  });
});

describe('another first day', () => {
  const account = { startsOn: '2026-02-15', bookedFrom: '2026-02-01', hasOpening: false };
  it('takes the account along that begins with the lease, and no other', () => {
    expect(followStart(account, '2025-12-16')).toBe('2025-12-01');
    expect(followStart(account, '2026-04-16')).toBe('2026-04-01');
    expect(followStart({ ...account, hasOpening: true }, '2025-12-16')).toBe('2026-02-01');
    expect(followStart({ ...account, bookedFrom: '2026-03-01' }, '2025-12-16')).toBe('2026-03-01');
  });
  it('takes the rent that applies on it, and those before fall away', () => {
    const [first, second] = [{ validFrom: '2026-02-15' }, { validFrom: '2026-05-01' }];
    expect(beginWith([first, second], account, '2026-01-01')).toEqual({ first, over: [] });
    expect(beginWith([first, second], account, '2026-04-30')).toEqual({ first, over: [] });
    expect(beginWith([first, second], account, '2026-05-01')).toEqual({ first: second, over: [first] });
    // A household known from a later day than the first.
    expect(beginWith([second], account, '2026-03-01')).toEqual({ first: null, over: [] });
  });
});
