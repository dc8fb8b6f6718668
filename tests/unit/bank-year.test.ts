import { expect, test } from 'vitest';
import { matchLines } from '@/bank/matching/matcher';
import { liveThrough, makeBankYear, seeded } from '../factories/bank-year.ts';

/** The bar of the product: nothing certain is wrong, nine in ten need no click, nearly all are right at first sight. */
test.each([7])('a year of 500 leases and its noise, seed %i', (seed) => {
  const figures = liveThrough(makeBankYear(seed, 500), matchLines);
  expect(figures.lines).toBeGreaterThan(5_500);
  expect(figures.certainAndWrong).toEqual([]);
  expect(figures.rightWithoutClick / figures.lines).toBeGreaterThanOrEqual(0.9);
  expect(figures.rightAtFirst / figures.lines).toBeGreaterThanOrEqual(0.98);
});

test('rents that everybody shares and friends who rent elsewhere make nothing wrong certain', () => {
  const year = makeBankYear(11, 300);
  for (const lease of year.leases) lease.rentCents = 50_000 + (lease.rentCents % 3) * 10_000;
  expect(liveThrough(year, matchLines).certainAndWrong).toEqual([]);

  const friends = makeBankYear(12, 300);
  const random = seeded(12);
  const { linesOf } = friends;
  friends.linesOf = (month, paid) => {
    const made = linesOf(month, paid);
    for (const { line, noise } of made.lines) {
      const friend = friends.payers[Math.floor(random() * friends.payers.length)];
      if (noise.includes('other account') && friend)
        Object.assign(line, { account: friend.account, name: friend.name });
    }
    return made;
  };
  expect(liveThrough(friends, matchLines).certainAndWrong).toEqual([]);
});
