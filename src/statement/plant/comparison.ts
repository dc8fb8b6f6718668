import { type Explained, inputs, number, type TraceStep, text } from '../../domain/trace.ts';
import { divideRounded } from '../../lib/money.ts';

/** Energy in thousandths of a kWh. */
export type UsedEnergy = { heat: number; hotWater: number };
/** With the climate factor of its twelve months, in thousandths; null: unknown. */
export type UsedInYear = UsedEnergy & { name: string; factor: number | null };

export type Comparison = {
  /** Thousandths of a kWh: heat by the weather of an average year, and hot water; null without its factor. */
  adjusted: number | null;
  adjustedBefore: number | null;
  /** Of what was used before, in hundredths of a per cent, half up; null where one of them is not known. */
  changeBp: number | null;
  /** What an average user would have used: thousandths of a kWh; null where nobody has said. */
  average: number | null;
};

/** Areas times days in hundredths of a m², and how many days a year has. */
export type AverageUse = { perSqm: number; areaDays: number; daysOfYear: number };

/**
 * What somebody used beside the year before and beside an average user (§ 6a (3) nos. 4 and 5 HeizkostenV). Heat is multiplied by the
 * climate factor that the Deutscher Wetterdienst publishes for the twelve months and the postcode, hot water is not adjusted
 * (sentences 2 and 3). This is the simplification whose use lets the rules of the art be presumed (sentence 4): Bekanntmachung der Regeln für
 * Energieverbrauchswerte im Wohngebäudebestand of 29 March 2021 (BAnz AT 16.04.2021 B1). Looked up in November 2026. The average is
 * of a m² and year, times the area and the days of the user. Each is rounded half up to a thousandth of a kWh.
 */
export function consumptionComparison(of: {
  now: UsedInYear;
  before: UsedInYear | null;
  average: AverageUse | null;
}): Explained<Comparison> {
  const adjusted = adjustedOf(of.now);
  const adjustedBefore = of.before && adjustedOf(of.before);
  const average =
    of.average &&
    divideRounded(
      BigInt(of.average.perSqm) * BigInt(of.average.areaDays),
      100n * BigInt(of.average.daysOfYear),
    );
  const isKnown = adjusted !== null && adjustedBefore !== null && adjustedBefore > 0;
  const changeBp = isKnown
    ? divideRounded(BigInt(adjusted - adjustedBefore) * 10_000n, BigInt(adjustedBefore))
    : null;
  return {
    result: { adjusted, adjustedBefore, changeBp, average },
    trace: {
      rule: 'consumption_comparison',
      formula: '{heat_energy} × {climate_factor} + {hot_water_energy}',
      sources: ['§ 6a (3) HeizkostenV', 'BAnz AT 16.04.2021 B1'],
      inputs: inputsOf(of.now),
      steps: [
        ...(of.before ? stepOf(of.before) : []),
        ...(of.average && average !== null ? [averageStep(of.average, average)] : []),
      ],
      result: number(adjusted === null ? null : kwh(adjusted)),
    },
  };
}

const kwh = (thousandths: number) => thousandths / 1_000;

const adjustedOf = ({ heat, hotWater, factor }: UsedInYear): number | null =>
  factor === null ? null : divideRounded(BigInt(heat) * BigInt(factor), 1_000n) + hotWater;

function stepOf(used: UsedInYear): TraceStep[] {
  const adjusted = adjustedOf(used);
  if (adjusted === null) return [];
  return [
    {
      of: [text(used.name)],
      formula: '{heat_energy} × {climate_factor} + {hot_water_energy}',
      inputs: inputsOf(used),
      result: number(kwh(adjusted)),
    },
  ];
}

const inputsOf = ({ heat, hotWater, factor }: UsedInYear) =>
  inputs({
    heat_energy: number(kwh(heat)),
    climate_factor: number(factor === null ? null : factor / 1_000),
    hot_water_energy: number(kwh(hotWater)),
  });

const averageStep = ({ perSqm, areaDays, daysOfYear }: AverageUse, average: number): TraceStep => ({
  of: [{ kind: 'word', code: 'average_user' }],
  formula: '{average_energy} × {area_days} ÷ {days_of_year}',
  inputs: inputs({
    average_energy: number(kwh(perSqm)),
    area_days: number(areaDays / 100),
    days_of_year: number(daysOfYear, 'days'),
  }),
  result: number(kwh(average)),
});
