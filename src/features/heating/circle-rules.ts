import { addDays, type CalendarDate, maxDate, minDate } from '../../lib/calendar.ts';
import type { Period } from '../../lib/period.ts';
import { hasHousehold, isHeating } from '../../statement/index.ts';
import type { Plant } from './schema.ts';

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

export type KnownMeter = { id: string; kind: string; measure: string; unitId: string | null };

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
