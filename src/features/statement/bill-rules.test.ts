import { expect, test } from 'vitest';
import { billsFor, totalFor } from './bill-rules';

const bill = (billedTo: string[] | null, partCents: number, notRecoverableCents = 0) => ({
  billedTo,
  partCents,
  notRecoverableCents,
});

test('of costs billed unit by unit a lease sees its own bill and its own total: 100.00 less 10.00, not 400.00', () => {
  const line = {
    key: 'direct',
    sharedCents: 39_000,
    bills: [bill(['anna'], 10_000, 1_000), bill(['bert'], 30_000)],
  };
  expect(billsFor(line, 'anna')).toEqual([line.bills[0]]);
  expect(totalFor(line, 'anna')).toBe(9_000);
  expect(totalFor(line, 'bert')).toBe(30_000);
});

test('what is shared out is a part of what is shared out', () => {
  const line = { key: 'area', sharedCents: 39_000, bills: [bill(null, 40_000, 1_000)] };
  expect(billsFor(line, 'anna')).toEqual(line.bills);
  expect(totalFor(line, 'anna')).toBe(39_000);
});
