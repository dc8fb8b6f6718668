import type { DistributionKey } from '../../domain/vocabulary.ts';
import type { Period } from '../../lib/period.ts';
import { hasHousehold } from '../../statement/house.ts';
import type { CostPrinciple } from '../../statement/index.ts';

/** See `SharedPeriod` and `SharedCost` of the table: what is said of a cost for one period, and for good. */
export type SharedPeriod = Period & {
  deduction: { amountCents: number; restFor: 'others' | 'all'; reason: string } | null;
  byHand: { reason: string; amounts: { leaseId: string; amountCents: number }[] } | null;
};
export type SharedCost = {
  categoryId: string;
  key: DistributionKey;
  principle: CostPrinciple | null;
  circle: string[] | null;
  usualFromCents: number | null;
  usualToCents: number | null;
  periods: SharedPeriod[];
};

/** How a house shares out its costs: nothing is said of costs that are not named. */
export type CostSharing = { vacantPersons: number; costs: readonly SharedCost[] };

/** One person counts for a vacant dwelling: common, and not settled (BGH 31 May 2006, VIII ZR 159/05). */
export const usualSharing: CostSharing = { vacantPersons: 1, costs: [] };

const isOf = (one: Pick<SharedCost, 'categoryId' | 'key'>, categoryId: string, key: string) =>
  one.categoryId === categoryId && one.key === key;

/** What is said of the costs of a kind and key, and for one period; null where nothing is. */
export function sharingOf(
  { costs }: CostSharing,
  { categoryId, key }: { categoryId: string; key: string },
  period: Period,
): { cost: SharedCost; now: SharedPeriod | null } | null {
  const cost = costs.find((one) => isOf(one, categoryId, key));
  if (!cost) return null;
  return { cost, now: cost.periods.find(({ from, to }) => from === period.from && to === period.to) ?? null };
}

/**
 * The same without units that were deleted since: a circle is those of it there are, and one of which none is left says
 * nothing. To keep them would stop the cost, and nobody could take them out.
 */
export function amongUnits<Sharing extends CostSharing>(
  sharing: Sharing,
  units: readonly { id: string }[],
): Sharing {
  const known = new Set(units.map(({ id }) => id));
  const left = (circle: readonly string[]) => {
    const there = circle.filter((id) => known.has(id));
    return there.length === 0 ? null : there;
  };
  return {
    ...sharing,
    costs: sharing.costs.map((cost) => ({ ...cost, circle: cost.circle && left(cost.circle) })),
  };
}

/** Whom a circle starts with that nothing was said of: those that bear a cost as usual, and are let still. */
export function usualCircle(
  units: readonly { id: string; kind: string; archivedAt: Date | null }[],
): string[] {
  const kept = units.filter(({ archivedAt }) => archivedAt === null);
  const bearing = kept.filter(hasHousehold);
  return (bearing.length === 0 ? kept : bearing).map(({ id }) => id);
}

const saysSomething = ({ deduction, byHand }: SharedPeriod) => deduction !== null || byHand !== null;

/** What is said of a cost takes the place of what was; a cost of which nothing is said any more is left out. */
export function withCost(
  costs: readonly SharedCost[],
  { now, ...said }: Omit<SharedCost, 'periods'> & { now: SharedPeriod },
): SharedCost[] {
  const before = costs.find((one) => isOf(one, said.categoryId, said.key));
  const others = (before?.periods ?? []).filter(({ from, to }) => from !== now.from || to !== now.to);
  const periods = [...others, now].filter(saysSomething).sort((a, b) => (a.from < b.from ? -1 : 1));
  const { principle, circle, usualToCents } = said;
  const isUsual = principle === null && circle === null && usualToCents === null && periods.length === 0;
  const rest = costs.filter((one) => one !== before);
  return (isUsual ? rest : [...rest, { ...said, periods }]).sort((a, b) =>
    `${a.categoryId}${a.key}` < `${b.categoryId}${b.key}` ? -1 : 1,
  );
}
