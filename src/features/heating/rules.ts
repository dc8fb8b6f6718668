import type { z } from 'zod';
import { addDays, addMonths, type CalendarDate, maxDate, minDate, yearOf } from '../../lib/calendar.ts';
import { type Period, yearBefore } from '../../lib/period.ts';
import { hasHousehold, isHeating } from '../../statement/index.ts';
import {
  type CutReason,
  fuelStock,
  type HotWater,
  hotWaterEnergy,
  type PlantAnnex,
  type StatementPlant,
} from '../../statement/plant/index.ts';
import type { createPlantInput, setYearInput } from './schema.ts';

/** A plant and a year of it as they are stored. */
export type Plant = z.output<typeof createPlantInput> & { version: number };
type Entered = Omit<z.output<typeof setYearInput>, 'plantId' | 'from' | 'to' | 'version' | 'deliveries'>;
export type PlantYear = Entered & {
  version: number;
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  deliveries: { quantity: number; transactionId: string }[];
};

/**
 * The year of a plant that a period of statements settles: the same days, or the twelve months from its own month on that
 * end in the period (BGH 30 Apr 2008, VIII ZR 240/07). Null where none ends in it: those days are settled with the year that
 * they are part of, and never twice.
 */
export function plantPeriod(startMonth: number | null, period: Period): Period | null {
  if (startMonth === null) return period;
  const month = String(startMonth).padStart(2, '0');
  const years = [yearOf(period.from) - 1, yearOf(period.from), yearOf(period.to)];
  const found = years
    .map((year): Period => {
      const from = `${year}-${month}-01`;
      return { from, to: addDays(addMonths(from, 12), -1) };
    })
    .findLast(({ to }) => to >= period.from && to <= period.to);
  return found ?? null;
}

/** By this day all devices had to be read from afar (§ 5 (3) HeizkostenV). */
const REMOTE_SINCE: CalendarDate = '2026-12-31';

/** What tenants may cut of the costs of a year (§ 12 (1) HeizkostenV, § 7 (4) CO2KostAufG), by what is known of the plant. */
export function cutsAtRisk(
  plant: Pick<Plant, 'isRemotelyRead' | 'informs' | 'hasCo2' | 'sharedBy'>,
  period: Period,
  { isCo2Split }: { isCo2Split: boolean },
): CutReason[] {
  return [
    ...(!plant.isRemotelyRead && period.to > REMOTE_SINCE ? (['not_remote'] as const) : []),
    ...(isInformed(plant) ? [] : (['no_information'] as const)),
    ...(plant.hasCo2 && !isCo2Split ? (['no_co2_split'] as const) : []),
  ];
}

/**
 * The monthly information is owed where devices are read from afar (§ 6a (1) HeizkostenV). What goes with the bill (3) the statement itself
 * tells and checks; that of a metering service's bill stands on it, or nowhere.
 */
const isInformed = ({
  informs,
  isRemotelyRead,
  sharedBy,
}: Pick<Plant, 'informs' | 'isRemotelyRead' | 'sharedBy'>) =>
  informs || (sharedBy === 'devices' && !isRemotelyRead);

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

/**
 * Whoever had a unit of a plant in a period, each once, with the first and the last of its days; `leaseId` null: on some days it
 * was let to nobody.
 */
export function usersOf(
  units: readonly { id: string; availableFrom: CalendarDate; availableTo: CalendarDate | null }[],
  leases: readonly {
    leaseId: string;
    held: readonly { unitId: string; from: CalendarDate; to: CalendarDate | null }[];
  }[],
  period: Period,
): { unitId: string; leaseId: string | null; from: CalendarDate; to: CalendarDate }[] {
  return units.flatMap((unit) => {
    const [first, last] = [maxDate(period.from, unit.availableFrom), minDate(period.to, unit.availableTo)];
    const hands = leases
      .flatMap(({ leaseId, held }) =>
        held
          .filter(({ unitId }) => unitId === unit.id)
          .map(({ from, to }) => ({ leaseId, from: maxDate(from, first), to: minDate(last, to) })),
      )
      .filter(({ from, to }) => from <= to)
      .sort((a, b) => (a.from < b.from ? -1 : 1));
    const users = new Map<string | null, Period>();
    const add = (leaseId: string | null, { from, to }: Period) =>
      users.set(leaseId, { from: users.get(leaseId)?.from ?? from, to });
    let next = first;
    for (const { leaseId, from, to } of hands) {
      if (from > next) add(null, { from: next, to: addDays(from, -1) });
      add(leaseId, { from, to });
      next = maxDate(next, addDays(to, 1));
    }
    if (next <= last) add(null, { from: next, to: last });
    return [...users].map(([leaseId, days]) => ({ unitId: unit.id, leaseId, ...days }));
  });
}

