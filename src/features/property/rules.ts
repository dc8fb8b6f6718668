import { divideRounded } from '../../lib/money.ts';

type Share = { shareNumerator: number; shareDenominator: number };

/** Exact: thirds add up to one whole, not to 0.999…. */
export function sharesExceedWhole(shares: readonly Share[]): boolean {
  let numerator = 0n;
  let denominator = 1n;
  for (const share of shares) {
    const ofShare = BigInt(share.shareDenominator);
    numerator = numerator * ofShare + BigInt(share.shareNumerator) * denominator;
    denominator *= ofShare;
  }
  return numerator > denominator;
}

/**
 * How far a value lies above or below the price, in basis points, rounded half away from zero to a tenth of a per
 * cent; null without a price to compare with.
 */
export function valueChangeBp(valueCents: number, purchasePriceCents: number | null): number | null {
  if (purchasePriceCents === null || purchasePriceCents <= 0) return null;
  return divideRounded(BigInt(valueCents - purchasePriceCents) * 1000n, BigInt(purchasePriceCents)) * 10;
}

/** Shares with one owner more: equal ones stay equal, 1/1 becomes a half each. Null where they differ or leave a rest. */
export function sharesWithOneMore(shares: readonly Share[]): Share[] | null {
  const count = shares.length;
  if (shares.some((share) => share.shareNumerator * count !== share.shareDenominator)) return null;
  return Array.from({ length: count + 1 }, () => ({ shareNumerator: 1, shareDenominator: count + 1 }));
}
