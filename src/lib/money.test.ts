import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateCents, assertCents, divideRounded, MAX_CENTS, roundParts, sumCents } from './money.ts';

const cents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });
const weights = fc
  .array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 20 })
  .filter((list) => list.some((weight) => weight > 0));

describe('assertCents', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_CENTS + 1, -MAX_CENTS - 1])(
    'refuses %s',
    (value) => {
      expect(() => assertCents(value)).toThrow(RangeError);
    },
  );
  it('takes both ends of the range and turns -0 into 0', () => {
    expect(assertCents(MAX_CENTS)).toBe(2 ** 51);
    expect(assertCents(-MAX_CENTS)).toBe(-(2 ** 51));
    expect(assertCents(-0)).toBe(0);
  });
});

describe('sumCents', () => {
  it('700.00 + 0.01 - 300.00 = 400.01', () => expect(sumCents([70_000, 1, -30_000])).toBe(40_001));
  it('refuses a sum outside the range', () => expect(() => sumCents([MAX_CENTS, 1])).toThrow(RangeError));
});

describe('divideRounded', () => {
  it.each([
    [5n, 2n, 3],
    [-5n, 2n, -3],
    [5n, -2n, -3],
    [4n, 3n, 1],
    [-4n, 3n, -1],
    [-1n, 3n, 0],
    [0n, 7n, 0],
  ])('%s / %s = %s', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });
  it('refuses a zero denominator', () => expect(() => divideRounded(1n, 0n)).toThrow(RangeError));
  it('is never further than half a cent from the exact value, and odd', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        (n, d) => {
          const rounded = divideRounded(n, d);
          const error = 2n * (BigInt(rounded) * d - n);
          expect(error <= d && error >= -d).toBe(true);
          expect(divideRounded(-n, d)).toBe(rounded === 0 ? 0 : -rounded);
        },
      ),
    );
  });
});

describe('roundParts', () => {
  it('0.4 + 0.4 + 0.2 of a cent = 1 cent, which goes to the first of the largest', () => {
    expect(roundParts([4n, 4n, 2n], 10n)).toEqual({ totalCents: 1, partCents: [1, 0, 0] });
  });
  it('sums to the rounded total, each part its floor or ceiling', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), { maxLength: 12 }),
        fc.bigInt({ min: 1n, max: 400n }),
        (numerators, denominator) => {
          const { totalCents, partCents } = roundParts(numerators, denominator);
          expect(sumCents(partCents)).toBe(totalCents);
          numerators.forEach((numerator, index) => {
            const difference = BigInt(partCents[index] ?? Number.NaN) * denominator - numerator;
            expect(difference < denominator && difference > -denominator).toBe(true);
          });
        },
      ),
    );
  });
  it('refuses a denominator that is not positive', () =>
    expect(() => roundParts([1n], 0n)).toThrow(RangeError));
});

describe('allocateCents', () => {
  it('1.00 over three equal parts = 0.34 + 0.33 + 0.33', () => {
    expect(allocateCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  });
  it('-1.00 over three equal parts = -0.34 - 0.33 - 0.33', () => {
    expect(allocateCents(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
  });
  it('10.00 by 87/1000 and 913/1000 = 0.87 + 9.13', () => {
    expect(allocateCents(1000, [87, 913])).toEqual([87, 913]);
  });
  it('parts sum to the whole, keep its sign, stay within a cent of their share', () => {
    fc.assert(
      fc.property(cents, weights, (total, list) => {
        const parts = allocateCents(total, list);
        const sum = list.reduce((acc, weight) => acc + BigInt(weight), 0n);
        expect(sumCents(parts)).toBe(total === 0 ? 0 : total);
        list.forEach((weight, index) => {
          const part = parts[index] ?? Number.NaN;
          expect(part === 0 || Math.sign(part) === Math.sign(total)).toBe(true);
          if (weight === 0) expect(part).toBe(0);
          const difference = BigInt(part) * sum - BigInt(total) * BigInt(weight);
          expect(difference < sum && difference > -sum).toBe(true);
        });
      }),
    );
  });
  it('equal weights: an earlier part is never smaller than a later one', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 30 }), (total, count) => {
        const parts = allocateCents(total, new Array<number>(count).fill(1));
        expect(parts).toEqual(parts.toSorted((a, b) => b - a));
      }),
    );
  });
  it('nothing over nothing is nothing; money over nothing is refused', () => {
    expect(allocateCents(0, [])).toEqual([]);
    expect(allocateCents(0, [0, 0])).toEqual([0, 0]);
    expect(() => allocateCents(1, [])).toThrow(RangeError);
    expect(() => allocateCents(1, [0])).toThrow(RangeError);
    expect(() => allocateCents(1, [-1, 2])).toThrow(RangeError);
    expect(() => allocateCents(1, [0.5])).toThrow(RangeError);
  });
});
