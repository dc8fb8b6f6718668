import { isDwelling } from '../domain/dwelling.ts';
import type { CalendarDate } from '../lib/calendar.ts';
import { type Fraction, plus, whole, zero } from './fraction.ts';
import {
  type Days,
  dayNumber,
  dayOf,
  type House,
  hasHousehold,
  householdsIn,
  lengthOf,
  type Segment,
} from './house.ts';
import type { StatementInput, StatementKey, StatementUnit } from './input.ts';
import { LineStop } from './problems.ts';

/** What each party counts in a key, by its place among the parties; who is not named counts nothing. */
export type Weights = Map<number, Fraction>;

export const add = (weights: Weights, party: number, weight: Fraction): void => {
  weights.set(party, plus(weights.get(party) ?? zero, weight));
};

export type KeyContext = { input: StatementInput; house: House };

/**
 * The weights of a key that rests on dated facts: every day counts with what was true on it, so that a change of tenant,
 * area or household needs no rule of its own.
 */
export function dailyWeights(
  key: Exclude<StatementKey, 'consumption' | 'direct' | 'by_hand'>,
  circle: readonly number[],
  context: KeyContext,
): Weights {
  const weights: Weights = new Map();
  const { input, house } = context;
  const households = key === 'persons' ? householdsIn(circle, input.units, house) : none;
  if (key === 'area' || key === 'co_ownership') assertFacts(key, circle, context);
  for (const index of circle) {
    const unit = context.input.units[index];
    if (!unit) continue;
    for (const segment of context.house.segments[index] ?? []) {
      add(weights, segment.party, weightOf(key, unit, index, segment, households, context));
    }
  }
  return weights;
}

/** On which days a household counts at a unit of the circle. */
type Households = ReadonlyMap<Segment, readonly Days[]>;
const none: Households = new Map();

function weightOf(
  key: 'area' | 'persons' | 'units' | 'co_ownership',
  unit: StatementUnit,
  index: number,
  segment: Segment,
  households: Households,
  context: KeyContext,
): Fraction {
  switch (key) {
    case 'units':
      return whole(lengthOf(segment));
    case 'persons':
      return personDays(unit, index, segment, households, context);
    default:
      return factDays(key, unit, segment);
  }
}

type Dated<T> = { days: Days; fact: T | null };

/** The days cut where a dated fact changes; null before the first. */
export function cutByFacts<T extends { validFrom: CalendarDate }>(
  days: Days,
  facts: readonly T[],
): Dated<T>[] {
  const sorted = facts.length < 2 ? facts : facts.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const pieces: Dated<T>[] = [];
  let next = days.first;
  let valid: T | null = null;
  for (const fact of sorted) {
    const from = dayNumber(fact.validFrom);
    if (from > days.last) break;
    if (from > next) {
      pieces.push({ days: { first: next, last: from - 1 }, fact: valid });
      next = from;
    }
    valid = fact;
  }
  pieces.push({ days: { first: next, last: days.last }, fact: valid });
  return pieces;
}

function factDays(key: FactKey, unit: StatementUnit, segment: Days): Fraction {
  let sum = zero;
  for (const { days, fact } of cutByFacts(segment, unit.facts)) {
    const value = factOf(key, fact);
    if (value !== null) sum = plus(sum, { n: value.n * BigInt(lengthOf(days)), d: value.d });
  }
  return sum;
}

/** LineStop that names every unit whose fact is missing on some day, so that they are entered in one go. */
function assertFacts(key: FactKey, circle: readonly number[], { input, house }: KeyContext): void {
  const missing = circle.flatMap((index) => {
    const unit = input.units[index];
    const first = (house.segments[index] ?? [])
      .flatMap((segment) => cutByFacts(segment, unit?.facts ?? []))
      .find(({ fact }) => factOf(key, fact) === null);
    return unit && first ? [{ index, name: unit.name, day: dayOf(first.days.first) }] : [];
  });
  const [first] = missing;
  if (!first) return;
  const params = { unit: missing.map(({ name }) => name).join(', '), day: first.day };
  throw new LineStop(key === 'area' ? 'area_missing' : 'share_missing', `units.${first.index}.facts`, params);
}

type FactKey = 'area' | 'co_ownership';
type Fact = StatementUnit['facts'][number] | null;
const areaOf = (fact: Fact) => (fact?.areaSqm100 ? whole(fact.areaSqm100) : null);
const shareOf = (fact: Fact) =>
  fact === null || fact.coOwnershipNumerator === null || !fact.coOwnershipDenominator
    ? null
    : { n: BigInt(fact.coOwnershipNumerator), d: BigInt(fact.coOwnershipDenominator) };

const factOf = (key: FactKey, fact: Fact) => (key === 'area' ? areaOf(fact) : shareOf(fact));

/** Days of a unit on which as many persons counted. */
export type PersonPiece = Days & { persons: number };

const personDays = (
  unit: StatementUnit,
  index: number,
  segment: Segment,
  households: Households,
  context: KeyContext,
): Fraction => {
  const pieces = personPieces(unit, index, segment, households, context);
  return whole(pieces.reduce((sum, one) => sum + one.persons * lengthOf(one), 0));
};

/** Who lived there on which days; of a vacant dwelling as many as the setting says, for the landlord. */
export function personPieces(
  unit: StatementUnit,
  index: number,
  segment: Segment,
  households: Households,
  { input, house }: KeyContext,
): PersonPiece[] {
  const { first, last } = segment;
  const party = house.parties[segment.party];
  if (party?.kind === 'vacancy') {
    return [
      { first, last, persons: unit.vacantPersons ?? (isDwelling(unit.kind) ? input.vacantPersons : 0) },
    ];
  }
  if (party?.kind === 'own_use') {
    if (!hasHousehold(unit)) return [];
    if (segment.persons !== null) return [{ first, last, persons: segment.persons }];
    const params = { unit: unit.name, day: dayOf(first) };
    throw new LineStop('own_use_persons_missing', `units.${index}.ownUse`, params);
  }
  const lease = input.leases[party?.lease ?? -1];
  if (!lease) return [];
  return (households.get(segment) ?? []).flatMap((household) =>
    cutByFacts(household, lease.persons).map(({ days, fact }) => {
      if (fact !== null) return { ...days, persons: fact.count };
      const params = { lease: lease.name, day: dayOf(days.first) };
      throw new LineStop('persons_missing', `leases.${party?.lease}.persons`, params);
    }),
  );
}
