import type { Explained } from '../../domain/trace.ts';
import { type CalendarDate, daysInclusive } from '../../lib/calendar.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { type Fraction, over, sum, times, whole, zero } from '../fraction.ts';
import { byName } from '../house.ts';
import { LineStop } from '../problems.ts';
import { type Co2Input, type Co2Split, co2Split, yearsOf } from './co2.ts';
import { degreeDaysIn, type SummerThousandths } from './degree-days.ts';
import { groupsOf, type HeatGroupCosts, type HeatGroups } from './heating-groups.ts';
import { explainedHeat } from './heating-trace.ts';
import { type HotWater, hotWaterShare } from './hot-water.ts';
import { areaOf, sharedOut, shareOf } from './parts.ts';

/** What a cost is for: the plant as a whole, or only one of the two. */
export const plantUses = ['both', 'heat', 'hot_water'] as const;
/** How the fixed costs of heat are parted at a change of tenant (§ 9b (2) HeizkostenV); those of hot water always by time. */
export const fixedMethods = ['degree_days', 'days'] as const;
/**
 * What a tenant may cut, in per cent of what falls on him: sentences 1 to 3 of § 12 (1) HeizkostenV as of 1 Dec 2021, and § 7 (4)
 * CO2KostAufG. Never an owner against his association (sentence 4); hot water reckoned by formula without the excuse of § 9 (2) is the
 * first of them, for all of it (BGH 12 Jan 2022, VIII ZR 151/20).
 */
export const cutReasons = {
  not_by_consumption: 15,
  not_remote: 3,
  no_information: 3,
  no_co2_split: 3,
} as const;
export type CutReason = keyof typeof cutReasons;
/** What may be cut of some cents, half up. */
export const cutCents = (cents: number, reason: CutReason): number =>
  shareOf(cents, cutReasons[reason] * 100);

/** Thousandths of what a device counts; null: nobody read it. */
type Counted = { heat: number | null; hotWater: number | null };
/** Days of a unit between two readings, in one hand or in several, and what ran through in them. */
export type HeatSpan = Period & { thousandths: number };
export type HeatHand = Period &
  Counted & {
    name: string;
    /** Where its area changed in its days: every day with its own. */
    areas?: readonly (Period & { areaSqm100: number })[];
  };
export type HeatUnit = Counted & {
  name: string;
  /** Over all days of the period: of a unit that was there for a part of it that part. */
  areaSqm100: number;
  /** The days the plant served it, where those are not all of the period. */
  within?: Period;
  /** What was counted between the readings there are; with these nothing of a hand or unit is asked for. */
  heatSpans?: readonly HeatSpan[];
  hotWaterSpans?: readonly HeatSpan[];
  /** Found by § 9a (1) instead of read. */
  isHeatEstimated: boolean;
  isHotWaterEstimated: boolean;
  /** Those who had it, one after the other, through the whole period. */
  hands: readonly HeatHand[];
};

export type HeatingInput = {
  period: Period;
  costs: readonly { name: string; amountCents: number; of: (typeof plantUses)[number] }[];
  /** Null: the plant makes no hot water. */
  hotWater: HotWater | null;
  /** By consumption: 50 to 70 % (§§ 7, 8), more only where it was agreed (§ 10). */
  heatBp: number;
  hotWaterBp: number;
  isMoreAgreed: boolean;
  fixedBy: (typeof fixedMethods)[number];
  summer: SummerThousandths | null;
  units: readonly HeatUnit[];
  /** The CO₂ costs that are inside the costs; null: none, or settled apart. */
  co2: Co2Input | null;
  cuts: readonly CutReason[];
  /** Users whose devices differ from the others': groups that are measured first (§ 5 (7)). Left out: one kind of device. */
  groups?: HeatGroups | null;
};

