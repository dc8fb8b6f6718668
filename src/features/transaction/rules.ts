import { isDwelling } from '../../domain/dwelling.ts';
import type { DistributionKey, SplitMethod, UnitKind } from '../../domain/vocabulary.ts';
import { allocateCents } from '../../lib/money.ts';

/** Countries where a rent is agreed beside the costs of the house, which the law shares by area. */
const byArea: ReadonlySet<string> = new Set(['DE', 'AT']);

/**
 * By which key a cost is passed on where nobody has said so: in Germany those of § 2 BetrKV by area (§ 556a (1) BGB), in Austria
 * those of § 21 MRG by usable area (§ 17 (1) MRG). Elsewhere a rent is one sum that holds them, and a key that is proposed would take them out of what the landlord
 * bears; a category of one's own says for itself.
 * @param country of the house; without one the rules of the portfolio
 */
export const usualKey = (
  country: string,
  category: { code: string | null; isRecoverable: boolean } | null,
): DistributionKey | null =>
  category?.isRecoverable && (byArea.has(country) || category.code === null) ? 'area' : null;

/** What is known of a unit on the day a bill is split for. */
export type SplitUnit = {
  unitId: string;
  kind: UnitKind;
  areaSqm100: number | null;
  coOwnershipNumerator: number | null;
  coOwnershipDenominator: number | null;
  /** The lease that holds it on that day; null while vacant or in own use. */
  leaseId: string | null;
  /** Persons in that lease's household, or in own use; null when nobody has said. */
  persons: number | null;
};

/**
 * The weight of each unit by the method, or null where the fact that it needs is missing.
 *
 * - `area`: hundredths of a square metre.
 * - `persons`: those of the household, or in own use. A lease of several units (flat and garage) counts once, at its first
 *   dwelling. A dwelling that is vacant or of which nothing is known counts one person: vacancy is the
 *   landlord's (BGH 31 May 2006, VIII ZR 159/05), not the other tenants'. Parking and storage count none.
 * - `share`: co-ownership shares over their common denominator.
 * - `equal`: one each. `manual` has no weights.
 */
export function splitWeights(method: SplitMethod, units: readonly SplitUnit[]): (number | null)[] {
  switch (method) {
    case 'area':
      return units.map((unit) => unit.areaSqm100);
    case 'persons':
      return personWeights(units);
    case 'share':
      return shareWeights(units);
    case 'equal':
      return units.map(() => 1);
    case 'manual':
      return units.map(() => 0);
  }
}

function personWeights(units: readonly SplitUnit[]): number[] {
  const counted = new Set<string>();
  const weights = units.map(() => 0);
  // Dwellings first, so that a household is counted at its flat and not at its garage.
  for (const wantsDwelling of [true, false]) {
    for (const [index, unit] of units.entries()) {
      if (isDwelling(unit.kind) !== wantsDwelling) continue;
      if (unit.leaseId === null) weights[index] = wantsDwelling ? (unit.persons ?? 1) : 0;
      else if (!counted.has(unit.leaseId) && unit.kind !== 'parking' && unit.kind !== 'storage') {
        counted.add(unit.leaseId);
        weights[index] = unit.persons ?? (wantsDwelling ? 1 : 0);
      }
    }
  }
  return weights;
}

function shareWeights(units: readonly SplitUnit[]): (number | null)[] {
  const common = units.reduce(
    (multiple, { coOwnershipDenominator: of }) =>
      of === null ? multiple : leastCommonMultiple(multiple, of),
    1,
  );
  return units.map(({ coOwnershipNumerator, coOwnershipDenominator }) =>
    coOwnershipNumerator === null || coOwnershipDenominator === null
      ? null
      : coOwnershipNumerator * (common / coOwnershipDenominator),
  );
}

function leastCommonMultiple(a: number, b: number): number {
  let [greater, smaller] = [a, b];
  while (smaller !== 0) [greater, smaller] = [smaller, greater % smaller];
  return (a / greater) * b;
}

