import { expect, test } from 'vitest';
import { Hearing, isHeard, leasesHeard } from '@/bank/matching/heard';
import { matchLines } from '@/bank/matching/matcher';
import { RuleIndex } from '@/bank/matching/rule-index';
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

test('a book of those whom a page speaks of, or whose amounts it has, says the same as the whole book', () => {
  const year = makeBankYear(3, 400);
  const whole = {
    currency: 'EUR',
    leases: year.leases,
    items: year.itemsOf('2026-05'),
    payments: [],
    rules: year.rules,
    bookings: [],
    suppliers: [],
    feeCategoryId: null,
    ownAccounts: [],
    orders: [],
  };
  const lines = year.linesOf('2026-05', []).lines.map(({ line }) => line);
  const [hearing, rules] = [new Hearing(year.leases), new RuleIndex(year.rules)];
  for (let at = 0; at < lines.length; at += 50) {
    const page = lines.slice(at, at + 50);
    const heard = page.map((line) => hearing.hear(line, rules.find(line)));
    const amounts = new Set(
      page.flatMap((line, index) => {
        const one = heard[index];
        return one && !isHeard(one) ? [line.amountCents] : [];
      }),
    );
    const touched = new Set([
      ...heard.flatMap(leasesHeard),
      ...whole.items.filter((item) => amounts.has(item.openCents)).map((item) => item.leaseId),
      ...whole.leases.filter((lease) => amounts.has(lease.rentCents)).map((lease) => lease.id),
    ]);
    expect(touched.size).toBeLessThan(whole.leases.length);
    const narrow = {
      ...whole,
      leases: whole.leases.filter(({ id }) => touched.has(id)),
      items: whole.items.filter(({ leaseId }) => touched.has(leaseId)),
    };
    expect(matchLines(page, narrow, hearing)).toEqual(matchLines(page, whole));
  }
});