export type HeatUser = {
  unit: string;
  name: string;
  from: CalendarDate;
  to: CalendarDate;
  heatFixedCents: number;
  heatConsumptionCents: number;
  hotWaterFixedCents: number;
  hotWaterConsumptionCents: number;
  costsCents: number;
  /** What of it the landlord bears as his part of the CO₂ costs. */
  co2LandlordCents: number;
  dueCents: number;
  /** At risk: what may be cut of `dueCents`. */
  cuts: { reason: CutReason; amountCents: number }[];
};

export type HeatingCosts = {
  totalCents: number;
  heatCents: number;
  hotWaterCents: number;
  heatFixedCents: number;
  heatConsumptionCents: number;
  hotWaterFixedCents: number;
  hotWaterConsumptionCents: number;
  /** More than a quarter of the area had to be estimated: all of it by area (§ 9a (2)). */
  isHeatByArea: boolean;
  isHotWaterByArea: boolean;
  co2: Co2Split | null;
  users: HeatUser[];
};

export type HeatPlace = { unit: HeatUnit; hand: HeatHand };
type Place = HeatPlace;
/** What of a unit's year falls into days. */
type Part = (one: Period) => Fraction;
export type HeatPot = { cents: number; weights: Fraction[]; what: 'heat' | 'hot_water'; isFixed: boolean };
type Pot = HeatPot;

/** Everything shared out, with the weights by which that was done: places, users and every pot's parts are in one order. */
export type SharedHeat = {
  amounts: Amounts;
  places: Place[];
  pots: Pot[];
  /** Of each pot the cents of every place. */
  parts: number[][];
  split: Explained<Co2Split> | null;
  users: HeatUser[];
};

/**
 * The costs of a plant shared out after HeizkostenV §§ 6 to 9b: hot water told from heat (§ 9), each parted into what
 * follows consumption and what follows the area (§§ 7, 8), and between those who had a unit one after the other by
 * interim readings or, without them, by degree days and time (§ 9b). Estimates for more than a quarter of the area send a
 * pot to the area alone (§ 9a (2)). Every pot adds up to the cent by largest remainder, spare cents by name of the
 * unit and day of moving in. The landlord's part of the CO₂ costs is taken off everybody's costs in proportion. LineStop for
 * what it will not guess.
 */
export function heatingCosts(input: HeatingInput): Explained<HeatingCosts> {
  return explainedHeat(input, sharedHeat(input));
}

/** The same with its weights, for whoever shares it out further. */
export function sharedHeat(input: HeatingInput): SharedHeat {
  const units = input.units.toSorted(byName).map((unit) => ({ ...unit, hands: handsOf(unit, input.period) }));
  const places = units.flatMap((unit) => unit.hands.map((hand): Place => ({ unit, hand })));
  assertShares(input, units);
  const areaSqm100 = areaOf(units);
  const totalCents = sumCents(input.costs.map(({ amountCents }) => amountCents));
  const hotWaterCents = hotWaterOf(input, areaSqm100);
  const groups = groupsOf(input, units, { heatCents: totalCents - hotWaterCents, hotWaterCents });
  const split = input.co2 && co2Split(input.co2);
  const landlordCents = split?.result.landlordCents ?? 0;
  if (landlordCents > Math.max(0, totalCents)) throw new LineStop('co2_exceeds_costs', 'co2');
  const pots = groups.flatMap((group) => potsOf(input, group, places));
  const parts = pots.map(sharedOut);
  const users = usersOf(input, places, pots, parts, landlordCents);
  return { amounts: amountsOf(pots, groups), places, pots, parts, split, users };
}

