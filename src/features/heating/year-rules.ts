import { addDays, type CalendarDate, maxDate } from '../../lib/calendar.ts';
import type { Period } from '../../lib/period.ts';
import {
  fuelStock,
  type HotWater,
  hotWaterEnergy,
  type StatementPlant,
} from '../../statement/plant/index.ts';
import type { Plant, PlantYear } from './schema.ts';

/** What of a year is missing before a plant can be settled; null: nothing. */
export const missingYears = [
  'kinds',
  'meters',
  'units_booked',
  'service_total',
  'hot_water',
  'stock',
  'co2_way',
  'co2_bill',
  'co2_incomplete',
] as const;
export type MissingOfYear = (typeof missingYears)[number];

export function missingOf(plant: Plant, year: PlantYear | null, period: Period): MissingOfYear | null {
  // Days no bill covers would count as days without CO₂, and lower the step.
  if (plant.hasCo2 && year && !isBilledWhole(year, period)) return 'co2_bill';
  if (plant.hasCo2 && year && isHalfBilled(plant, year, period)) return 'co2_incomplete';
  return missingFigure(plant, year);
}

/** No step is asked for: half each, whatever was burnt (§§ 5a, 8 CO2KostAufG). */
const isHalved = ({ co2Use, co2Model, co2HalfSince }: Plant, { from }: Period) =>
  co2Use === 'other' || (co2Model === 'half' && (co2HalfSince === null || co2HalfSince <= from));

/** Whether of a bill that is split here kilograms or costs were left out: then it would be as if there were none. */
function isHalfBilled(
  plant: Plant,
  { co2Grams, co2CostCents, co2Bills, co2Way }: PlantYear,
  period: Period,
): boolean {
  if (plant.sharedBy === 'service' && co2Way !== 'none') return false;
  if (co2CostCents === null) return co2Grams !== null || co2Bills.length > 0;
  return co2Grams === null && !isHalved(plant, period);
}

/** Whether the days of the bills cover the year; one that names none is for all of it. */
function isBilledWhole({ billFrom, billTo, co2Bills }: PlantYear, period: Period): boolean {
  if (billFrom === null || billTo === null) return true;
  let next = period.from;
  for (const { from, to } of [{ from: billFrom, to: billTo }, ...co2Bills].toSorted((a, b) =>
    a.from < b.from ? -1 : 1,
  )) {
    if (from > next) return false;
    next = maxDate(next, addDays(to, 1));
  }
  return next > period.to;
}

function missingFigure(plant: Plant, year: PlantYear | null): MissingOfYear | null {
  if (plant.sharedBy === 'service') {
    if (year?.totalCents == null || year.amounts.length === 0) return 'service_total';
    return plant.hasCo2 && year.co2Way === null ? 'co2_way' : null;
  }
  if (plant.makesHotWater && (year === null || hotWaterOf(plant, year) === null)) return 'hot_water';
  if (plant.hasStock && (year?.openingQuantity == null || year.closingQuantity === null)) return 'stock';
  return null;
}

/** How hot water is told from heat, as far as it was entered. */
export function hotWaterOf(plant: Pick<Plant, 'heatSource'>, year: PlantYear): HotWater | null {
  const { hotWaterEnergy, totalEnergy: total, hotWaterVolume: volume, hotWaterShareBp: shareBp } = year;
  const source = plant.heatSource;
  switch (year.hotWaterBy) {
    case 'meter':
      return hotWaterEnergy === null || total === null
        ? null
        : { by: 'meter', hotWater: hotWaterEnergy, total };
    case 'formula':
      if (volume === null || total === null) return null;
      return { by: 'formula', volume, celsius10: year.celsius10 ?? USUAL_CELSIUS10, total, source };
    case 'area':
      return total === null ? null : { by: 'area', total, source };
    case 'share':
      return shareBp === null ? null : { by: 'share', shareBp };
    case null:
      return null;
  }
}

/** The mean temperature of hot water where nobody measured it (§ 9 (2) HeizkostenV). */
const USUAL_CELSIUS10 = 600;

/** The groups of a year; null: all users have the same devices. */
export const measuredOf = (year: PlantYear | null) =>
  year && year.groups.length > 0 ? { byUseBp: year.groupBp, of: year.groups } : null;

/** What a year says to the next: what stays the same, and what was used. */
export function knownBefore(plant: Pick<Plant, 'heatSource'>, year: PlantYear) {
  const hotWater = hotWaterOf(plant, year);
  const energy = year.totalEnergy;
  return {
    energyMix: year.energyMix,
    averageSource: year.averageSource,
    disputes: year.disputes,
    // Who has which devices stays; what was counted does not.
    groups: year.groups.map(({ name, unitIds }) => ({ name, unitIds })),
    groupBp: year.groupBp,
    climateFactorBefore: year.climateFactor,
    energyBefore: energy,
    hotWaterEnergyBefore: hotWater && energy !== null ? hotWaterEnergy(hotWater, energy, null) : null,
  };
}

/** The supplier's figures; without both nothing is split. */
export function co2Of(plant: Plant, year: PlantYear | null, own: Period) {
  if (!plant.hasCo2 || year?.co2CostCents == null) return null;
  if (year.co2Grams === null && !isHalved(plant, own)) return null;
  const { billFrom, billTo, co2Bills } = year;
  return {
    bill: billFrom && billTo ? { from: billFrom, to: billTo } : own,
    grams: year.co2Grams ?? 0,
    costCents: year.co2CostCents,
    more: co2Bills.map(({ from, to, ...bill }) => ({ ...bill, bill: { from, to } })),
    use: plant.co2Use,
    model: plant.co2Model,
    halfSince: plant.co2HalfSince,
    obstacle: plant.co2Obstacle,
  };
}

/** Bookings by id: the day and amount of a delivery. */
export type Bookings = ReadonlyMap<string, { on: CalendarDate; amountCents: number; vatCents?: number }>;

/** The tank of a year; null where there is none, or a service reckons it. */
export function fuelOf(
  plant: Pick<Plant, 'hasStock' | 'sharedBy'>,
  year: PlantYear | null,
  { bookings }: { bookings: Bookings },
): StatementPlant['fuel'] {
  if (!plant.hasStock || plant.sharedBy === 'service' || !year) return null;
  return {
    of: 'both',
    opening: { quantity: year.openingQuantity ?? 0, amountCents: year.openingCents ?? 0 },
    deliveries: year.deliveries.flatMap(({ transactionId, quantity }) => {
      const booked = bookings.get(transactionId);
      return booked ? [{ ...booked, quantity }] : [];
    }),
    closingQuantity: year.closingQuantity ?? 0,
    method: 'first_in_first_out',
  };
}

/** What the fuel that is left had cost; null where more is left than there was. */
export function stockLeft(fuel: NonNullable<StatementPlant['fuel']>): number | null {
  const there = [fuel.opening, ...fuel.deliveries].reduce((all, { quantity }) => all + quantity, 0);
  return fuel.closingQuantity > there ? null : fuelStock(fuel).result.closingCents;
}