export type SplitProblem =
  | 'no_units'
  | 'weights_missing'
  | 'weights_zero'
  | 'weights_too_fine'
  | 'sum_differs';

export type SplitShare = { unitId: string; weight: number | null; amountCents: number };

/**
 * The shares of a bill to the cent: by largest remainder they sum to the amount, always. By hand the given
 * amounts are taken and must sum to it. With a problem the shares are not to be posted.
 */
export function splitBill(input: {
  amountCents: number;
  method: SplitMethod;
  units: readonly SplitUnit[];
  /** For `manual`: the amount of each unit; one that is not named gets nothing. */
  manualCents?: ReadonlyMap<string, number>;
}): { shares: SplitShare[]; problem: SplitProblem | null } {
  const { amountCents, method, units } = input;
  if (units.length === 0) return { shares: [], problem: 'no_units' };
  const weights = splitWeights(method, units);
  const toShares = (amounts: readonly number[]) =>
    units.map(({ unitId }, index) => ({
      unitId,
      weight: weights[index] ?? null,
      amountCents: amounts[index] ?? 0,
    }));
  if (method === 'manual') {
    const amounts = units.map(({ unitId }) => input.manualCents?.get(unitId) ?? 0);
    const sum = amounts.reduce((total, cents) => total + cents, 0);
    return { shares: toShares(amounts), problem: sum === amountCents ? null : 'sum_differs' };
  }
  const known = weights.map((weight) => weight ?? 0);
  if (weights.includes(null)) return { shares: toShares([]), problem: 'weights_missing' };
  if (!known.every(Number.isSafeInteger)) return { shares: toShares([]), problem: 'weights_too_fine' };
  if (known.every((weight) => weight === 0)) return { shares: toShares([]), problem: 'weights_zero' };
  return { shares: toShares(allocateCents(amountCents, known)), problem: null };
}

/** The day whose areas and households a split takes: the last of the service, else the day it is booked. */
export function splitDay(bill: { serviceTo: string | null; bookedOn: string }): string {
  return bill.serviceTo ?? bill.bookedOn;
}

type Step = {
  id: string;
  reversesTransactionId: string | null;
  replacesTransactionId: string | null;
  bookedBy: string | null;
  bookedAt: Date;
};

export type HistoryEvent<R extends Step> = {
  kind: 'recorded' | 'changed' | 'removed' | 'restored';
  at: Date;
  /** Null when the program itself did it. */
  by: string | null;
  /** The booking after it; for a removal, what was removed. */
  row: R;
  /** The booking before a change. */
  before: R | null;
};

/**
 * Reads the rows of one booking (the first, its reversals and replacements) as what people did, newest first.
 * A reversal and a replacement of the same instant are one change; a reversal alone is a removal, and a
 * replacement after it brings the booking back.
 */
export function historyOf<R extends Step>(rows: readonly R[]): HistoryEvent<R>[] {
  const events: HistoryEvent<R>[] = [];
  let current = rows.find((row) => row.reversesTransactionId === null && row.replacesTransactionId === null);
  if (current) {
    events.push({ kind: 'recorded', at: current.bookedAt, by: current.bookedBy, row: current, before: null });
  }
  while (current) {
    const before: R = current;
    const reversal = rows.find((row) => row.reversesTransactionId === before.id);
    const next = rows.find((row) => row.replacesTransactionId === before.id);
    const isChange = reversal && next && reversal.bookedAt.getTime() === next.bookedAt.getTime();
    if (reversal && !isChange) {
      events.push({ kind: 'removed', at: reversal.bookedAt, by: reversal.bookedBy, row: before, before });
    }
    if (next) {
      const kind = isChange ? 'changed' : 'restored';
      events.push({ kind, at: next.bookedAt, by: next.bookedBy, row: next, before });
    }
    current = next;
  }
  return events.reverse();
}
