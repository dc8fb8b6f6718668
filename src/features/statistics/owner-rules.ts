import { type Explained, inputs, money, number, text, word } from '../../domain/trace.ts';
import { roundParts } from '../../lib/money.ts';
import { common, type Fraction, minus, sum, times, whole } from '../../statement/fraction.ts';

export type OwnerShare = { name: string; shareNumerator: number; shareDenominator: number };

const fractionOf = (owner: OwnerShare): Fraction => ({
  n: BigInt(owner.shareNumerator),
  d: BigInt(owner.shareDenominator),
});

/** What belongs to owners who are not entered; null where the shares are the whole. */
export function shareOfOthers(owners: readonly OwnerShare[]): Fraction | null {
  const rest = minus(whole(1), sum(owners.map(fractionOf)));
  return rest.n > 0n ? rest : null;
}

/**
 * What of an amount in cents falls to each owner of a property, in their order, and last to those who are not entered, where
 * the shares are less than the whole: to the cent by the largest remainder, so that the parts are the amount. Of a negative
 * amount the parts are those of its magnitude. RangeError where the shares are more than the whole.
 */
export function ownerShares(amountCents: number, owners: readonly OwnerShare[]): Explained<number[]> {
  const others = shareOfOthers(owners);
  const shares = [...owners.map(fractionOf), ...(others ? [others] : [])];
  const { numerators, denominator } = common(
    shares.map((share) => times(whole(Math.abs(amountCents)), share)),
  );
  const { totalCents, partCents } = roundParts(numerators, denominator);
  if (totalCents !== Math.abs(amountCents)) throw new RangeError('the shares are more than the whole');
  const result = partCents.map((cents) => (amountCents < 0 && cents !== 0 ? -cents : cents));
  const steps = [
    ...owners.map((owner) => ({
      of: text(owner.name),
      weight: owner.shareNumerator,
      whole: owner.shareDenominator,
    })),
    ...(others ? [{ of: word('other_owners'), weight: Number(others.n), whole: Number(others.d) }] : []),
  ];
  return {
    result,
    trace: {
      rule: 'owner_shares',
      formula: 'Σ {amount} × {weight} ÷ {sum_of_weights}',
      sources: ['§ 743 (1) BGB', '§ 748 BGB'],
      inputs: inputs({ amount: money(amountCents) }),
      steps: steps.map(({ of, weight, whole: all }, at) => ({
        of: [of],
        formula: '{amount} × {weight} ÷ {sum_of_weights}',
        inputs: inputs({ weight: number(weight), sum_of_weights: number(all) }),
        result: money(result[at] ?? 0),
        rounding: 'remainder',
      })),
      result: money(amountCents),
    },
  };
}
