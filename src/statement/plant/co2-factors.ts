import { type CalendarDate, yearOf } from '../../lib/calendar.ts';
import { divideRounded } from '../../lib/money.ts';
import { LineStop } from '../problems.ts';

/** Fuels by the unit they are billed in: kWh by the upper or lower heating value, litres, kilograms. */
const co2FuelUnits = ['gas_kwh_upper', 'gas_kwh_lower', 'heating_oil_litre', 'lpg_kg'] as const;
/** Gas by the m³ as well: by its calorific value, which differs from place to place and month to month. */
export const co2Fuels = [...co2FuelUnits, 'gas_m3'] as const;
export type Co2Fuel = (typeof co2Fuels)[number];

/**
 * Kilograms of CO₂ for one unit, in hundred-millionths (EBeV 2030, annex 2: natural gas 0.0558 t/GJ and 3.2508 GJ for a MWh
 * by the upper value, 3.6 by the lower; heating oil 0.074 t/GJ, 42.8 GJ/t, 0.845 t for 1,000 l; LPG 0.0655 t/GJ, 46.0 GJ/t).
 */
const factors: Record<(typeof co2FuelUnits)[number], bigint> = {
  gas_kwh_upper: 18_139_464n,
  gas_kwh_lower: 20_088_000n,
  heating_oil_litre: 267_628_400n,
  lpg_kg: 301_300_000n,
};

/** Cents for a tonne of CO₂ by year (§ 10 (2) BEHG); 2026 is the mean of its corridor of 55 to 65 €. */
const prices: Readonly<Record<number, bigint>> = {
  2021: 2_500n,
  2022: 3_000n,
  2023: 3_000n,
  2024: 4_500n,
  2025: 5_500n,
  2026: 6_000n,
};

/**
 * Grams of CO₂ and their cost in cents, VAT included, for a bill that states neither. The supplier has to state both
 * (§ 3 CO2KostAufG): what the bill says goes before. `quantity` in thousandths; each rounded half up. LineStop for a year without a price.
 */
export function co2OfFuel(of: {
  fuel: Co2Fuel;
  quantity: number;
  /** Of gas in m³: thousandths of a kWh by the upper value in one (calorific value × conversion factor). */
  kwhPerM3?: number | null;
  billedOn: CalendarDate;
  vatBp: number;
}): {
  grams: number;
  costCents: number;
} {
  const price = prices[yearOf(of.billedOn)];
  if (price === undefined) throw new LineStop('co2_price_unknown', 'fuel.billedOn');
  const hundredMillionths = of.fuel === 'gas_m3' ? ofCubicMetres(of) : BigInt(of.quantity) * factors[of.fuel];
  return {
    grams: divideRounded(hundredMillionths, 100_000_000n),
    costCents: divideRounded(
      hundredMillionths * price * BigInt(10_000 + of.vatBp),
      100_000_000n * 1_000_000n * 10_000n,
    ),
  };
}

/** A m³ has no fixed energy: without what the bill says of it nothing is reckoned. */
function ofCubicMetres({ quantity, kwhPerM3 }: { quantity: number; kwhPerM3?: number | null }): bigint {
  if (!kwhPerM3) throw new LineStop('gas_calorific_value_missing', 'fuel.kwhPerM3');
  return (BigInt(quantity) * BigInt(kwhPerM3) * factors.gas_kwh_upper) / 1_000n;
}
