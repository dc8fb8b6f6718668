import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { needlessBefore, tenantDataKept } from './keep-rules';

test('gone on 30 June 2015: claims until the end of 2018, receipts of 2023, books of 2025; in 2026 nothing is left', () => {
  expect(tenantDataKept('2015-06-30').result).toEqual({
    claimsUntil: '2018-12-31',
    receiptsUntil: '2023-12-31',
    booksUntil: '2025-12-31',
  });
  expect(needlessBefore('2025-12-31')).toBe('2015-01-01');
  expect(needlessBefore('2026-01-01')).toBe('2016-01-01');
});

test('a day lies before the bound exactly when its last period is over', () => {
  const days = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays('1900-01-01', count));
  fc.assert(
    fc.property(days, days, (lastRecordOn, today) => {
      const isOver = tenantDataKept(lastRecordOn).result.booksUntil < today;
      expect(lastRecordOn < needlessBefore(today)).toBe(isOver);
    }),
  );
});
