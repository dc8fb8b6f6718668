import { type Explained, inputs, money, word } from '../../domain/trace.ts';
import { assertCents } from '../../lib/money.ts';

export type LettingCap = {
  /** The highest net rent that may be agreed. */
  allowedRentCents: number;
};

/**
 * What may be agreed where the rent brake holds (§§ 556d to 556f BGB, until 31 December 2029): the local reference rent
 * and ten per cent, with what a modernisation of the last three years would allow (§ 556e (2)); the previous tenant's rent
 * where it was higher, without what was agreed in the last year of that lease (§ 556e (1)). It does not hold for a dwelling
 * first used and let after 1 October 2014, nor for the first letting after a thorough modernisation (§ 556f). Rounded down.
 */
export function lettingCap(input: {
  referenceRentCents: number;
  previousRentCents: number | null;
  modernisationCents: number;
}): Explained<LettingCap> {
  const reference = BigInt(assertCents(input.referenceRentCents));
  const modernised = assertCents(input.modernisationCents);
  const byReference = assertCents(Number((reference * 110n) / 100n) + modernised);
  const previous = input.previousRentCents;
  const allowed = Math.max(byReference, previous ?? 0);
  return {
    result: { allowedRentCents: allowed },
    trace: {
      rule: 'letting_cap',
      formula: previous === null ? '{rent_by_reference}' : 'max({rent_by_reference}, {previous_rent})',
      sources: ['BGB § 556d (1)', 'BGB § 556e'],
      inputs: inputs({
        reference_rent: money(input.referenceRentCents),
        modernisation_rises: money(modernised),
        ...(previous !== null && { previous_rent: money(previous) }),
        rent_by_reference: money(byReference),
      }),
      steps: [
        {
          of: [word('reference_and_tenth')],
          formula: '{reference_rent} × 110 % + {modernisation_rises}',
          inputs: [],
          result: money(byReference),
          rounding: 'down',
        },
      ],
      result: money(allowed),
    },
  };
}
