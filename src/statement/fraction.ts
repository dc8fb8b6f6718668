/** An exact weight: `n ÷ d`, `d` positive. */
export type Fraction = { n: bigint; d: bigint };

export const zero: Fraction = { n: 0n, d: 1n };
export const whole = (n: number | bigint): Fraction => ({ n: BigInt(n), d: 1n });

export function gcd(a: bigint, b: bigint): bigint {
  let [greater, smaller] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (smaller !== 0n) [greater, smaller] = [smaller, greater % smaller];
  return greater === 0n ? 1n : greater;
}

export const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b;

function reduced(n: bigint, d: bigint): Fraction {
  if (d === 1n) return { n, d };
  const by = gcd(n, d);
  return { n: n / by, d: d / by };
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? reduced(a.n + b.n, a.d) : reduced(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
export const times = (a: Fraction, b: Fraction): Fraction => reduced(a.n * b.n, a.d * b.d);
/** RangeError by zero. */
export function over(a: Fraction, b: Fraction): Fraction {
  if (b.n === 0n) throw new RangeError('division by zero');
  const sign = b.n < 0n ? -1n : 1n;
  return reduced(a.n * b.d * sign, a.d * b.n * sign);
}

export const sum = (all: Iterable<Fraction>): Fraction => {
  let total = zero;
  for (const one of all) total = plus(total, one);
  return total;
};

/** For showing only. */
export const toNumber = ({ n, d }: Fraction): number => {
  const floor = n / d;
  return Number(floor) + Number(n - floor * d) / Number(d);
};

/** The same fractions over one denominator. */
export function common(all: readonly Fraction[]): { numerators: bigint[]; denominator: bigint } {
  const denominator = all.reduce((multiple, { d }) => (d === 1n ? multiple : lcm(multiple, d)), 1n);
  return { numerators: all.map(({ n, d }) => n * (denominator / d)), denominator };
}
