import { addDays, addMonths, type CalendarDate, yearOf } from '../../lib/calendar.ts';
import { type Period, yearBefore } from '../../lib/period.ts';
import { ownDaysOf } from '../../statement/index.ts';
import type { CutReason, PlantAnnex, StatementPlant } from '../../statement/plant/index.ts';
import { type KnownMeter, metersOfPlant, servedBy } from './circle-rules.ts';
import type { Plant, PlantYear } from './schema.ts';
import {
  type Bookings,
  co2Of,
  fuelOf,
  hotWaterOf,
  knownBefore,
  measuredOf,
  missingOf,
} from './year-rules.ts';

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

/**
 * What tenants may cut of the costs of a year (§ 12 (1) HeizkostenV, § 7 (4) CO2KostAufG), by what is known of the plant. Hot water by its
 * volume or by area, where a heat meter is not unreasonably costly, is as good as not by consumption: 15 % of heat and hot water
 * (§ 9 (2); BGH 12 Jan 2022, VIII ZR 151/20).
 */
export function cutsAtRisk(
  plant: Pick<
    Plant,
    'isRemotelyRead' | 'informs' | 'hasCo2' | 'sharedBy' | 'makesHotWater' | 'isMeterCostly'
  >,
  period: Period,
  { isCo2Split, hotWaterBy }: { isCo2Split: boolean; hotWaterBy: PlantYear['hotWaterBy'] },
): CutReason[] {
  const isUnmetered = hotWaterBy === 'formula' || hotWaterBy === 'area';
  const isOwn = plant.sharedBy === 'devices' && plant.makesHotWater;
  return [
    ...(isOwn && isUnmetered && !plant.isMeterCostly ? (['not_by_consumption'] as const) : []),
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

/** What the lines, meters and bookings of a house are to a plant. */
export type AroundPlant = {
  period: Period;
  /** The plant's own lines. */
  lines: readonly { id: string; betrkvNo: number | null }[];
  meters: readonly KnownMeter[];
  units: readonly {
    id: string;
    kind: string;
    availableFrom: CalendarDate;
    availableTo: CalendarDate | null;
  }[];
  bookings: Bookings;
  /** The year before as it was entered, and the meters as they counted in it; left out: nothing is told beside the bill. */
  before?: { year: PlantYear | null; meters: PlantAnnex['before']['meters'] };
};

/** A plant with its year as the statement computes it; null where something is missing (`missingOf`). */
export function statementPlant(
  plant: Plant,
  year: PlantYear | null,
  around: AroundPlant,
): StatementPlant | null {
  const own = plantPeriod(plant.startMonth, around.period);
  const units = servedBy(plant, around.units);
  const days = own && ownDaysOf(units, own);
  if (own === null || days === null || missingOf(plant, year, days) !== null) return null;
  const served = units.map(({ id }) => id);
  const co2 = co2Of(plant, year, days);
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
    cuts: cutsAtRisk(plant, own, { isCo2Split: isSplit, hotWaterBy: year?.hotWaterBy ?? null }),
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

/** A plant of which nothing is known but its costs: an outlook shares it out by area, which needs no meters. */
export function unreadPlant(
  plant: Plant,
  around: Pick<AroundPlant, 'period' | 'lines' | 'units'>,
): StatementPlant | null {
  const bare: Plant = { ...plant, sharedBy: 'devices', makesHotWater: false, hasStock: false, hasCo2: false };
  return statementPlant(bare, null, { ...around, meters: [], bookings: new Map() });
}
