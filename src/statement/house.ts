import { isDwelling } from '../domain/dwelling.ts';
import { addDays, type CalendarDate, type DateRange, daysBetween } from '../lib/calendar.ts';
import { compareNames } from '../lib/compare-names.ts';
import type { StatementInput, StatementLease, StatementUnit } from './input.ts';
import type { Problem } from './problems.ts';

/** Days as numbers since 1970, both ends counted. */
export type Days = { first: number; last: number };

const epoch: CalendarDate = '1970-01-01';
export const dayNumber = (day: CalendarDate): number => daysBetween(epoch, day);
export const dayOf = (number: number): CalendarDate => addDays(epoch, number);
export const lengthOf = ({ first, last }: Days): number => last - first + 1;

const never = Number.MAX_SAFE_INTEGER;
export const daysOf = ({ from, to }: DateRange): Days => ({
  first: dayNumber(from),
  last: to === null ? never : dayNumber(to),
});

export const clipped = (days: Days, within: Days): Days => ({
  first: Math.max(days.first, within.first),
  last: Math.min(days.last, within.last),
});

export type PartyKind = 'lease' | 'vacancy' | 'own_use' | 'landlord';

/** Who bears a share: a lease with all its units, or the landlord for what is vacant, in own use or nobody's. */
export type Party = {
  kind: PartyKind;
  /** Place in the input. */
  lease: number | null;
  unit: number | null;
  /** The first of its units by name, and its first day there: by these spare cents go among equals. */
  rank: number;
  first: number;
  /** It had a unit in the heating year of a plant and none in the period: it owes of the plant, and of nothing else. */
  isFormer?: true;
};

/** Days of a unit in one hand. */
export type Segment = Days & {
  party: number;
  /** In own use: by how many. */
  persons: number | null;
};

export type House = {
  period: Days;
  /** By place of the unit in the input. */
  segments: readonly (readonly Segment[])[];
  parties: readonly Party[];
  /** Place of each unit in the order of names. */
  ranks: readonly number[];
  /** Units of which it is not clear in whose hand they are. */
  conflicts: ReadonlyMap<number, Omit<Problem, 'stops'>>;
};

export const byName = (a: { name: string }, b: { name: string }): number => compareNames(a.name, b.name);

type Held = Days & { kind: PartyKind; lease: number | null; persons: number | null };

/** Who has each unit on each day of the period. Days that are neither let nor in own use are vacant. */
export function houseOf(input: StatementInput): House {
  const period = daysOf(input.period);
  const ranks = ranksOf(input.units);
  const held = new Map<string, Held[]>();
  for (const [lease, { units }] of input.leases.entries()) {
    for (const use of units) {
      const all = held.get(use.unitId) ?? [];
      all.push({ ...daysOf(use), kind: 'lease', lease, persons: null });
      held.set(use.unitId, all);
    }
  }
  const conflicts = new Map<number, Omit<Problem, 'stops'>>();
  const handsOf = input.units.map((unit, index) => {
    const ownUse = unit.ownUse.map((use) => ({
      ...daysOf(use),
      kind: 'own_use' as const,
      lease: null,
      persons: use.persons,
    }));
    const owned = clipped(daysOf({ from: unit.availableFrom, to: unit.availableTo }), period);
    const hands = [...(held.get(unit.id) ?? []), ...ownUse]
      .map((hand) => ({ ...hand, ...clipped(hand, owned) }))
      .filter((hand) => hand.first <= hand.last)
      .sort((a, b) => a.first - b.first || a.last - b.last);
    const conflict = findConflict(hands, unit, index, input.leases);
    if (conflict) conflicts.set(index, conflict);
    return withVacancy(hands, owned);
  });
  const { parties, partyOf } = partiesOf(handsOf, ranks, formersOf(input, ranks, handsOf));
  const segments = handsOf.map((hands, unit) =>
    hands.map((hand) => ({
      first: hand.first,
      last: hand.last,
      persons: hand.persons,
      party: partyOf(hand, unit),
    })),
  );
  return { period, segments, parties, ranks, conflicts };
}

function ranksOf(units: readonly StatementUnit[]): number[] {
  const ranks = new Array<number>(units.length).fill(0);
  const sorted = units.map((unit, index) => ({ name: unit.name, index })).sort(byName);
  for (const [rank, { index }] of sorted.entries()) ranks[index] = rank;
  return ranks;
}

function findConflict(
  hands: readonly Held[],
  unit: StatementUnit,
  index: number,
  leases: readonly StatementLease[],
): Omit<Problem, 'stops'> | null {
  for (const [at, hand] of hands.entries()) {
    const before = hands[at - 1];
    if (!before || before.last < hand.first) continue;
    const params = { unit: unit.name, day: dayOf(hand.first) };
    const [one, other] = [before.lease, hand.lease];
    if (one === null || other === null) {
      return { code: 'own_use_overlaps', field: `units.${index}.ownUse`, params };
    }
    const names = { lease: leases[one]?.name ?? '', other: leases[other]?.name ?? '' };
    return { code: 'leases_overlap', field: `leases.${other}.units`, params: { ...params, ...names } };
  }
  return null;
}

