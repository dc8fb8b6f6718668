import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../lib/calendar.ts';
import { leaseState } from './term-rules.ts';

const term = { startsOn: '2026-02-01', endsOn: '2026-11-30', soldOn: null, voidedAt: null };
const open = { startsOn: '2026-02-01', endsOn: null, soldOn: null, voidedAt: null };

describe('leaseState', () => {
  it.each([
    ['2026-01-31', 'upcoming'],
    ['2026-02-01', 'active'],
    ['2026-11-30', 'active'],
    ['2026-12-01', 'ended'],
  ])('1 Feb to 30 Nov 2026 is on %s %s', (today, state) => expect(leaseState(term, today)).toBe(state));
  it('an open lease stays active', () => expect(leaseState(open, '2099-01-01')).toBe('active'));
  it('a notice shows from the day it is given until the last day', () => {
    const given = { ...term, noticeGivenOn: '2026-08-15' };
    expect(leaseState(given, '2026-08-14')).toBe('active');
    expect(leaseState(given, '2026-08-15')).toBe('notice_given');
    expect(leaseState(given, '2026-11-30')).toBe('notice_given');
    expect(leaseState(given, '2026-12-01')).toBe('ended');
  });
  it('of a house sold on 1 Nov 2026 it is the seller’s until 31 Oct, and has passed to the buyer from then on', () => {
    const sold = { ...term, noticeGivenOn: '2026-08-15', soldOn: '2026-11-01' };
    expect(leaseState(sold, '2026-10-31')).toBe('notice_given');
    expect(leaseState(sold, '2026-11-01')).toBe('sold');
    expect(leaseState(sold, '2027-01-01')).toBe('sold');
    expect(leaseState({ ...sold, startsOn: '2026-12-01' }, '2026-11-15')).toBe('sold');
  });
  it('void wins over everything', () => {
    expect(leaseState({ ...term, soldOn: '2026-03-01', voidedAt: new Date(0) }, '2026-06-01')).toBe('void');
  });
  it('a lease runs upcoming → active → ended, never back', () => {
    const rank = { upcoming: 0, active: 1, notice_given: 2, sold: 3, ended: 4, void: 5 };
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 800 }), fc.integer({ min: 0, max: 300 }), (offset, later) => {
        const lease = { ...term, noticeGivenOn: '2026-05-01' };
        const day = addDays('2026-02-01', offset);
        expect(rank[leaseState(lease, day)]).toBeLessThanOrEqual(
          rank[leaseState(lease, addDays(day, later))],
        );
      }),
    );
  });
});
