/**
 * Money is an integer number of cents. The bound keeps the sum of a few amounts inside the integers a double
 * holds exactly (2^53), so that adding two checked amounts can never lose a cent.
 */
export const MAX_CENTS = 2 ** 51;

/** Throws a RangeError unless the value is an integer within ±2^51. Returns the value. */
export function assertCents(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) > MAX_CENTS) {
    throw new RangeError(`not an amount in cents: ${value}`);
  }
  // -0 would show as "-0.00" and differ from 0 under Object.is.
  return value === 0 ? 0 : value;
}

/** Sum in cents; RangeError if an amount or the sum is no valid amount. */
export function sumCents(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum = assertCents(sum + assertCents(amount));
  return sum;
}

/** numerator ÷ denominator in whole cents, rounded half away from zero. RangeError on a zero denominator. */
export function divideRounded(numerator: bigint, denominator: bigint): number {
  if (denominator === 0n) throw new RangeError('division by zero');
  const negative = numerator < 0n !== denominator < 0n;
  const magnitude = numerator < 0n ? -numerator : numerator;
  const divisor = denominator < 0n ? -denominator : denominator;
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor));
  return assertCents(negative ? -rounded : rounded);
}

/**
 * Rounds fractions over one common positive denominator to whole cents so that they add up to their exact sum,
 * which is rounded once (half away from zero). Every part is its exact value rounded down or up; the largest
 * remainders go up, the earlier part first among equals.
 */
export function roundParts(
  numerators: readonly bigint[],
  denominator: bigint,
): { totalCents: number; partCents: number[] } {
  if (denominator <= 0n) throw new RangeError('the common denominator must be positive');
  const totalCents = divideRounded(
    numerators.reduce((sum, numerator) => sum + numerator, 0n),
    denominator,
  );
  const parts = numerators.map((numerator, index) => {
    const remainder = ((numerator % denominator) + denominator) % denominator;
    return { index, floor: (numerator - remainder) / denominator, remainder };
  });
  let missing = BigInt(totalCents) - parts.reduce((sum, part) => sum + part.floor, 0n);
  const partCents = new Array<number>(parts.length).fill(0);
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    const extra = missing > 0n ? 1n : 0n;
    missing -= extra;
    partCents[part.index] = assertCents(Number(part.floor + extra));
  }
  return { totalCents, partCents };
}

/**
 * Splits an amount by non-negative integer weights with the largest-remainder method: the parts sum to the amount
 * exactly, have its sign, and a part of weight zero gets nothing. Among equal remainders the earlier part gets the
 * cent. RangeError for a bad weight, or when there is money but no weight to give it to.
 */
export function allocateCents(totalCents: number, weights: readonly number[]): number[] {
  const total = BigInt(assertCents(totalCents));
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new RangeError(`not a weight: ${weight}`);
  }
  const sum = weights.reduce((acc, weight) => acc + BigInt(weight), 0n);
  if (sum === 0n) {
    if (total !== 0n) throw new RangeError('nothing to allocate the amount to');
    return weights.map(() => 0);
  }
  // Magnitudes first: rounding down a negative part would hand the spare cents to the wrong end.
  const magnitude = total < 0n ? -total : total;
  const { partCents } = roundParts(
    weights.map((weight) => magnitude * BigInt(weight)),
    sum,
  );
  return total < 0n ? partCents.map((cents) => assertCents(-cents)) : partCents;
}
