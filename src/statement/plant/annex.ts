import { addDays, addMonths, type CalendarDate, daysInclusive } from '../../lib/calendar.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import type { House } from '../house.ts';
import type { StatementInput } from '../input.ts';
import { LineStop } from '../problems.ts';
import type { PlantByDevices, StatementPlant } from './block.ts';
import { yearsOf } from './co2.ts';
import { type AverageUse, consumptionComparison, type UsedEnergy } from './comparison.ts';
import { byDevices } from './devices.ts';
import { hotWaterEnergy } from './hot-water.ts';
import type { HeatRole } from './shares.ts';
import { areasOf, daysOfHand, periodOf, type ServedUnit, servedUnits, yearOfPlant } from './users.ts';

/** Bills of periods that begin on this day or later come with it (§ 6a (3) HeizkostenV). */
export const ANNEX_SINCE: CalendarDate = '2021-12-01';

/** What of it can be missing; any of it lets a tenant cut 3 % (§ 12 (1) sentence 3 HeizkostenV). */
export const annexParts = [
  'energy_mix',
  'greenhouse',
  'taxes',
  'metering_fees',
  'energy',
  'average',
  'weather',
  'year_before',
] as const;
export type AnnexPart = (typeof annexParts)[number];

/** Whether the landlord settles disputes before a board (§ 36 VSBG); a contract between two who are no business names none. */
export const disputeWays = ['unwilling', 'willing', 'no_consumer'] as const;

/** What is told as it was typed in: from the supplier's bill and that of the metering. */
export type AnnexTold = {
  energyMix: string | null;
  isDistrictHeat: boolean;
  /** Of district heat: grams of CO₂ equivalents of the plant's year, and hundredths of the primary energy factor. */
  greenhouseGrams: number | null;
  primaryFactor: number | null;
  taxesCents: number | null;
  meteringCents: number | null;
  averageSource: string | null;
  disputes: (typeof disputeWays)[number];
};

/** What the information beside the bill rests on. Energies in thousandths of a kWh, climate factors in thousandths. */
export type PlantAnnex = {
  told: AnnexTold;
  energy: number | null;
  /** Of an average user of the same kind, for each m² and year; never that of the house itself. */
  average: number | null;
  factor: number | null;
  /** The year of the plant before; its meters count as they did in it. */
  before: {
    period: Period;
    energy: number | null;
    /** Of it for hot water; 0: the plant makes none. */
    hotWaterEnergy: number | null;
    factor: number | null;
    meters: StatementInput['meters'];
    estimates: PlantByDevices['estimates'];
    /** What was measured for groups of users in it; left out: one kind of device. */
    groups?: PlantByDevices['groups'];
  };
};

export type AnnexUser = {
  leaseId: string;
  days: number;
  used: UsedEnergy | null;
  average: number | null;
  adjusted: number | null;
  before: { days: number; used: UsedEnergy; adjusted: number | null } | null;
  /** It had nothing of the plant in the year before: there is nothing to compare with. */
  isNew: boolean;
  missing: AnnexPart[];
};

export type AnnexResult = {
  told: AnnexTold;
  /** False: all of it went by area, and contacts and disputes are all that is told (§ 6a (5)). */
  isByUse: boolean;
  factor: number | null;
  factorBefore: number | null;
  before: Period;
  users: AnnexUser[];
};

type Of = {
  plant: StatementPlant;
  shared: PlantByDevices;
  field: string;
  input: StatementInput;
  house: House;
};

/**
 * The information that goes with a bill by consumption (§ 6a (3) HeizkostenV), for each lease. The energy of the plant is shared out as its
 * costs are, but all of it by what the devices counted, of groups by what was measured for each: so allocators, which count no kWh, give the part of each, too. What cannot be found
 * of the year before is missing, and nothing is guessed. Null where nothing of it is asked for.
 */
export function annexOf(of: Of, served: readonly ServedUnit[], isByUse: boolean): AnnexResult | null {
  const { plant, input } = of;
  const { annex } = plant;
  if (!annex || !input.isGerman || yearOfPlant(plant, input).from < ANNEX_SINCE) return null;
  const { told, factor, before } = annex;
  const now = isByUse ? usedBy(of, served, energiesOf(of, served, annex.energy)) : null;
  const past = isByUse ? yearBefore(of, before) : null;
  const general = isByUse ? missingOf(annex) : [];
  const leases = served.flatMap(({ hands }) => hands.map(({ party }) => party));
  const users = [...new Set(leases)].flatMap((party): AnnexUser[] => {
    const lease = input.leases[of.house.parties[party]?.lease ?? -1];
    if (!lease) return [];
    const used = now?.get(party) ?? null;
    const usedBefore = past?.used?.get(party) ?? null;
    const daysBefore = past ? daysOf(past.served, party) : 0;
    const isNew = isByUse && !lease.units.some(({ from }) => from <= before.period.to);
    const found = used
      ? consumptionComparison({
          now: { ...used, factor, name: lease.name },
          before: usedBefore && { ...usedBefore, factor: before.factor, name: lease.name },
          average: averageOf(of, served, party),
        }).result
      : null;
    const own: AnnexPart[] = [];
    if (isByUse && !isNew) {
      if (factor === null || before.factor === null) own.push('weather');
      if (usedBefore === null) own.push('year_before');
    }
    return [
      {
        leaseId: lease.id,
        days: daysOf(served, party),
        used,
        average: found?.average ?? null,
        adjusted: found?.adjusted ?? null,
        before: usedBefore && {
          days: daysBefore,
          used: usedBefore,
          adjusted: found?.adjustedBefore ?? null,
        },
        isNew,
        missing: [...general, ...own],
      },
    ];
  });
  return { told, isByUse, factor, factorBefore: before.factor, before: before.period, users };
}

