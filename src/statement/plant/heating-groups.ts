import { whole } from '../fraction.ts';
import { byName } from '../house.ts';
import { LineStop } from '../problems.ts';
import type { HeatingInput, HeatUnit } from './heating-costs.ts';
import { areaOf, sharedOut, shareOf } from './parts.ts';

/** Users with the same devices, and what a meter for all of them counted: thousandths of a kWh, of m³ for hot water. */
export type HeatGroup = { name: string; units: readonly string[]; heat: number; hotWater: number | null };

/**
 * Groups that are measured first: heat-cost allocators and heat meters cannot be compared (§ 5 (7) HeizkostenV as of
 * 1 Dec 2021, before that § 5 (2); every group needs a meter of its own, none is what is left: BGH 16 Jul 2008, VIII ZR 57/07).
 */
export type HeatGroups = {
  /** Of the costs by what was measured: half at least; the rest by area (§ 6 (2)). */
  byUseBp: number;
  of: readonly HeatGroup[];
};

/** What a group bears, and whether estimates for more than a quarter of its area send a pot to the area alone (§ 9a (2)). */
export type HeatGroupCosts = {
  units: ReadonlySet<string>;
  heatCents: number;
  hotWaterCents: number;
  isHeatByArea: boolean;
  isHotWaterByArea: boolean;
};

/** Heat and hot water of each group; without groups all units are one. LineStop where a unit is in none, or in two. */
export function groupsOf(
  { groups, hotWater }: HeatingInput,
  units: readonly HeatUnit[],
  { heatCents, hotWaterCents }: { heatCents: number; hotWaterCents: number },
): HeatGroupCosts[] {
  const costsOf = (own: readonly HeatUnit[], heat: number, water: number): HeatGroupCosts => ({
    units: new Set(own.map(({ name }) => name)),
    heatCents: heat,
    hotWaterCents: water,
    isHeatByArea: isMostlyEstimated(own, ({ isHeatEstimated }) => isHeatEstimated),
    isHotWaterByArea:
      (hotWater !== null || water !== 0) &&
      isMostlyEstimated(own, ({ isHotWaterEstimated }) => isHotWaterEstimated),
  });
  if (!groups) return [costsOf(units, heatCents, hotWaterCents)];
  if (groups.byUseBp < 5_000 || groups.byUseBp > 10_000) {
    throw new LineStop('consumption_share_out_of_range', 'groups.byUseBp');
  }
  for (const { name } of units) {
    const count = groups.of.filter((group) => group.units.includes(name)).length;
    if (count !== 1) throw new LineStop('heat_group_not_one', 'groups.of', { unit: name });
  }
  const sorted = groups.of.toSorted(byName).map((group) => ({
    group,
    own: units.filter(({ name }) => group.units.includes(name)),
  }));
  const dry = sorted.find(({ group }) => group.hotWater === null);
  if (hotWaterCents !== 0 && dry) {
    throw new LineStop('hot_water_not_read', 'groups.of', { unit: dry.group.name });
  }
  const parted = (cents: number, measured: readonly number[]) => {
    const used = shareOf(cents, groups.byUseBp);
    const byUse = sharedOut({ cents: used, weights: measured.map(whole) });
    const byArea = sharedOut({ cents: cents - used, weights: sorted.map(({ own }) => whole(areaOf(own))) });
    return byUse.map((one, at) => one + (byArea[at] ?? 0));
  };
  const heat = parted(
    heatCents,
    sorted.map(({ group }) => group.heat),
  );
  const water = parted(
    hotWaterCents,
    sorted.map(({ group }) => group.hotWater ?? 0),
  );
  return sorted.map(({ own }, at) => costsOf(own, heat[at] ?? 0, water[at] ?? 0));
}

/** More than 25 % of the area (§ 9a (2)); a quarter itself is still shared out by what was found. */
function isMostlyEstimated(units: readonly HeatUnit[], isEstimated: (unit: HeatUnit) => boolean): boolean {
  return areaOf(units.filter(isEstimated)) * 4 > areaOf(units);
}
