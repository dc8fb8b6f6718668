/** The value in the middle, of an even number the higher of the two; 0 of none. */
export const median = (of: readonly number[]): number =>
  of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)] ?? 0;
