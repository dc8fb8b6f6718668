import { expect, test } from 'vitest';
import { matchLines } from '@/bank/matching/matcher';
import { liveThrough, makeBankYear } from '../factories/bank-year.ts';

/** The bar of the product: nothing certain is wrong, nine in ten need no click, nearly all are right at first sight. */
test.each([1, 7])('a year of 500 leases and its noise, seed %i', (seed) => {
  const figures = liveThrough(makeBankYear(seed, 500), matchLines);
  expect(figures.lines).toBeGreaterThan(5_500);
  expect(figures.certainAndWrong).toEqual([]);
  expect(figures.rightWithoutClick / figures.lines).toBeGreaterThanOrEqual(0.9);
  expect(figures.rightAtFirst / figures.lines).toBeGreaterThanOrEqual(0.98);
});
