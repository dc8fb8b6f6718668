import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from '@/lib/money';
import { type OwnerShare, ownerShares, shareOfOthers } from './owner-rules';

const anna: OwnerShare = { name: 'Anna', shareNumerator: 1, shareDenominator: 2 };
const bernd: OwnerShare = { name: 'Bernd', shareNumerator: 1, shareDenominator: 2 };
const third = (name: string): OwnerShare => ({ name, shareNumerator: 1, shareDenominator: 3 });

describe('what falls to each owner', () => {
  test('half each of 10,000.01: 5,000.01 to the first, 5,000.00 to the other', () => {
    expect(ownerShares(1_000_001, [anna, bernd]).result).toEqual([500_001, 500_000]);
  });

  test('thirds of 100.00: 33.34, 33.33, 33.33', () => {
    expect(ownerShares(10_000, [third('A'), third('B'), third('C')]).result).toEqual([3_334, 3_333, 3_333]);
  });

  test('half of 80.00 is one’s who is not entered: 40.00 and 40.00', () => {
    expect(shareOfOthers([anna])).toEqual({ n: 1n, d: 2n });
    expect(ownerShares(8_000, [anna]).result).toEqual([4_000, 4_000]);
    expect(shareOfOthers([anna, bernd])).toBeNull();
  });

  test('what went out, −100.01 in halves: −50.01 and −50.00', () => {
    expect(ownerShares(-10_001, [anna, bernd]).result).toEqual([-5_001, -5_000]);
  });

  test('shares of more than the whole are refused', () => {
    expect(() => ownerShares(10_000, [anna, bernd, third('C')])).toThrow(RangeError);
  });

  test('the explanation names each share and what it gives', () => {
    const { trace } = ownerShares(8_000, [anna]);
    expect(trace.steps).toMatchObject([
      {
        of: [{ text: 'Anna' }],
        inputs: [
          { name: 'weight', value: { value: 1 } },
          { name: 'sum_of_weights', value: { value: 2 } },
        ],
        result: { cents: 4_000 },
      },
      { of: [{ code: 'other_owners' }], result: { cents: 4_000 } },
    ]);
  });

  test('the parts are the whole, and none is a cent or more from its share', () => {
    const cut = fc.integer({ min: 2, max: 100_000 }).chain((denominator) =>
      fc.record({
        denominator: fc.constant(denominator),
        numerators: fc
          .array(fc.integer({ min: 1, max: denominator }), { minLength: 1, maxLength: 6 })
          .map((parts) => {
            let left = denominator;
            return parts.flatMap((part) => {
              const own = Math.min(part, left);
              left -= own;
              return own > 0 ? [own] : [];
            });
          }),
      }),
    );
    fc.assert(
      fc.property(
        cut,
        fc.integer({ min: -(10 ** 11), max: 10 ** 11 }),
        ({ denominator, numerators }, cents) => {
          const owners = numerators.map((shareNumerator, at) => ({
            name: `${at}`,
            shareNumerator,
            shareDenominator: denominator,
          }));
          const parts = ownerShares(cents, owners).result;
          expect(sumCents(parts)).toBe(cents === 0 ? 0 : cents);
          for (const [at, numerator] of numerators.entries()) {
            const off = BigInt(parts[at] ?? 0) * BigInt(denominator) - BigInt(cents) * BigInt(numerator);
            expect((off < 0n ? -off : off) < BigInt(denominator)).toBe(true);
          }
        },
      ),
    );
  });
});
