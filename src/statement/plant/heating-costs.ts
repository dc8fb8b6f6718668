import { type Explained, inputs, money, number, type TraceStep, text } from '../../domain/trace.ts';
import { type CalendarDate, daysInclusive } from '../../lib/calendar.ts';
import { divideRounded, roundParts, sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { common, type Fraction, over, plus, sum, times, toNumber, whole, zero } from '../fraction.ts';
import { byName } from '../house.ts';
import { LineStop } from '../problems.ts';
import { type Co2Input, type Co2Split, co2Split } from './co2.ts';
import { degreeDaysIn, type SummerThousandths } from './degree-days.ts';
import { type HotWater, hotWaterShare, hotWaterTrace } from './hot-water.ts';

/** What a cost is for: the plant as a whole, or only one of the two. */
export const plantUses = ['both', 'heat', 'hot_water'] as const;
/** How the fixed costs of heat are parted at a change of tenant (§ 9b (2) HeizkostenV); those of hot water always by time. */
export const fixedMethods = ['degree_days', 'days'] as const;
/** What a tenant may cut (§ 12 (1) HeizkostenV, § 7 (4) CO2KostAufG), in per cent of what falls on him. */
export const cutReasons = {
  not_by_consumption: 15,
  not_remote: 3,
  no_information: 3,
  no_co2_split: 3,
} as const;
export type CutReason = keyof typeof cutReasons;

/** Thousandths of what a device counts; null: nobody read it. */
type Counted = { heat: number | null; hotWater: number | null };
export type HeatHand = Period & Counted & { name: string };
export type HeatUnit = Counted & {
  name: string;
  areaSqm100: number;
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

type Place = { unit: HeatUnit; hand: HeatHand };
/** What of a unit's year falls into days. */
type Part = (one: Period) => Fraction;
type Pot = { cents: number; weights: Fraction[]; what: 'heat' | 'hot_water'; isFixed: boolean };

/**
 * The costs of a plant shared out after HeizkostenV §§ 6 to 9b: hot water told from heat (§ 9), each parted into what
 * follows consumption and what follows the area (§§ 7, 8), and between those who had a unit one after the other by
 * interim readings or, without them, by degree days and time (§ 9b). Estimates for more than a quarter of the area send a
 * pot to the area alone (§ 9a (2)). Every pot adds up to the cent by largest remainder, spare cents by name of the
 * unit and day of moving in. The landlord's part of the CO₂ costs is taken off everybody's costs in proportion. LineStop for
 * what it will not guess.
 */
export function heatingCosts(input: HeatingInput): Explained<HeatingCosts> {
  const units = input.units.toSorted(byName).map((unit) => ({ ...unit, hands: handsOf(unit, input.period) }));
  const places = units.flatMap((unit) => unit.hands.map((hand): Place => ({ unit, hand })));
  assertShares(input, units);
  const areaSqm100 = units.reduce((all, unit) => all + unit.areaSqm100, 0);
  const amounts = amountsOf(input, units, areaSqm100);
  const pots = potsOf(input, amounts, places);
  const shares = pots.map(sharedOut);
  const split = input.co2 && co2Split(input.co2);
  const waterTrace = input.hotWater && hotWaterTrace(input.hotWater, areaSqm100);
  return {
    result: {
      ...amounts,
      co2: split?.result ?? null,
      users: usersOf(input, places, shares, split?.result.landlordCents ?? 0),
    },
    trace: {
      rule: 'heating_costs',
      formula: 'Σ {amount} × {weight} ÷ {sum_of_weights}',
      sources: ['§§ 6–9b HeizkostenV'],
      inputs: [
        ...inputs({ costs: money(amounts.totalCents), heat_costs: money(amounts.heatCents) }),
        {
          name: 'hot_water_costs',
          value: money(amounts.hotWaterCents),
          ...(waterTrace && { trace: waterTrace }),
        },
        ...(split
          ? [
              {
                name: 'co2_of_landlord' as const,
                value: money(split.result.landlordCents),
                trace: split.trace,
              },
            ]
          : []),
      ],
      steps: pots.flatMap((pot, index) => stepsOf(pot, places, shares[index] ?? [])),
      result: money(amounts.totalCents),
    },
  };
}

type Amounts = Omit<HeatingCosts, 'co2' | 'users'>;

/** The four pots' cents, and whether estimates send one to the area alone. */
function amountsOf(input: HeatingInput, units: readonly HeatUnit[], areaSqm100: number): Amounts {
  const totalCents = sumCents(input.costs.map(({ amountCents }) => amountCents));
  const hotWaterCents = hotWaterOf(input, areaSqm100);
  const heatCents = totalCents - hotWaterCents;
  const isHeatByArea = isMostlyEstimated(units, areaSqm100, ({ isHeatEstimated }) => isHeatEstimated);
  const isHotWaterByArea =
    input.hotWater !== null &&
    isMostlyEstimated(units, areaSqm100, ({ isHotWaterEstimated }) => isHotWaterEstimated);
  const heatConsumptionCents = isHeatByArea ? 0 : shareOf(heatCents, input.heatBp);
  const hotWaterConsumptionCents = isHotWaterByArea ? 0 : shareOf(hotWaterCents, input.hotWaterBp);
  return {
    totalCents,
    heatCents,
    hotWaterCents,
    heatFixedCents: heatCents - heatConsumptionCents,
    heatConsumptionCents,
    hotWaterFixedCents: hotWaterCents - hotWaterConsumptionCents,
    hotWaterConsumptionCents,
    isHeatByArea,
    isHotWaterByArea,
  };
}

/** Heat by area and by use, hot water by area and by use, with everybody's weight in each. */
function potsOf(
  { period, summer, fixedBy }: HeatingInput,
  amounts: Amounts,
  places: readonly Place[],
): [Pot, Pot, Pot, Pot] {
  const [days, degreeDays] = [byDays(period), byDegreeDays(period, summer)];
  const fixed = (what: Pot['what'], cents: number, part: Part): Pot => ({
    what,
    isFixed: true,
    cents,
    weights: places.map(({ unit, hand }) => times(whole(unit.areaSqm100), part(hand))),
  });
  const used = (what: Pot['what'], cents: number, part: Part): Pot => ({
    what,
    isFixed: false,
    cents,
    weights: places.map((place) => (cents === 0 ? zero : consumptionOf(place, what, part))),
  });
  return [
    fixed('heat', amounts.heatFixedCents, fixedBy === 'days' ? days : degreeDays),
    // Unread, always by degree days: consumption follows the weather (§ 9b (3)).
    used('heat', amounts.heatConsumptionCents, degreeDays),
    fixed('hot_water', amounts.hotWaterFixedCents, days),
    used('hot_water', amounts.hotWaterConsumptionCents, days),
  ];
}

function usersOf(
  { cuts }: HeatingInput,
  places: readonly Place[],
  shares: readonly number[][],
  co2LandlordCents: number,
): HeatUser[] {
  const costs = places.map((_, at) => sumCents(shares.map((pot) => pot[at] ?? 0)));
  const co2 = sharedOut({ cents: co2LandlordCents, weights: costs.map(whole) });
  return places.map(({ unit, hand }, at) => {
    const [heatFixed, heatUsed, waterFixed, waterUsed] = shares.map((pot) => pot[at] ?? 0);
    const dueCents = (costs[at] ?? 0) - (co2[at] ?? 0);
    return {
      unit: unit.name,
      name: hand.name,
      from: hand.from,
      to: hand.to,
      heatFixedCents: heatFixed ?? 0,
      heatConsumptionCents: heatUsed ?? 0,
      hotWaterFixedCents: waterFixed ?? 0,
      hotWaterConsumptionCents: waterUsed ?? 0,
      costsCents: costs[at] ?? 0,
      co2LandlordCents: co2[at] ?? 0,
      dueCents,
      cuts: cuts.map((reason) => ({
        reason,
        amountCents: divideRounded(BigInt(dueCents) * BigInt(cutReasons[reason]), 100n),
      })),
    };
  });
}

const shareOf = (cents: number, bp: number) => divideRounded(BigInt(cents) * BigInt(bp), 10_000n);

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
  const hands = unit.hands.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const days = hands.reduce((all, { from, to }) => all + Math.max(0, daysInclusive(from, to)), 0);
  const isWhole =
    hands[0]?.from === period.from &&
    hands.at(-1)?.to === period.to &&
    days === daysInclusive(period.from, period.to) &&
    hands.every(({ from, to }, index) => from <= to && (hands[index + 1]?.from ?? '9') > to);
  if (!isWhole) throw new LineStop('hands_leave_gap', `units.${unit.name}.hands`, { unit: unit.name });
  return hands;
}

function assertShares(input: HeatingInput, units: readonly HeatUnit[]): void {
  const most = input.isMoreAgreed ? 10_000 : 7_000;
  const shares = input.hotWater === null ? [input.heatBp] : [input.heatBp, input.hotWaterBp];
  if (shares.some((bp) => bp < 5_000 || bp > most))
    throw new LineStop('consumption_share_out_of_range', 'heatBp');
  const bare = units.find(({ areaSqm100 }) => areaSqm100 <= 0);
  if (bare) throw new LineStop('plant_area_missing', `units.${bare.name}.areaSqm100`, { unit: bare.name });
}

/** What of the costs is for hot water; what is for one of the two alone is not parted. */
function hotWaterOf({ costs, hotWater }: HeatingInput, areaSqm100: number): number {
  const of = (use: string) => sumCents(costs.filter((one) => one.of === use).map((one) => one.amountCents));
  if (hotWater === null) return of('hot_water');
  const share = times(whole(of('both')), hotWaterShare(hotWater, areaSqm100));
  return of('hot_water') + divideRounded(share.n, share.d);
}

/** More than 25 % of the area (§ 9a (2)); a quarter itself is still shared out by what was found. */
function isMostlyEstimated(
  units: readonly HeatUnit[],
  areaSqm100: number,
  isEstimated: (unit: HeatUnit) => boolean,
): boolean {
  const estimated = units.filter(isEstimated).reduce((all, unit) => all + unit.areaSqm100, 0);
  return estimated * 4 > areaSqm100;
}

/** What a hand used: as it was read, or its part of the unit's. */
function consumptionOf({ unit, hand }: Place, what: Pot['what'], part: Part): Fraction {
  const device = what === 'heat' ? 'heat' : 'hotWater';
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
    throw new LineStop(what === 'heat' ? 'heat_not_read' : 'hot_water_not_read', `units.${unit.name}`, {
      unit: unit.name,
    });
  }
  return times(whole(total), part(hand));
}

function sharedOut({ cents, weights }: Pick<Pot, 'cents' | 'weights'>): number[] {
  if (cents === 0) return weights.map(() => 0);
  const all = sum(weights);
  if (all.n === 0n) throw new LineStop('nothing_counted', 'units');
  const { numerators, denominator } = common(weights.map((weight) => times(whole(cents), over(weight, all))));
  return roundParts(numerators, denominator).partCents;
}

function stepsOf(
  { cents, weights, what, isFixed }: Pot,
  places: readonly Place[],
  shares: number[],
): TraceStep[] {
  if (cents === 0) return [];
  const all = weights.reduce(plus, zero);
  return places.map(({ unit, hand }, at) => ({
    of: [
      { kind: 'word', code: what },
      { kind: 'word', code: isFixed ? 'fixed_part' : 'by_use' },
      text(unit.name),
      text(hand.name),
    ],
    formula: '{amount} × {weight} ÷ {sum_of_weights}',
    inputs: inputs({
      amount: money(cents),
      weight: number(toNumber(weights[at] ?? zero)),
      sum_of_weights: number(toNumber(all)),
    }),
    result: money(shares[at] ?? 0),
    rounding: 'remainder',
  }));
}
