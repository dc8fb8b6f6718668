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