/** What the lines, meters and bookings of a house are to a plant. */
export type AroundPlant = {
  period: Period;
  /** The plant's own lines. */
  lines: readonly { id: string; betrkvNo: number | null }[];
  meters: readonly KnownMeter[];
  units: readonly { id: string; kind: string }[];
  /** Bookings by id: the day and amount of a delivery. */
  bookings: ReadonlyMap<string, { on: CalendarDate; amountCents: number }>;
  /** The year before as it was entered, and the meters as they counted in it; left out: nothing is told beside the bill. */
  before?: { year: PlantYear | null; meters: PlantAnnex['before']['meters'] };
};

/** The units a plant serves: those that were named, else all that people use. */
export function servedBy<Unit extends { id: string; kind: string }>(
  plant: Pick<Plant, 'unitIds'>,
  units: readonly Unit[],
): Unit[] {
  if (plant.unitIds.length > 0) return units.filter(({ id }) => plant.unitIds.includes(id));
  return units.filter(hasHousehold);
}

/** The kinds of cost that are a plant's own: those that were named, else all of heat that no other names. */
export function linesOfPlant<Line extends { categoryId: string; betrkvNo: number | null }>(
  plant: Pick<Plant, 'id' | 'categoryIds'>,
  all: readonly Pick<Plant, 'id' | 'categoryIds'>[],
  lines: readonly Line[],
): Line[] {
  if (plant.categoryIds.length > 0) {
    return lines.filter(({ categoryId }) => plant.categoryIds.includes(categoryId));
  }
  const others = all.filter(({ id }) => id !== plant.id);
  const taken = new Set(others.flatMap(({ categoryIds }) => categoryIds));
  // Of several that name nothing nobody knows whose a cost is.
  if (others.some((one) => one.categoryIds.length === 0)) return [];
  return lines.filter(({ categoryId, betrkvNo }) => isHeating(betrkvNo) && !taken.has(categoryId));
}

/** Whether it is not said which costs are this plant's and which another's. */
export const lacksKinds = (
  plant: Pick<Plant, 'id' | 'categoryIds'>,
  all: readonly Pick<Plant, 'id' | 'categoryIds'>[],
): boolean =>
  plant.categoryIds.length === 0 &&
  all.some(({ id, categoryIds }) => id !== plant.id && categoryIds.length === 0);

type KnownMeter = { id: string; kind: string; measure: string; unitId: string | null };

/** The meters of its units that count for a plant, and what. */
export function metersOfPlant(
  plant: Pick<Plant, 'makesHotWater'>,
  served: readonly string[],
  meters: readonly KnownMeter[],
): (KnownMeter & { of: 'heat' | 'hot_water' })[] {
  return meters.flatMap((meter) => {
    const of =
      meter.kind === 'heat' || meter.kind === 'heat_cost_allocator'
        ? ('heat' as const)
        : meter.kind === 'warm_water'
          ? ('hot_water' as const)
          : null;
    if (of === null || meter.unitId === null || !served.includes(meter.unitId)) return [];
    return of === 'hot_water' && !plant.makesHotWater ? [] : [{ ...meter, of }];
  });
}

/** What counts in other units cannot be shared out together: such groups of users are measured first (§ 5 (7) HeizkostenV). */
export const countDifferently = (
  meters: ReturnType<typeof metersOfPlant>,
  groups: readonly { unitIds: readonly string[] }[] = [],
): boolean =>
  [
    ...Map.groupBy(meters, ({ unitId }) => groups.findIndex(({ unitIds }) => unitIds.includes(unitId ?? ''))),
  ].some(([, own]) =>
    (['heat', 'hot_water'] as const).some(
      (use) =>
        new Set(own.filter(({ of }) => of === use).map(({ kind, measure }) => `${kind} ${measure}`)).size > 1,
    ),
  );

