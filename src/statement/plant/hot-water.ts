import { inputs, number, type Trace } from '../../domain/trace.ts';
import { divideRounded } from '../../lib/money.ts';
import { type Fraction, over, times, toNumber, whole } from '../fraction.ts';
import { LineStop } from '../problems.ts';

/** What the formulas of § 9 (2) HeizkostenV ask of a plant. */
export const heatSources = ['boiler', 'boiler_upper_value', 'delivered_heat', 'heat_pump'] as const;
export type HeatSource = (typeof heatSources)[number];

/**
 * How hot water is told from heat in a plant that makes both (§ 9 HeizkostenV): by a heat meter; by the volume formula
 * where a meter is unreasonably costly; by 32 kWh for each m² and year where the water is not measured, either (less for a
 * period that is shorter); by a share that
 * was reckoned elsewhere. Energy in thousandths of a kWh, volume in thousandths of m³, temperature in tenths of a degree.
 */
export const hotWaterWays = ['meter', 'formula', 'area', 'share'] as const;
export type HotWater =
  | { by: 'meter'; hotWater: number; total: number }
  | { by: 'formula'; volume: number; celsius10: number; total: number; source: HeatSource }
  | { by: 'area'; total: number; source: HeatSource }
  | { by: 'share'; shareBp: number };

const factors: Record<HeatSource, Fraction> = {
  boiler: whole(1),
  // Billed by the upper heating value: × 1.11; heat bought ready-made: ÷ 1.15; a heat pump: × 0.30 (§ 9 (2) sentence 6).
  boiler_upper_value: over(whole(111), whole(100)),
  delivered_heat: over(whole(100), whole(115)),
  heat_pump: over(whole(30), whole(100)),
};

/** Energy of the hot water in thousandths of a kWh; null where only its share is known. */
function energyOf(of: HotWater, areaSqm100: number, years: Fraction): Fraction | null {
  switch (of.by) {
    case 'meter':
      return whole(of.hotWater);
    case 'formula': {
      const degrees = over(whole(of.celsius10 - 100), whole(10));
      return times(times(over(whole(5), whole(2)), times(whole(of.volume), degrees)), factors[of.source]);
    }
    case 'area':
      // 32 kWh for each m² and year, in thousandths of a kWh from hundredths of m².
      return times(times(whole(320 * areaSqm100), years), factors[of.source]);
    case 'share':
      return null;
  }
}

/** The hot water's part of what a plant costs. LineStop where it is more than all of it, or less than nothing. */
export function hotWaterShare(of: HotWater, areaSqm100: number, years: Fraction): Fraction {
  if (of.by !== 'share' && of.total <= 0) throw new LineStop('hot_water_exceeds_heat', 'hotWater');
  const energy = energyOf(of, areaSqm100, years);
  const share =
    of.by === 'share' ? over(whole(of.shareBp), whole(10_000)) : over(energy ?? whole(0), whole(of.total));
  if (share.n < 0n || share.n > share.d) throw new LineStop('hot_water_exceeds_heat', 'hotWater');
  return share;
}

/**
 * What of a plant's energy is hot water, both in thousandths of a kWh, half up; null where it would be more than all of it, or
 * nobody says for what area. Years: of how much of a year.
 */
export function hotWaterEnergy(
  of: HotWater,
  energy: number,
  areaSqm100: number | null,
  years: Fraction = whole(1),
): number | null {
  if (of.by === 'area' && areaSqm100 === null) return null;
  const found =
    of.by === 'share'
      ? times(whole(energy), over(whole(of.shareBp), whole(10_000)))
      : energyOf(of, areaSqm100 ?? 0, years);
  if (found === null) return null;
  const rounded = divideRounded(found.n, found.d);
  return rounded < 0 || rounded > energy ? null : rounded;
}

/** The hot water's energy and its part of the whole, as they came about; null where the share was given. */
export function hotWaterTrace(of: HotWater, areaSqm100: number, years: Fraction): Trace | null {
  const energy = energyOf(of, areaSqm100, years);
  if (of.by === 'share' || energy === null) return null;
  const kwh = toNumber(energy) / 1_000;
  const byFormula = of.by === 'formula' ? { volume: of.volume / 1_000, celsius: of.celsius10 / 10 } : null;
  const factor = of.by === 'meter' ? null : toNumber(factors[of.source]);
  return {
    rule: 'heating_costs',
    formula: 'Σ {hot_water_energy}',
    sources: ['§ 9 (2) HeizkostenV'],
    inputs: inputs({ total_energy: number(of.total / 1_000) }),
    steps: [
      {
        of: [],
        formula: byFormula
          ? '2.5 × {hot_water_volume} × ({celsius} − 10) × {energy_factor}'
          : factor === null
            ? '{hot_water_energy}'
            : years.n === years.d
              ? '32 × {area_sqm} × {energy_factor}'
              : '32 × {area_sqm} × {years} × {energy_factor}',
        inputs: inputs({
          ...(byFormula && {
            hot_water_volume: number(byFormula.volume),
            celsius: number(byFormula.celsius),
          }),
          ...(factor === null
            ? { hot_water_energy: number(kwh) }
            : {
                energy_factor: number(factor),
                ...(!byFormula && {
                  area_sqm: number(areaSqm100 / 100),
                  ...(years.n !== years.d && { years: number(toNumber(years)) }),
                }),
              }),
        }),
        result: number(kwh),
      },
    ],
    result: number(kwh),
  };
}
