import { expect, test } from 'vitest';
import { readyResults } from './result-rules.ts';

const lease = (resultCents: number | null, more = {}) => ({
  isSettled: true,
  isStopped: false,
  resultCents,
  ...more,
});

test('120 and 30 € to pay, 50 € to give back; what waits for something to be mended is counted, not summed up', () => {
  const leases = [lease(12_000), lease(3_000), lease(-5_000), lease(40_000, { isStopped: true })];
  expect(readyResults(leases)).toEqual({
    count: 3,
    waiting: 1,
    backPaymentsCents: 15_000,
    creditsCents: 5_000,
  });
});

test('a lump sum is settled by nothing, and waits for nothing', () => {
  expect(readyResults([lease(null, { isSettled: false })])).toMatchObject({ count: 0, waiting: 0 });
});
