import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysInclusive } from '@/lib/calendar';
import { countedPeriod, monthParts, wholeYear, yearBefore, yearUntil } from './period';

test('2026 counts up to 21 November, 2025 whole, 2027 not at all', () => {
  expect(countedPeriod({ from: '2026-01-01', to: '2026-12-31' }, '2026-11-21')).toEqual({
    from: '2026-01-01',
    to: '2026-11-21',
  });
  expect(countedPeriod({ from: '2025-01-01', to: '2025-12-31' }, '2026-11-21')?.to).toBe('2025-12-31');
  expect(countedPeriod({ from: '2027-01-01', to: '2027-12-31' }, '2026-11-21')).toBeNull();
});

test('the year before ends with the month where the period does: February 2024 and 2025 meet', () => {
  expect(yearBefore({ from: '2025-01-01', to: '2025-02-28' })).toEqual({
    from: '2024-01-01',
    to: '2024-02-29',
  });
  expect(yearBefore({ from: '2024-02-01', to: '2024-02-29' })).toEqual({
    from: '2023-02-01',
    to: '2023-02-28',
  });
  expect(yearBefore({ from: '2026-01-01', to: '2026-11-21' }).to).toBe('2025-11-21');
});

test('the year until 28 February 2025 begins on 1 March 2024, until 21 November on 22 November', () => {
  expect(yearUntil('2025-02-28')).toEqual({ from: '2024-03-01', to: '2025-02-28' });
  expect(yearUntil('2026-11-21').from).toBe('2025-11-22');
});

test('the parts of a period are its days, each in its month', () => {
  fc.assert(
    fc.property(fc.nat(3_000), fc.nat(800), (start, length) => {
      const from = addDays('2018-06-15', start);
      const to = addDays(from, length);
      const parts = monthParts({ from, to });
      expect(parts.reduce((sum, part) => sum + daysInclusive(part.from, part.to), 0)).toBe(length + 1);
      for (const part of parts)
        expect([part.from.slice(0, 7), part.to.slice(0, 7)]).toEqual([part.month, part.month]);
    }),
  );
});

test('1 January to 31 December 2025 is the year 2025; a day less, a day more or two years are no year', () => {
  expect(wholeYear({ from: '2025-01-01', to: '2025-12-31' })).toBe(2025);
  expect(wholeYear({ from: '2025-01-02', to: '2025-12-31' })).toBeNull();
  expect(wholeYear({ from: '2025-01-01', to: '2026-01-01' })).toBeNull();
  expect(wholeYear({ from: '2025-01-01', to: '2026-12-31' })).toBeNull();
});