/** A plant with its year as the statement computes it; null where something is missing (`missingOf`). */
export function statementPlant(
  plant: Plant,
  year: PlantYear | null,
  around: AroundPlant,
): StatementPlant | null {
  const own = plantPeriod(plant.startMonth, around.period);
  if (own === null || missingOf(plant, year, own) !== null) return null;
  const served = servedBy(plant, around.units).map(({ id }) => id);
  const co2 = co2Of(plant, year, own);
  const way = plant.hasCo2 ? (year?.co2Way ?? 'none') : 'none';
  // What its bill said of CO₂ is left of a plant that a service settled once, and splits nothing of what devices share out.
  const isSplit = co2 !== null || (plant.sharedBy === 'service' && way !== 'none');
  return {
    id: plant.id,
    name: plant.id,
    circle: served,
    lines: around.lines.map(({ id, betrkvNo }) => ({
      lineId: id,
      of: betrkvNo === 5 ? 'hot_water' : 'both',
    })),
    period: own.from === around.period.from && own.to === around.period.to ? null : own,
    fuel: fuelOf(plant, year, around),
    shared:
      plant.sharedBy === 'service'
        ? {
            by: 'service',
            totalCents: year?.totalCents ?? 0,
            co2Way: way,
            co2LandlordCents: year?.co2LandlordCents ?? null,
            users: (year?.amounts ?? []).map(({ serviceId: _, ...user }) => user),
            ...(way === 'none' ? { co2 } : { co2: null, told: co2 }),
          }
        : {
            by: 'devices',
            hotWater: plant.makesHotWater && year ? hotWaterOf(plant, year) : null,
            heatBp: plant.heatBp,
            hotWaterBp: plant.hotWaterBp,
            isMoreAgreed: plant.isMoreAgreed,
            fixedBy: plant.fixedBy,
            estimates: year?.estimates ?? [],
            co2,
            groups: measuredOf(year),
          },
    cuts: cutsAtRisk(plant, own, { isCo2Split: isSplit }),
    meters: metersOfPlant(plant, served, around.meters).map(({ id, of }) => ({ meterId: id, of })),
    annex: around.before ? annexOf(plant, year, own, around.before) : null,
  };
}

/** What is told beside the bill (§ 6a (3) HeizkostenV), as far as it was entered. */
function annexOf(
  plant: Plant,
  year: PlantYear | null,
  own: Period,
  before: NonNullable<AroundPlant['before']>,
): PlantAnnex | null {
  if (plant.sharedBy === 'service') return null;
  const known = before.year && knownBefore(plant, before.year);
  return {
    told: {
      energyMix: year?.energyMix ?? null,
      isDistrictHeat: plant.heatSource === 'delivered_heat',
      greenhouseGrams: year?.greenhouseGrams ?? null,
      primaryFactor: year?.primaryFactor ?? null,
      taxesCents: year?.taxesCents ?? null,
      meteringCents: year?.meteringCents ?? null,
      averageSource: year?.averageSource ?? null,
      disputes: year?.disputes ?? 'unwilling',
    },
    energy: year?.totalEnergy ?? null,
    average: year?.averageEnergy ?? null,
    factor: year?.climateFactor ?? null,
    before: {
      period: yearBefore(own),
      energy: year?.energyBefore ?? known?.energyBefore ?? null,
      hotWaterEnergy: plant.makesHotWater
        ? (year?.hotWaterEnergyBefore ?? known?.hotWaterEnergyBefore ?? null)
        : 0,
      factor: year?.climateFactorBefore ?? known?.climateFactorBefore ?? null,
      meters: before.meters,
      estimates: before.year?.estimates ?? [],
      groups: measuredOf(before.year),
    },
  };
}

/** The groups of a year; null: all users have the same devices. */
const measuredOf = (year: PlantYear | null) =>
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

/** A plant of which nothing is known but its costs: an outlook shares it out by area, which needs no meters. */
export function unreadPlant(
  plant: Plant,
  around: Pick<AroundPlant, 'period' | 'lines' | 'units'>,
): StatementPlant | null {
  const bare: Plant = { ...plant, sharedBy: 'devices', makesHotWater: false, hasStock: false, hasCo2: false };
  return statementPlant(bare, null, { ...around, meters: [], bookings: new Map() });
}

/** The supplier's figures; without both nothing is split. */
function co2Of(plant: Plant, year: PlantYear | null, own: Period) {
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

/** The tank of a year; null where there is none, or a service reckons it. */
export function fuelOf(
  plant: Pick<Plant, 'hasStock' | 'sharedBy'>,
  year: PlantYear | null,
  { bookings }: Pick<AroundPlant, 'bookings'>,
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