/** The cents of all groups together, and whether estimates sent some of them to the area alone. */
function amountsOf(pots: readonly Pot[], groups: readonly HeatGroupCosts[]): Amounts {
  const of = (what: Pot['what'], isFixed: boolean) =>
    sumCents(pots.filter((pot) => pot.what === what && pot.isFixed === isFixed).map(({ cents }) => cents));
  const [heatFixedCents, heatConsumptionCents] = [of('heat', true), of('heat', false)];
  const [hotWaterFixedCents, hotWaterConsumptionCents] = [of('hot_water', true), of('hot_water', false)];
  const [heatCents, hotWaterCents] = [
    heatFixedCents + heatConsumptionCents,
    hotWaterFixedCents + hotWaterConsumptionCents,
  ];
  return {
    totalCents: heatCents + hotWaterCents,
    heatCents,
    hotWaterCents,
    heatFixedCents,
    heatConsumptionCents,
    hotWaterFixedCents,
    hotWaterConsumptionCents,
    isHeatByArea: groups.some((group) => group.isHeatByArea),
    isHotWaterByArea: groups.some((group) => group.isHotWaterByArea),
  };
}

export type Amounts = Omit<HeatingCosts, 'co2' | 'users'>;

/** Of a group heat by area and by use, hot water by area and by use, with everybody's weight in each. */
function potsOf(
  { period, summer, fixedBy, heatBp, hotWaterBp }: HeatingInput,
  { heatCents, hotWaterCents, isHeatByArea, isHotWaterByArea, units }: HeatGroupCosts,
  places: readonly Place[],
): Pot[] {
  const heatUsed = isHeatByArea ? 0 : shareOf(heatCents, heatBp);
  const waterUsed = isHotWaterByArea ? 0 : shareOf(hotWaterCents, hotWaterBp);
  const isIn = ({ unit }: Place) => units.has(unit.name);
  const [days, degreeDays] = [byDays(period), byDegreeDays(period, summer)];
  const fixed = (what: Pot['what'], cents: number, part: Part): Pot => ({
    what,
    isFixed: true,
    cents,
    weights: places.map((place) => {
      if (!isIn(place)) return zero;
      const { unit, hand } = place;
      const areas = hand.areas ?? [{ ...hand, areaSqm100: unit.areaSqm100 }];
      return sum(areas.map((one) => times(whole(one.areaSqm100), part(one))));
    }),
  });
  const used = (what: Pot['what'], cents: number, part: Part): Pot => ({
    what,
    isFixed: false,
    cents,
    weights: places.map((place) => (cents === 0 || !isIn(place) ? zero : consumptionOf(place, what, part))),
  });
  return [
    fixed('heat', heatCents - heatUsed, fixedBy === 'days' ? days : degreeDays),
    // Unread, always by degree days: consumption follows the weather (§ 9b (3)).
    used('heat', heatUsed, degreeDays),
    fixed('hot_water', hotWaterCents - waterUsed, days),
    used('hot_water', waterUsed, days),
  ];
}

function usersOf(
  { cuts }: HeatingInput,
  places: readonly Place[],
  pots: readonly Pot[],
  shares: readonly number[][],
  co2LandlordCents: number,
): HeatUser[] {
  const costs = places.map((_, at) => sumCents(shares.map((pot) => pot[at] ?? 0)));
  const co2 = sharedOut({ cents: co2LandlordCents, weights: costs.map(whole) });
  return places.map(({ unit, hand }, at) => {
    const of = (what: Pot['what'], isFixed: boolean) =>
      sumCents(
        pots.map((pot, index) =>
          pot.what === what && pot.isFixed === isFixed ? (shares[index]?.[at] ?? 0) : 0,
        ),
      );
    const dueCents = (costs[at] ?? 0) - (co2[at] ?? 0);
    return {
      unit: unit.name,
      name: hand.name,
      from: hand.from,
      to: hand.to,
      heatFixedCents: of('heat', true),
      heatConsumptionCents: of('heat', false),
      hotWaterFixedCents: of('hot_water', true),
      hotWaterConsumptionCents: of('hot_water', false),
      costsCents: costs[at] ?? 0,
      co2LandlordCents: co2[at] ?? 0,
      dueCents,
      cuts: cuts.map((reason) => ({
        reason,
        amountCents: cutCents(dueCents, reason),
      })),
    };
  });
}

const byDays =
  (period: Period): Part =>
  ({ from, to }) =>
    over(whole(daysInclusive(from, to)), whole(daysInclusive(period.from, period.to)));