function withVacancy(hands: readonly Held[], owned: Days): Held[] {
  const all: Held[] = [];
  const vacant = (first: number, last: number) => {
    if (first <= last) all.push({ first, last, kind: 'vacancy', lease: null, persons: null });
  };
  let next = owned.first;
  for (const hand of hands) {
    vacant(next, hand.first - 1);
    all.push(hand);
    next = Math.max(next, hand.last + 1);
  }
  vacant(next, owned.last);
  return all;
}

/** Leases of a plant's own year that had nothing of the house in the period. */
function formersOf(
  { leases, units, plants = [], period }: StatementInput,
  ranks: readonly number[],
  handsOf: readonly (readonly Held[])[],
): Party[] {
  const years = plants.flatMap(({ period: year, circle }) =>
    year !== null && year.from < period.from ? [{ year: daysOf(year), circle }] : [],
  );
  if (years.length === 0) return [];
  const there = new Set(handsOf.flatMap((hands) => hands.map(({ lease }) => lease)));
  return leases.flatMap(({ units: held }, lease): Party[] => {
    if (there.has(lease)) return [];
    const own = held.flatMap(({ unitId, ...days }) => {
      const unit = units.findIndex(({ id }) => id === unitId);
      return years
        .filter(({ circle }) => unit >= 0 && (circle === null || circle.includes(unitId)))
        .map(({ year }) => ({ rank: ranks[unit] ?? 0, ...clipped(daysOf(days), year) }))
        .filter(({ first, last }) => first <= last);
    });
    const [one] = own.sort((a, b) => a.rank - b.rank || a.first - b.first);
    if (!one) return [];
    return [{ kind: 'lease', lease, unit: null, rank: one.rank, first: one.first, isFormer: true }];
  });
}

function partiesOf(
  handsOf: readonly (readonly Held[])[],
  ranks: readonly number[],
  formers: readonly Party[],
) {
  const keyOf = (hand: Held, unit: number) =>
    hand.kind === 'lease' ? `lease ${hand.lease}` : `${hand.kind} ${unit}`;
  const found = new Map<string, Party>();
  for (const [unit, hands] of handsOf.entries()) {
    const rank = ranks[unit] ?? 0;
    for (const hand of hands) {
      const known = found.get(keyOf(hand, unit));
      if (known === undefined) {
        const isLease = hand.kind === 'lease';
        const party = { kind: hand.kind, lease: hand.lease, unit: isLease ? null : unit };
        found.set(keyOf(hand, unit), { ...party, rank, first: hand.first });
      } else if (rank < known.rank || (rank === known.rank && hand.first < known.first)) {
        known.rank = rank;
        known.first = hand.first;
      }
    }
  }
  for (const former of formers) found.set(`lease ${former.lease}`, former);
  const sorted = [...found.entries()].sort(([, a], [, b]) => a.rank - b.rank || a.first - b.first);
  const places = new Map(sorted.map(([key], place) => [key, place]));
  const rest: Party = { kind: 'landlord', lease: null, unit: null, rank: ranks.length, first: 0 };
  return {
    parties: [...sorted.map(([, party]) => party), rest],
    partyOf: (hand: Held, unit: number) => places.get(keyOf(hand, unit)) ?? 0,
  };
}

/** Garages and cellars are used by whoever lives elsewhere: they bear nothing of what a house shares. */
export const hasHousehold = ({ kind }: { kind: string }): boolean => kind !== 'parking' && kind !== 'storage';

/**
 * The days on which a lease's household is counted at one of its units and at no other: once a day in each circle of
 * units, at the first dwelling of the circle that the lease holds, else at the first other unit people use.
 */
export function householdsIn(
  circle: readonly number[],
  units: readonly StatementUnit[],
  { segments, parties, ranks }: House,
): ReadonlyMap<Segment, readonly Days[]> {
  const order = circle
    .flatMap((index) => {
      const unit = units[index];
      return unit && hasHousehold(unit) ? [{ unit, index, rank: ranks[index] ?? 0 }] : [];
    })
    .sort((a, b) => Number(isDwelling(b.unit.kind)) - Number(isDwelling(a.unit.kind)) || a.rank - b.rank);
  const taken = new Map<number, Days[]>();
  const result = new Map<Segment, Days[]>();
  for (const { index } of order) {
    for (const segment of segments[index] ?? []) {
      if (parties[segment.party]?.kind !== 'lease') continue;
      const before = taken.get(segment.party) ?? [];
      const free = before.reduce<Days[]>(
        (left, one) => left.flatMap((days) => without(days, one)),
        [segment],
      );
      result.set(segment, free);
      taken.set(segment.party, [...before, segment]);
    }
  }
  return result;
}

function without(days: Days, taken: Days): Days[] {
  if (taken.last < days.first || days.last < taken.first) return [{ first: days.first, last: days.last }];
  return [
    { first: days.first, last: taken.first - 1 },
    { first: taken.last + 1, last: days.last },
  ].filter((one) => one.first <= one.last);
}
