import { type Explained, inputs, money, number, word } from '../../domain/trace.ts';
import { assertCents, divideRounded } from '../../lib/money.ts';

/** § 559 (1) BGB: eight per cent of the cost a year. */
const YEARLY_SHARE_PERCENT = 8n;
/** § 559 (3a) BGB: within six years at most so much a square metre and month; less where the rent is low. */
const CAP_CENTS_PER_SQM = 300;
const LOW_CAP_CENTS_PER_SQM = 200;
/** Below this rent a square metre the lower cap holds. */
const LOW_RENT_CENTS_PER_SQM = 700;

const wholeCents = (numerator: bigint, denominator: bigint): number =>
  assertCents(Number(numerator / denominator));

export type ModernisationRise = {
  /** Eight per cent of the cost by twelve. */
  byCostCents: number;
  /** What the cap leaves after what was raised in the last six years. */
  capCents: number;
  /** The lower of the two: what the rent may rise by a month. */
  increaseCents: number;
  newRentCents: number;
};

/**
 * By how much a rent may rise after a modernisation (§ 559 BGB). `costCents` is the cost for this dwelling without what
 * repairs would have cost anyway (§ 559 (2)) and without public funds (§ 559a). Both limits are upper ones, so a fraction
 * of a cent is dropped: twelve times the rise is never more than eight per cent, nor the rise more than the cap. The lower
 * cap for new heating systems (§ 559e) and hardship (§ 559 (4)) are not judged. RangeError without an area.
 */
export function modernisationRise(input: {
  netRentCents: number;
  areaSqm100: number;
  costCents: number;
  raisedInSixYearsCents: number;
}): Explained<ModernisationRise> {
  if (!(input.areaSqm100 > 0)) throw new RangeError('a modernisation needs the living area');
  const area = BigInt(input.areaSqm100);
  const rent = assertCents(input.netRentCents);
  const byCostCents = wholeCents(BigInt(assertCents(input.costCents)) * YEARLY_SHARE_PERCENT, 1_200n);
  const isLow = BigInt(rent) * 100n < BigInt(LOW_RENT_CENTS_PER_SQM) * area;
  const perSqm = isLow ? LOW_CAP_CENTS_PER_SQM : CAP_CENTS_PER_SQM;
  const wholeCap = wholeCents(BigInt(perSqm) * area, 100n);
  const capCents = Math.max(0, wholeCap - assertCents(input.raisedInSixYearsCents));
  const increaseCents = Math.min(byCostCents, capCents);
  return {
    result: { byCostCents, capCents, increaseCents, newRentCents: rent + increaseCents },
    trace: {
      rule: 'modernisation_cap',
      formula: 'min({rise_by_cost}, {rise_by_cap})',
      sources: ['BGB § 559 (1)', 'BGB § 559 (3a)'],
      inputs: inputs({
        current_rent: money(rent),
        living_area: number(input.areaSqm100 / 100),
        rent_per_sqm: money(divideRounded(BigInt(rent) * 100n, area)),
        modernisation_cost: money(input.costCents),
        raised_in_six_years: money(input.raisedInSixYearsCents),
        cap_per_sqm: money(perSqm),
        rise_by_cost: money(byCostCents),
        rise_by_cap: money(capCents),
      }),
      steps: [
        {
          of: [word('eight_percent_a_year')],
          formula: '{modernisation_cost} × 8 % ÷ 12',
          inputs: [],
          result: money(byCostCents),
          rounding: 'down',
        },
        {
          of: [word('left_of_cap')],
          formula: 'max(0, {cap_per_sqm} × {living_area} − {raised_in_six_years})',
          inputs: [],
          result: money(capCents),
          rounding: 'down',
        },
      ],
      result: money(increaseCents),
    },
  };
}
