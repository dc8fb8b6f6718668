import { divideRounded } from '../lib/money.ts';

/** VAT contained in an amount that includes it: amount × rate ÷ (100 % + rate), half a cent up. */
export function vatContained(amountCents: number, vatRateBp: number): number {
  return divideRounded(BigInt(amountCents) * BigInt(vatRateBp), 10_000n + BigInt(vatRateBp));
}
