import type { MeterUse } from '../consumption.ts';
import type { House } from '../house.ts';
import type { StatementInput } from '../input.ts';
import { LineStop, type Warning } from '../problems.ts';
import type { PlantByDevices, StatementPlant } from './block.ts';
import type { PlantCosts } from './costs.ts';
import {
  type HeatHand,
  type HeatingInput,
  type HeatSpan,
  type HeatUnit,
  sharedHeat,
} from './heating-costs.ts';
import { explainedHeat } from './heating-trace.ts';
import { type PlacedMeter, spansOf } from './readings.ts';
import type { HeatShares } from './shares.ts';
import {
  areasOf,
  daysOfHand,
  isInCircle,
  meanArea,
  periodOf,
  type ServedUnit,
  spanOfHands,
} from './users.ts';

type Of = {
  plant: StatementPlant;
  shared: PlantByDevices;
  field: string;
  input: StatementInput;
  house: House;
};
type Kind = 'heat' | 'hot_water';

/** Shared out by the devices of the units. LineStop for what is neither read nor estimated. */
export function byDevices(
  of: Of,
  { costs }: Pick<PlantCosts, 'costs'>,
  served: readonly ServedUnit[],
): HeatShares {
  const { plant, shared, input, house } = of;
  const period = periodOf(plant, input);
  const meters = metersOf(of, served);
  assertEstimates(of, served);
  const hasHeat = costs.some((one) => one.of !== 'hot_water');
  const hasWater = shared.hotWater !== null || costs.some((one) => one.of === 'hot_water');
  const [uses, warnings, partyOf]: [MeterUse[], Warning[], Map<HeatHand, number>] = [[], [], new Map()];
  const isUnmeasured = (unit: ServedUnit, kind: Kind) =>
    estimateOf(unit, kind, shared) === null &&
    meters.every((one) => one.unit !== unit.index || one.of !== kind);
  const spans = (unit: ServedUnit, kind: Kind, isNeeded: boolean): HeatSpan[] | undefined => {
    if (!isNeeded) return undefined;
    const estimate = estimateOf(unit, kind, shared);
    if (estimate !== null) return [{ ...daysOfHand(spanOfHands(unit.hands)), thousandths: estimate }];
    const own = meters.filter((one) => one.unit === unit.index && one.of === kind);
    if (own.length === 0) {
      const code = kind === 'heat' ? 'plant_unit_without_heat_meter' : 'plant_unit_without_water_meter';
      throw new LineStop(code, `${of.field}.meters`, {
        unit: served.flatMap((one) => (isUnmeasured(one, kind) ? [one.unit.name] : [])).join(', '),
      });
    }
    const read = spansOf(unit, own);
    uses.push(...read.uses);
    warnings.push(...read.warnings);
    return read.spans;
  };
  const units = served.map((unit): HeatUnit => {
    const hands = unit.hands.map((hand): HeatHand => {
      const lease = input.leases[house.parties[hand.party]?.lease ?? -1];
      const name = lease?.name ?? unit.unit.name;
      const areas = areasOf(unit, hand);
      const one = { name, ...daysOfHand(hand), heat: null, hotWater: null, areas };
      partyOf.set(one, hand.party);
      return one;
    });
    const [heatSpans, hotWaterSpans] = [spans(unit, 'heat', hasHeat), spans(unit, 'hot_water', hasWater)];
    return {
      name: unit.unit.name,
      areaSqm100: meanArea(
        unit.hands.flatMap((hand) => areasOf(unit, hand)),
        period,
      ),
      heat: null,
      hotWater: null,
      isHeatEstimated: estimateOf(unit, 'heat', shared) !== null,
      isHotWaterEstimated: estimateOf(unit, 'hot_water', shared) !== null,
      within: daysOfHand(spanOfHands(unit.hands)),
      hands,
      ...(heatSpans && { heatSpans }),
      ...(hotWaterSpans && { hotWaterSpans }),
    };
  });
  const areaSqm100 = units.reduce((all, unit) => all + unit.areaSqm100, 0);
  const heating: HeatingInput = {
    period,
    costs,
    hotWater: shared.hotWater,
    heatBp: shared.heatBp,
    hotWaterBp: shared.hotWaterBp,
    // Elsewhere nothing says how much goes by consumption.
    isMoreAgreed: shared.isMoreAgreed || !input.isGerman,
    fixedBy: shared.fixedBy,
    summer: null,
    units,
    co2: shared.co2 && { ...shared.co2, period, areaSqm100, ownContract: null },
    cuts: [],
    groups: shared.groups
      ? {
          ...shared.groups,
          of: shared.groups.of.map(({ unitIds, ...group }) => ({
            ...group,
            units: served.filter(({ unit }) => unitIds.includes(unit.id)).map(({ unit }) => unit.name),
          })),
        }
      : null,
  };
  const found = sharedHeat(heating);
  const idOf = new Map(served.map(({ unit }) => [unit.name, unit.id]));
  const { totalCents: _, ...pots } = found.amounts;
  return {
    pots: found.pots.map(({ cents, weights, what, isFixed }, at) => ({
      role: `${what}_${isFixed ? 'fixed' : 'used'}` as const,
      cents,
      weights,
      parts: found.parts[at] ?? [],
    })),
    places: found.places.map(({ unit, hand }, at) => ({
      party: partyOf.get(hand) ?? house.parties.length - 1,
      unitId: idOf.get(unit.name) ?? '',
      from: hand.from,
      to: hand.to,
      costsCents: found.users[at]?.costsCents ?? 0,
      co2LandlordCents: found.users[at]?.co2LandlordCents ?? 0,
    })),
    uses,
    warnings,
    result: {
      areaSqm100,
      pots,
      rules: {
        heatBp: shared.heatBp,
        hotWaterBp: shared.hotWaterBp,
        fixedBy: shared.fixedBy,
        ...(shared.groups && { groups: shared.groups }),
      },
      estimated: estimatedOf(served, shared),
      co2Way: null,
      co2: found.split?.result ?? null,
      trace: explainedHeat(heating, found).trace,
    },
    cuts: plant.cuts,
  };
}

