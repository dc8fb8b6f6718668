import { describe, expect, it } from 'vitest';
import { everyBooking, periodDays, readBookingFilter, writeBookingFilter } from './search-params';

const today = '2026-11-21';
const read = (query: string) => readBookingFilter(new URLSearchParams(query));

describe('the filter in the address', () => {
  it('is read back as it was written, and says nothing when nothing is narrowed', () => {
    const filter = {
      search: 'Dach & Rinne',
      period: 'range' as const,
      from: '2026-01-01',
      to: '2026-03-31',
      kind: 'expense' as const,
      categoryId: '019a0000-0000-7000-8000-000000000001',
      place: 'portfolio',
    };
    expect(read(writeBookingFilter(filter).toString())).toEqual(filter);
    expect(writeBookingFilter(everyBooking).toString()).toBe('');
    expect(read('')).toEqual(everyBooking);
  });
  it('leaves out what makes no sense', () => {
    expect(read('period=century&from=2026-02-30&kind=gift&category=1&place=<script>')).toEqual(everyBooking);
  });
});

describe('periodDays on 21 November 2026', () => {
  it.each([
    ['year', '2026-01-01', '2026-12-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['month', '2026-11-01', '2026-11-30'],
    ['twelve_months', '2025-12-01', '2026-11-21'],
    ['all', null, null],
  ] as const)('%s: %s to %s', (period, from, to) => {
    expect(periodDays({ period, from: null, to: null }, today)).toEqual({ from, to });
  });
  it('a range may be open at either end, and its days may be given in either order', () => {
    expect(periodDays({ period: 'range', from: '2026-01-01', to: null }, today)).toEqual({
      from: '2026-01-01',
      to: null,
    });
    expect(periodDays({ period: 'range', from: '2026-05-01', to: '2026-01-01' }, today)).toEqual({
      from: '2026-01-01',
      to: '2026-05-01',
    });
  });
});
