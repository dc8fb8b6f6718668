import { toDay } from './days.ts';
import { holder, type OwnHouse, type OwnUnit } from './statement.ts';

/**
 * A plant of a whole house by a second accountant, who keeps the book of days of the statement and reckons in floating
 * point: on each page who had a unit, how large it was, and how much heat a day of that month takes (HeizkostenV §§ 7 to 9b).
 */
export type OwnPlant = {
  cents: number;
  /** Of the cost, for hot water. */
  waterPart: number;
  byUse: number;
  co2LandlordCents: number;
  /** By name of the unit: what it used of both, and whether somebody read it at every change. */
  used: Record<string, { heat: number; water: number; isRead: boolean; isEstimated: boolean }>;
};

const perMonth = [170, 150, 130, 80, 40, 40 / 3, 40 / 3, 40 / 3, 30, 80, 120, 160];
const heatOn = (day: number): number => {
  const date = new Date(day * 86_400_000);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return (perMonth[date.getUTCMonth()] ?? 0) / days;
};

/** What a counter stood at when a day began: slowly at first, as nobody's habit is. */
export function stand(total: number, from: number, to: number, day: number): number {
  const share = (day - from) / (to - from + 1);
  return Math.floor(total * share * share);
}

type Stretch = { who: string; first: number; last: number };

/** Who had a unit, day after day, as stretches. */
export function stretches(house: OwnHouse, unit: OwnUnit): Stretch[] {
  const all: Stretch[] = [];
  for (let day = toDay(house.from); day <= toDay(house.to); day += 1) {
    const { who } = holder(house, unit, [unit], day);
    const before = all.at(-1);
    if (before?.who === who) before.last = day;
    else all.push({ who, first: day, last: day });
  }
  return all;
}

const areaOn = (unit: OwnUnit, day: number) =>
  unit.areas.filter(({ from }) => toDay(from) <= day).sort((a, b) => toDay(b.from) - toDay(a.from))[0]
    ?.sqm100 ?? 0;

const daysOf = ({ first, last }: { first: number; last: number }) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** How much of what a unit counted falls on each of its stretches. */
function usedBy(
  total: number,
  isRead: boolean,
  isEstimated: boolean,
  all: Stretch[],
  house: OwnHouse,
  per: (day: number) => number,
) {
  const [from, to] = [toDay(house.from), toDay(house.to)];
  // A reading of the first or the last day is good for a change within a week of it.
  const known = all.map(({ first }, at) => {
    if (at === 0) return 0;
    if (isEstimated) return null;
    if (isRead) return stand(total, from, to, first);
    const [afterFirst, beforeLast] = [first - from, to - first];
    if (Math.min(afterFirst, beforeLast) > 7) return null;
    return afterFirst <= beforeLast ? 0 : total;
  });
  const result = new Array<number>(all.length).fill(0);
  for (let start = 0; start < all.length; ) {
    let end = start + 1;
    while (end < all.length && known[end] === null) end += 1;
    const counted = (end < all.length ? (known[end] ?? 0) : total) - (known[start] ?? 0);
    const group = all.slice(start, end);
    const whole = sum(group.flatMap(daysOf).map(per));
    for (const [at, stretch] of group.entries())
      result[start + at] = (counted * sum(daysOf(stretch).map(per))) / whole;
    start = end;
  }
  return result;
}

/** What everybody bears of a plant that serves all units, unrounded: by `lease name`, `empty unit`, `own unit`. */
export function ownPlant(house: OwnHouse, plant: OwnPlant): Map<string, number> {
  const days = daysOf({ first: toDay(house.from), last: toDay(house.to) });
  const allHeat = sum(days.map(heatOn));
  const meanArea = (unit: OwnUnit) => Math.round(sum(days.map((day) => areaOn(unit, day))) / days.length);
  const isMostly = (is: (unit: OwnUnit) => boolean) =>
    sum(house.units.filter(is).map(meanArea)) * 4 > sum(house.units.map(meanArea));
  const byUse = isMostly(({ name }) => plant.used[name]?.isEstimated ?? false) ? 0 : plant.byUse;
  const water = plant.cents * plant.waterPart;
  const heat = plant.cents - water;
  const rows = house.units.flatMap((unit) => {
    const own = plant.used[unit.name] ?? { heat: 0, water: 0, isRead: false, isEstimated: false };
    const all = stretches(house, unit);
    const heatUsed = usedBy(own.heat, own.isRead, own.isEstimated, all, house, heatOn);
    const waterUsed = usedBy(own.water, own.isRead, own.isEstimated, all, house, () => 1);
    return all.map((stretch, at) => ({
      who: stretch.who,
      heatArea: sum(daysOf(stretch).map((day) => (areaOn(unit, day) * heatOn(day)) / allHeat)),
      waterArea: sum(daysOf(stretch).map((day) => areaOn(unit, day) / days.length)),
      heatUsed: heatUsed[at] ?? 0,
      waterUsed: waterUsed[at] ?? 0,
    }));
  });
  const all = (of: (row: (typeof rows)[number]) => number) => sum(rows.map(of));
  const found = new Map<string, number>();
  for (const row of rows) {
    const cents =
      heat * (1 - byUse) * (row.heatArea / all((one) => one.heatArea)) +
      (byUse === 0 ? 0 : heat * byUse * (row.heatUsed / all((one) => one.heatUsed))) +
      water * (1 - byUse) * (row.waterArea / all((one) => one.waterArea)) +
      (byUse === 0 ? 0 : water * byUse * (row.waterUsed / all((one) => one.waterUsed)));
    found.set(row.who, (found.get(row.who) ?? 0) + cents * (1 - plant.co2LandlordCents / plant.cents));
  }
  return found;
}