function estimateOf({ unit }: ServedUnit, kind: Kind, { estimates }: PlantByDevices): number | null {
  const found = estimates.find(({ unitId }) => unitId === unit.id);
  return (kind === 'heat' ? found?.heat : found?.hotWater) ?? null;
}

const estimatedOf = (served: readonly ServedUnit[], { estimates }: PlantByDevices) =>
  served.flatMap(({ unit }) => {
    const one = estimates.find(({ unitId }) => unitId === unit.id);
    if (!one || (one.heat === null && one.hotWater === null)) return [];
    return [{ unitId: unit.id, heat: one.heat !== null, hotWater: one.hotWater !== null }];
  });

/** Each once, for a unit the plant serves. */
function assertEstimates({ plant, field, shared, input }: Of, served: readonly ServedUnit[]): void {
  for (const [at, { unitId }] of shared.estimates.entries()) {
    const place = `${field}.shared.estimates.${at}`;
    if (!isInCircle(unitId, plant, input)) throw new LineStop('circle_unit_unknown', place, { unit: unitId });
    if (shared.estimates.findIndex((one) => one.unitId === unitId) !== at) {
      throw new LineStop('estimate_twice', place, { unit: nameOf(served, unitId) });
    }
  }
}

const nameOf = (served: readonly ServedUnit[], id: string) =>
  served.find(({ unit }) => unit.id === id)?.unit.name ?? id;

type Placed = PlacedMeter & { unit: number; of: Kind };

function metersOf({ plant, field, input }: Of, served: readonly ServedUnit[]): Placed[] {
  return plant.meters.flatMap(({ meterId, of }, at) => {
    const place = `${field}.meters.${at}`;
    const index = input.meters.findIndex(({ id }) => id === meterId);
    const meter = input.meters[index];
    if (!meter) throw new LineStop('meter_unknown', place, { meter: meterId });
    if (plant.meters.findIndex((one) => one.meterId === meterId) !== at) {
      throw new LineStop('meter_twice', place, { name: meter.name });
    }
    if (meter.unitId === null || !isInCircle(meter.unitId, plant, input)) {
      throw new LineStop('plant_meter_elsewhere', place, { meter: meter.name });
    }
    // A unit that was not there in the period counted nothing.
    const unit = served.find((one) => one.unit.id === meter.unitId);
    return unit ? [{ meter, field: `meters.${index}`, unit: unit.index, of }] : [];
  });
}
