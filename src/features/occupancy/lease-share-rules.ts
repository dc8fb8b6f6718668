import { type Explained, inputs, money, number, text, word } from '../../domain/trace.ts';
import type { CalendarDate, DateRange } from '../../lib/calendar.ts';
import { overlaps } from '../../lib/calendar.ts';
import { allocateCents } from '../../lib/money.ts';

/** A unit of a lease with what weighs it. */
export type LeaseUnit = DateRange & {
  unitId: string;
  askingRentCents: number | null;
  areaSqm100: number | null;
};

export type SplitBasis = 'asking_rent' | 'area' | 'equal';

/**
 * Weights of the units of a lease: asking rents where all have one, else areas, else each the same. Beside a flat with an area
 * a parking space without one weighs nothing: half of the flat's rent would be nearer to no truth.
 */
export function splitWeights(units: readonly Pick<LeaseUnit, 'askingRentCents' | 'areaSqm100'>[]): {
  basis: SplitBasis;
  weights: number[];
} {
  const rents = units.map((unit) => unit.askingRentCents ?? 0);
  if (rents.every((cents) => cents > 0)) return { basis: 'asking_rent', weights: rents };
  const areas = units.map((unit) => unit.areaSqm100 ?? 0);
  if (areas.some((area) => area > 0)) return { basis: 'area', weights: areas };
  return { basis: 'equal', weights: units.map(() => 1) };
}

/**
 * The units that money of a lease belongs to: those it held on some day of the period; when none (money that
 * comes after the end), all it ever had. In the order of their ids, so that every question gets the same cents.
 */
export function unitsInPeriod<U extends LeaseUnit>(
  units: readonly U[],
  period: { from: CalendarDate; to: CalendarDate },
): U[] {
  if (units.length < 2) return [...units];
  const held = units.filter((unit) => overlaps(unit, period));
  const counted = held.length > 0 ? held : units;
  const byId = new Map(counted.map((unit) => [unit.unitId, unit]));
  return [...byId.values()].toSorted((a, b) => (a.unitId < b.unitId ? -1 : 1));
}

/** Shares an amount of a lease out to its units; the shares sum to the amount. */
export function splitOverUnits(
  amountCents: number,
  units: readonly (Pick<LeaseUnit, 'askingRentCents' | 'areaSqm100'> & { name: string })[],
): Explained<number[]> {
  const { basis, weights } = splitWeights(units);
  const result = allocateCents(amountCents, weights);
  return {
    result,
    trace: {
      rule: 'lease_split',
      formula: 'Σ {amount} × {weight} ÷ {sum_of_weights}',
      sources: [],
      inputs: inputs({
        amount: money(amountCents),
        split_by: word(basis),
        sum_of_weights: number(weights.reduce((sum, weight) => sum + weight, 0)),
      }),
      steps: units.map((unit, index) => ({
        of: [text(unit.name)],
        formula: '{amount} × {weight} ÷ {sum_of_weights}',
        inputs: inputs({ weight: number(weights[index] ?? 0) }),
        result: money(result[index] ?? 0),
        rounding: 'remainder',
      })),
      result: money(amountCents),
    },
  };
}
