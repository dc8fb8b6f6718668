import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharesExceedWhole, sharesWithOneMore, valueChangeBp } from './rules';

const share = (shareNumerator: number, shareDenominator: number) => ({ shareNumerator, shareDenominator });

describe('sharesExceedWhole', () => {
  test('1/3 + 1/3 + 1/3 = 1 is not more, 1/3 + 2/3 + 1/100000 is, nothing is not', () => {
    expect(sharesExceedWhole([share(1, 3), share(1, 3), share(1, 3)])).toBe(false);
    expect(sharesExceedWhole([share(1, 3), share(2, 3), share(1, 100_000)])).toBe(true);
    expect(sharesExceedWhole([])).toBe(false);
  });

  test('n shares of 1/n are the whole; one more of any size is too much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 }), (n, denominator) => {
        const whole = Array.from({ length: n }, () => share(1, n));
        expect(sharesExceedWhole(whole)).toBe(false);
        expect(sharesExceedWhole([...whole, share(1, denominator)])).toBe(true);
      }),
    );
  });

  test('of one denominator it is the sum of the numerators that counts, in any order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 20 }),
        (denominator, numerators) => {
          const shares = numerators.map((numerator) => share(numerator, denominator));
          const sum = numerators.reduce((total, numerator) => total + numerator, 0);
          expect(sharesExceedWhole(shares)).toBe(sum > denominator);
          expect(sharesExceedWhole(shares.toReversed())).toBe(sum > denominator);
        },
      ),
    );
  });
});

describe('valueChangeBp', () => {
  test('bought for 645,000, worth 720,000: 75,000 ÷ 645,000 = 11.63 %, shown as +11.6 %', () => {
    expect(valueChangeBp(72_000_000, 64_500_000)).toBe(1_160);
  });

  test('worth less than paid is below zero; the same is nothing; without a price there is nothing to say', () => {
    expect(valueChangeBp(9_000_000, 10_000_000)).toBe(-1_000);
    expect(valueChangeBp(10_000_000, 10_000_000)).toBe(0);
    expect(valueChangeBp(10_000_000, null)).toBeNull();
    expect(valueChangeBp(10_000_000, 0)).toBeNull();
  });
});

test('who owns all shares it with one more by halves, halves become thirds, and what was agreed otherwise stays', () => {
  expect(sharesWithOneMore([])).toEqual([share(1, 1)]);
  expect(sharesWithOneMore([share(1, 1)])).toEqual([share(1, 2), share(1, 2)]);
  expect(sharesWithOneMore([share(50, 100), share(1, 2)])).toEqual([share(1, 3), share(1, 3), share(1, 3)]);
  expect(sharesWithOneMore([share(2, 3), share(1, 3)])).toBeNull();
  expect(sharesWithOneMore([share(1, 2)])).toBeNull();
});
