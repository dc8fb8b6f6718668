import { addMonths, daysInclusive } from '../../lib/calendar.ts';
import { divideRounded } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { ownDaysOf } from '../bills.ts';
import { type Days, dayOf, type House, houseOf, lengthOf } from '../house.ts';
import type { StatementInput, StatementUnit } from '../input.ts';
import { cutByFacts } from '../keys.ts';
import { LineStop } from '../problems.ts';
import type { StatementPlant } from './block.ts';

/** Days of a unit in one hand; `party` is its place among the parties of the statement. */
export type PlantHand = Days & { party: number };
/** A unit a plant serves, with those who had it one after the other. */
export type ServedUnit = { unit: StatementUnit; index: number; hands: PlantHand[] };

/** Its own year where it has one, else the period of the statement. */
export const yearOfPlant = (
  { period }: Pick<StatementPlant, 'period'>,
  input: Pick<StatementInput, 'period'>,
): Period => period ?? input.period;

/**
 * The days a plant is settled for: of its year those on which what it serves was the landlord's, as of every other cost. Who
 * bought within it reads the devices on that day, and has bills, quantities and CO₂ since.
 */
export function periodOf(plant: StatementPlant, input: StatementInput): Period {
  const year = yearOfPlant(plant, input);
  const own = ownDaysOf(
    input.units.filter(({ id }) => isInCircle(id, plant, input)),
    year,
  );
  return own.from <= own.to ? own : year;
}

/** Its own year ends in the period of the statement, and is none longer than twelve months (BGH 30 Apr 2008, VIII ZR 240/07). */
export function assertPeriod(plant: StatementPlant, field: string, { period }: StatementInput): void {
  const own = plant.period;
  if (own === null) return;
  const isInside = own.to >= period.from && own.to <= period.to;
  if (isInside && own.from <= own.to && own.to < addMonths(own.from, 12)) return;
  throw new LineStop('plant_period_outside', `${field}.period`, { from: own.from, to: own.to });
}

/**
 * The units of a plant in the order of their names and who had them in its period. LineStop where a unit is unknown, or it
 * is not clear in whose hand one was.
 */
export function servedUnits(
  plant: StatementPlant,
  field: string,
  { input, house }: { input: StatementInput; house: House },
): ServedUnit[] {
  const ids = plant.circle ?? input.units.map(({ id }) => id);
  const places = new Set(
    ids.map((id, at) => {
      const unit = input.units.findIndex((one) => one.id === id);
      if (unit < 0) throw new LineStop('circle_unit_unknown', `${field}.circle.${at}`, { unit: id });
      return unit;
    }),
  );
  if (places.size === 0) throw new LineStop('circle_empty', `${field}.circle`);
  const own = plant.period === null ? house : houseOf({ ...input, period: plant.period });
  return [...places]
    .sort((a, b) => (house.ranks[a] ?? 0) - (house.ranks[b] ?? 0))
    .flatMap((index) => {
      const unit = input.units[index];
      const conflict = own.conflicts.get(index);
      if (conflict) throw new LineStop(conflict.code, conflict.field, conflict.params);
      const hands = (own.segments[index] ?? []).map((segment) => ({
        first: segment.first,
        last: segment.last,
        party: partyIn(house, own, segment.party),
      }));
      return unit && hands.length > 0 ? [{ unit, index, hands: joined(hands) }] : [];
    });
}

export const isInCircle = (unitId: string, { circle }: StatementPlant, { units }: StatementInput): boolean =>
  (circle === null || circle.includes(unitId)) && units.some(({ id }) => id === unitId);

/** The party of the statement that had a unit in the plant's year; what was vacant only then is the landlord's. */
function partyIn(house: House, own: House, place: number): number {
  if (house === own) return place;
  const one = own.parties[place];
  const found = house.parties.findIndex(
    (party) => party.kind === one?.kind && party.lease === one.lease && party.unit === one.unit,
  );
  return found >= 0 ? found : house.parties.length - 1;
}

/** Who had it twice without a day between had it once: nobody reads a meter there. */
function joined(hands: readonly PlantHand[]): PlantHand[] {
  const all: PlantHand[] = [];
  for (const hand of hands) {
    const before = all.at(-1);
    if (before && before.party === hand.party && before.last + 1 === hand.first) before.last = hand.last;
    else all.push({ ...hand });
  }
  return all;
}

export type AreaDays = Period & { areaSqm100: number };

/** The area of a unit on the days of a hand, cut where it changes. LineStop where it is not known. */
export function areasOf({ unit, index }: ServedUnit, hand: Days): AreaDays[] {
  return cutByFacts(hand, unit.facts).map(({ days, fact }) => {
    const from = dayOf(days.first);
    if (!fact?.areaSqm100) {
      throw new LineStop('area_missing', `units.${index}.facts`, { unit: unit.name, day: from });
    }
    return { from, to: dayOf(days.last), areaSqm100: fact.areaSqm100 };
  });
}

/**
 * Its area over the days of a year, to the hundredth of a m²: of a unit that was there for a part of it (split, joined, sold) that
 * part, for the area of a building is what there was of it on each day (§ 5 (1) CO2KostAufG, §§ 9 (2), 9a (2) HeizkostenV).
 */
export function meanArea(areas: readonly AreaDays[], { from, to }: Period): number {
  const weighted = areas.reduce((sum, one) => sum + one.areaSqm100 * daysInclusive(one.from, one.to), 0);
  return divideRounded(BigInt(weighted), BigInt(daysInclusive(from, to)));
}

/** First and last day of a hand. */
export const daysOfHand = ({ first, last }: Days): Period => ({ from: dayOf(first), to: dayOf(last) });

export const spanOfHands = (hands: readonly PlantHand[]): Days => ({
  first: hands[0]?.first ?? 0,
  last: hands.at(-1)?.last ?? 0,
});

/** The one of a unit's hands for which nobody pays: where there are two kinds of it, the longer. */
export function landlordsParty({ hands }: ServedUnit, { parties }: House): number | null {
  const own = hands.filter(({ party }) => parties[party]?.kind !== 'lease');
  return own.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.party ?? null;
}