function missingOf({ told, energy, average }: PlantAnnex): AnnexPart[] {
  const missing: [AnnexPart, boolean][] = [
    ['energy_mix', told.energyMix === null],
    ['greenhouse', told.isDistrictHeat && (told.greenhouseGrams === null || told.primaryFactor === null)],
    ['taxes', told.taxesCents === null],
    ['metering_fees', told.meteringCents === null],
    ['energy', energy === null],
    ['average', average === null || told.averageSource === null],
  ];
  return missing.flatMap(([part, isMissing]) => (isMissing ? [part] : []));
}

/** Heat and hot water of the plant, parted as the costs are (§ 9 HeizkostenV). */
function energiesOf(
  { plant, shared, input }: Of,
  served: readonly ServedUnit[],
  energy: number | null,
): UsedEnergy | null {
  if (energy === null) return null;
  if (shared.hotWater === null) return { heat: energy, hotWater: 0 };
  const period = periodOf(plant, input);
  const areaSqm100 = sumCents(served.map((unit) => areaDaysOf(unit, () => true)));
  const mean = divideRounded(BigInt(areaSqm100), BigInt(daysInclusive(period.from, period.to)));
  const hotWater = hotWaterEnergy(shared.hotWater, energy, mean, yearsOf(period));
  return hotWater === null ? null : { heat: energy - hotWater, hotWater };
}

/** Of everybody who had a unit their part of the energy; null where devices do not say. */
function usedBy(
  of: Of,
  served: readonly ServedUnit[],
  energy: UsedEnergy | null,
): Map<number, UsedEnergy> | null {
  if (energy === null || served.length === 0) return null;
  const costs = [
    { name: 'heat', amountCents: energy.heat, of: 'heat' as const },
    ...(energy.hotWater > 0
      ? [{ name: 'hot_water', amountCents: energy.hotWater, of: 'hot_water' as const }]
      : []),
  ];
  const shared: PlantByDevices = {
    ...of.shared,
    ...{ hotWater: null, heatBp: 10_000, hotWaterBp: 10_000, isMoreAgreed: true, co2: null },
    groups: of.shared.groups && { ...of.shared.groups, byUseBp: 10_000 },
  };
  const found = stopping(() => byDevices({ ...of, shared }, { costs }, served));
  // Estimated for more than a quarter: who used what nobody knows. Hot water goes as its costs do then.
  if (!found || found.result.pots?.isHeatByArea) return null;
  const partOf = (what: keyof typeof roles, at: number) =>
    sumCents(found.pots.map(({ role, parts }) => (roles[what].has(role) ? (parts[at] ?? 0) : 0)));
  const used = new Map<number, UsedEnergy>();
  for (const [at, { party }] of found.places.entries()) {
    const before = used.get(party) ?? { heat: 0, hotWater: 0 };
    used.set(party, {
      heat: before.heat + partOf('heat', at),
      hotWater: before.hotWater + partOf('hotWater', at),
    });
  }
  return used;
}

const roles = {
  heat: new Set<HeatRole>(['heat_used']),
  hotWater: new Set<HeatRole>(['hot_water_used', 'hot_water_fixed']),
};

/** The same for the year before, by the devices as they counted then. */
function yearBefore(
  of: Of,
  { period, energy, hotWaterEnergy, meters, estimates, groups = null }: PlantAnnex['before'],
) {
  const plant = { ...of.plant, period };
  const input = { ...of.input, meters };
  const served = stopping(() => servedUnits(plant, of.field, { input, house: of.house }));
  if (!served) return null;
  const shared: PlantByDevices = { ...of.shared, estimates, groups };
  const energies =
    energy === null || hotWaterEnergy === null || hotWaterEnergy > energy
      ? null
      : { heat: energy - hotWaterEnergy, hotWater: hotWaterEnergy };
  // Devices that cannot be compared now could not then: without what was measured of their groups nobody knows who used what.
  const isUnknown = Boolean(of.shared.groups) && !groups;
  return {
    served,
    used: isUnknown ? null : usedBy({ ...of, plant, input, shared }, served, energies),
  };
}

/** What stops a line stops no information: it is missing. */
function stopping<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof LineStop) return null;
    throw error;
  }
}

function averageOf({ plant, input }: Of, served: readonly ServedUnit[], wanted: number): AverageUse | null {
  const perSqm = plant.annex?.average ?? null;
  if (perSqm === null) return null;
  const areaDays = sumCents(served.map((unit) => areaDaysOf(unit, (party) => party === wanted)));
  const { from } = periodOf(plant, input);
  return { perSqm, areaDays, daysOfYear: daysInclusive(from, addDays(addMonths(from, 12), -1)) };
}

/** Hundredths of m² times days of a unit in some hands. */
const areaDaysOf = (unit: ServedUnit, isMeant: (party: number) => boolean): number =>
  sumCents(
    unit.hands
      .filter(({ party }) => isMeant(party))
      .flatMap((hand) => areasOf(unit, hand))
      .map(({ from, to, areaSqm100 }) => areaSqm100 * daysInclusive(from, to)),
  );

/** On how many days somebody had a unit of the plant: of several units the most. */
const daysOf = (served: readonly ServedUnit[], wanted: number): number =>
  Math.max(
    0,
    ...served.map(({ hands }) =>
      sumCents(
        hands
          .filter(({ party }) => party === wanted)
          .map((hand) => {
            const { from, to } = daysOfHand(hand);
            return daysInclusive(from, to);
          }),
      ),
    ),
  );
