import { type Explained, inputs, money, number, text, word } from '../../domain/trace.ts';
import { assertCents } from '../../lib/money.ts';
import { type Fraction, minus, sum, whole } from '../../statement/fraction.ts';
import { sharedOut } from '../../statement/plant/parts.ts';

export type OwnerShare = { name: string; shareNumerator: number; shareDenominator: number };

const fractionOf = (owner: OwnerShare): Fraction => ({
  n: BigInt(owner.shareNumerator),
  d: BigInt(owner.shareDenominator),
});

/**
 * What belongs to owners who are not entered; null where the shares are the whole. RangeError where they are more, which
 * no property has.
 */
export function shareOfOthers(owners: readonly OwnerShare[]): Fraction | null {
  const rest = minus(whole(1), sum(owners.map(fractionOf)));
  if (rest.n < 0n) throw new RangeError('the shares are more than the whole');
  return rest.n > 0n ? rest : null;
}

/** The owners as they are entered, and last those who are not, without a name, where the shares are less than the whole. */
export function partiesOf(owners: readonly OwnerShare[]): { name: string | null; share: Fraction }[] {
  const others = shareOfOthers(owners);
  return [
    ...owners.map((owner) => ({ name: owner.name, share: fractionOf(owner) })),
    ...(others ? [{ name: null, share: others }] : []),
  ];
}

/**
 * What of an amount in cents falls to each of `partiesOf`, in their order: to the cent by the largest remainder, so that the parts
 * are the amount. Of a negative amount the parts are those of its magnitude. RangeError where the shares are more than the whole.
 */
export function ownerShares(amountCents: number, owners: readonly OwnerShare[]): Explained<number[]> {
  const parties = partiesOf(owners);
  const parts = sharedOut({ cents: Math.abs(amountCents), weights: parties.map(({ share }) => share) });
  const result = parts.map((cents) => (amountCents < 0 ? assertCents(-cents) : cents));
  return {
    result,
    trace: {
      rule: 'owner_shares',
      formula: 'Σ {amount} × {weight} ÷ {sum_of_weights}',
      sources: ['§ 743 (1) BGB', '§ 748 BGB'],
      inputs: inputs({ amount: money(amountCents) }),
      steps: parties.map(({ name, share }, at) => ({
        of: [name === null ? word('other_owners') : text(name)],
        formula: '{amount} × {weight} ÷ {sum_of_weights}',
        inputs: inputs({ weight: number(Number(share.n)), sum_of_weights: number(Number(share.d)) }),
        result: money(result[at] ?? 0),
        rounding: 'remainder',
      })),
      result: money(amountCents),
    },
  };
}