const byDegreeDays =
  (period: Period, summer: SummerThousandths | null): Part =>
  (one) =>
    over(degreeDaysIn(one, summer), degreeDaysIn(period, summer));

/** Hands in the order of their days; they follow each other through the whole period. */
function handsOf(unit: HeatUnit, period: Period): HeatHand[] {
  const { from, to } = unit.within ?? period;
  const hands = unit.hands.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const days = hands.reduce((all, one) => all + Math.max(0, daysInclusive(one.from, one.to)), 0);
  const isWhole =
    hands[0]?.from === from &&
    hands.at(-1)?.to === to &&
    days === daysInclusive(from, to) &&
    hands.every((one, index) => one.from <= one.to && (hands[index + 1]?.from ?? '9') > one.to);
  if (!isWhole) throw new LineStop('hands_leave_gap', `units.${unit.name}.hands`, { unit: unit.name });
  return hands;
}

function assertShares(input: HeatingInput, units: readonly HeatUnit[]): void {
  const most = input.isMoreAgreed ? 10_000 : 7_000;
  const hasWater = input.hotWater !== null || input.costs.some(({ of }) => of === 'hot_water');
  const shares = hasWater ? [input.heatBp, input.hotWaterBp] : [input.heatBp];
  if (shares.some((bp) => bp < 5_000 || bp > most))
    throw new LineStop('consumption_share_out_of_range', 'heatBp');
  const bare = units.find(({ areaSqm100 }) => areaSqm100 <= 0);
  if (bare) throw new LineStop('plant_area_missing', `units.${bare.name}.areaSqm100`, { unit: bare.name });
}

/** What of the costs is for hot water; what is for one of the two alone is not parted. */
function hotWaterOf({ costs, hotWater, period }: HeatingInput, areaSqm100: number): number {
  const of = (use: string) => sumCents(costs.filter((one) => one.of === use).map((one) => one.amountCents));
  if (hotWater === null) return of('hot_water');
  const share = times(whole(of('both')), hotWaterShare(hotWater, areaSqm100, yearsOf(period)));
  return of('hot_water') + divideRounded(share.n, share.d);
}

/** What a hand used: as it was read, or its part of the unit's. */
function consumptionOf({ unit, hand }: Place, what: Pot['what'], part: Part): Fraction {
  const device = what === 'heat' ? 'heat' : 'hotWater';
  const spans = what === 'heat' ? unit.heatSpans : unit.hotWaterSpans;
  if (spans) return spannedBy(spans, hand, unit, what, part);
  const read = unit.hands.map((one) => one[device]);
  const known = read.filter((one) => one !== null);
  const own = hand[device];
  if (known.length === read.length && own !== null) {
    const all = known.reduce((total, one) => total + one, 0);
    if (unit[device] !== null && unit[device] !== all)
      throw new LineStop('hands_readings_differ', `units.${unit.name}`, { unit: unit.name });
    return whole(own);
  }
  const total = unit[device];
  if (total === null || known.length > 0) {
    throw notRead(what, unit);
  }
  return times(whole(total), part(hand));
}

const notRead = (what: Pot['what'], unit: HeatUnit) =>
  new LineStop(what === 'heat' ? 'heat_not_read' : 'hot_water_not_read', `units.${unit.name}`, {
    unit: unit.name,
  });

/** Its part of what was counted between the readings around its days (§ 9b (3)): all of it where they are its own. */
function spannedBy(
  spans: readonly HeatSpan[],
  hand: HeatHand,
  unit: HeatUnit,
  what: Pot['what'],
  part: Part,
): Fraction {
  const span = spans.find(({ from, to }) => from <= hand.from && hand.to <= to);
  if (!span) throw notRead(what, unit);
  const isOwn = span.from === hand.from && span.to === hand.to;
  return isOwn ? whole(span.thousandths) : times(whole(span.thousandths), over(part(hand), part(span)));
}
