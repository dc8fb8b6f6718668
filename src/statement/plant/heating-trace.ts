import { type Explained, inputs, money, number, type TraceStep, text } from '../../domain/trace.ts';
import { plus, toNumber, zero } from '../fraction.ts';
import { yearsOf } from './co2.ts';
import type { HeatingCosts, HeatingInput, HeatPlace, HeatPot, SharedHeat } from './heating-costs.ts';
import { hotWaterTrace } from './hot-water.ts';
import { areaOf } from './parts.ts';

/** How it came about. */
export function explainedHeat(
  input: HeatingInput,
  { amounts, places, pots, parts: shares, split, users }: SharedHeat,
): Explained<HeatingCosts> {
  const waterTrace =
    input.hotWater && hotWaterTrace(input.hotWater, areaOf(input.units), yearsOf(input.period));
  return {
    result: {
      ...amounts,
      co2: split?.result ?? null,
      users,
    },
    trace: {
      rule: 'heating_costs',
      formula: 'Σ {amount} × {weight} ÷ {sum_of_weights}',
      sources: ['§§ 6–9b HeizkostenV'],
      inputs: [
        ...inputs({ costs: money(amounts.totalCents), heat_costs: money(amounts.heatCents) }),
        {
          name: 'hot_water_costs',
          value: money(amounts.hotWaterCents),
          ...(waterTrace && { trace: waterTrace }),
        },
        ...(split
          ? [
              {
                name: 'co2_of_landlord' as const,
                value: money(split.result.landlordCents),
                trace: split.trace,
              },
            ]
          : []),
      ],
      steps: pots.flatMap((pot, index) => stepsOf(pot, places, shares[index] ?? [])),
      result: money(amounts.totalCents),
    },
  };
}

function stepsOf(
  { cents, weights, what, isFixed }: HeatPot,
  places: readonly HeatPlace[],
  shares: number[],
): TraceStep[] {
  if (cents === 0) return [];
  const all = weights.reduce(plus, zero);
  const own = places.map((place, at) => ({ ...place, at })).filter(({ at }) => weights[at]?.n !== 0n);
  return own.map(({ unit, hand, at }) => ({
    of: [
      { kind: 'word', code: what },
      { kind: 'word', code: isFixed ? 'fixed_part' : 'by_use' },
      text(unit.name),
      text(hand.name),
    ],
    formula: '{amount} × {weight} ÷ {sum_of_weights}',
    inputs: inputs({
      amount: money(cents),
      weight: number(toNumber(weights[at] ?? zero)),
      sum_of_weights: number(toNumber(all)),
    }),
    result: money(shares[at] ?? 0),
    rounding: 'remainder',
  }));
}
