import { divideRounded, roundParts, sumCents } from '../../lib/money.ts';
import { common, type Fraction, over, sum, times, whole } from '../fraction.ts';
import { LineStop } from '../problems.ts';

export const areaOf = (units: readonly { areaSqm100: number }[]): number =>
  units.reduce((all, unit) => all + unit.areaSqm100, 0);

/** Hundredths of a per cent of some cents, half up. */
export const shareOf = (cents: number, bp: number) => divideRounded(BigInt(cents) * BigInt(bp), 10_000n);

/** As some costs are; nothing where they come to nothing. A credit that is larger than the costs is shared out, too. */
export const inProportion = (cents: number, costs: readonly number[]): number[] =>
  sumCents(costs) === 0 ? costs.map(() => 0) : sharedOut({ cents, weights: costs.map(whole) });

/** To the cent by largest remainder. LineStop where nothing was counted to divide by. */
export function sharedOut({ cents, weights }: { cents: number; weights: readonly Fraction[] }): number[] {
  if (cents === 0) return weights.map(() => 0);
  const all = sum(weights);
  if (all.n === 0n) throw new LineStop('nothing_counted', 'units');
  const { numerators, denominator } = common(weights.map((weight) => times(whole(cents), over(weight, all))));
  return roundParts(numerators, denominator).partCents;
}
