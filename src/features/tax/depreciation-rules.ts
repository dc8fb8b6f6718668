import {
  type Explained,
  inputs,
  money,
  month as monthValue,
  none,
  number,
  percent,
  text,
} from '../../domain/trace.ts';
import type { RuleName } from '../../domain/trace-names.ts';
import { type CalendarDate, dayOfMonth, type Month, monthOf, yearOf } from '../../lib/calendar.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';

/** What is known of a building for its depreciation; improvements are what was spent on it later, by year. */
export type Building = {
  priceCents: number | null;
  costsCents: number;
  /** Share of the building in the price, in hundredths of a per cent; the rest is land. */
  buildingShareBp: number | null;
  yearBuilt: number | null;
  purchasedOn: CalendarDate | null;
  soldOn: CalendarDate | null;
  improvements: readonly { year: number; cents: number }[];
};

/** What has to be entered before anything can be reckoned, in the order of the form. */
export const missingFacts = ['purchasedOn', 'price', 'buildingShare', 'yearBuilt'] as const;
export type MissingFact = (typeof missingFacts)[number];

export function missingOf(building: Building): MissingFact[] {
  const known: Record<MissingFact, unknown> = {
    purchasedOn: building.purchasedOn,
    price: building.priceCents,
    buildingShare: building.buildingShareBp,
    yearBuilt: building.yearBuilt,
  };
  return missingFacts.filter((fact) => known[fact] === null);
}

/** What the building cost at first, with its part of the costs of purchase; null as long as that cannot be said. */
export function buildingCost({ priceCents, costsCents, buildingShareBp }: Building): number | null {
  if (priceCents === null || buildingShareBp === null) return null;
  return divideRounded(BigInt(sumCents([priceCents, costsCents])) * BigInt(buildingShareBp), 10_000n);
}

/** § 7 (4) sentence 1 no. 2 EStG: by when the building was completed. */
export function linearRateBp(yearBuilt: number): number {
  if (yearBuilt >= 2023) return 300;
  return yearBuilt >= 1925 ? 200 : 250;
}

/** The month in which a new building is completed is not known by its year alone: it counts from January. */
function firstMonth(purchasedOn: CalendarDate, yearBuilt: number): Month {
  return yearBuilt > yearOf(purchasedOn) ? `${yearBuilt}-01` : monthOf(purchasedOn);
}

/** Months of a year in which it was owned and depreciates: the first counts whole, the day of the sale is the buyer's. */
function monthsIn(year: number, start: Month, soldOn: CalendarDate | null): number {
  const from = yearOf(start) < year ? 1 : yearOf(start) > year ? 13 : Number(start.slice(5));
  if (soldOn === null || yearOf(soldOn) > year) return 13 - from;
  const to = yearOf(soldOn) < year ? 0 : Number(soldOn.slice(5, 7)) - (dayOfMonth(soldOn) === 1 ? 1 : 0);
  return Math.max(0, to - from + 1);
}

/**
 * The linear depreciation of a building in a year, in cents (§ 7 (4) sentence 1 no. 2 EStG): price and costs of purchase by the share of the
 * building, 3 % where it was completed from 2023 on, 2 % from 1925, else 2.5 %; in the years of purchase and sale by twelfths, each month begun
 * counting whole (§ 7 (1) sentence 4). What was spent to improve it is added with the whole year in which it was (R 7.4 (9) EStR). Never
 * more than is left. Null as long as a fact is missing (`missingOf`). A shorter life, § 7 (5a) and §§ 7b, 7h, 7i are the owner's to claim.
 */
export function depreciation(building: Building, year: number): Explained<number | null> {
  const { priceCents, costsCents, buildingShareBp, yearBuilt, purchasedOn, soldOn, improvements } = building;
  const head = {
    rule: 'depreciation' as RuleName,
    formula:
      'min({building_cost} × {depreciation_rate} × {months} ÷ 12, {building_cost} − {depreciated_before})',
    sources: ['§ 7 (4) EStG', '§ 7 (1) EStG', 'R 7.4 (9) EStR'],
  };
  const first = buildingCost(building);
  if (first === null || yearBuilt === null || purchasedOn === null) {
    return { result: null, trace: { ...head, inputs: [], steps: [], result: none } };
  }
  const rateBp = linearRateBp(yearBuilt);
  const start = firstMonth(purchasedOn, yearBuilt);
  const spentBy = (until: number) =>
    sumCents(improvements.filter((one) => one.year <= until).map(({ cents }) => cents));
  let before = 0;
  let own = 0;
  let base = first;
  let months = 0;
  for (let at = yearOf(start); at <= year; at += 1) {
    before += own;
    base = sumCents([first, spentBy(at)]);
    months = monthsIn(at, start, soldOn);
    const whole = divideRounded(BigInt(base) * BigInt(rateBp) * BigInt(months), 120_000n);
    own = Math.max(0, Math.min(whole, base - before));
  }
  return {
    result: own,
    trace: {
      ...head,
      inputs: inputs({
        price: money(priceCents),
        purchase_costs: money(costsCents),
        building_share: percent(buildingShareBp),
        improvements: money(spentBy(year)),
        building_cost: money(base),
        depreciation_rate: percent(rateBp),
        months: number(months),
        depreciated_before: money(before),
        year_built: text(`${yearBuilt}`),
        first_month: monthValue(start),
      }),
      steps: [],
      result: money(own),
    },
  };
}

/** Years over which the US write off a building that people live in, and any other, in halves of a month (IRC § 168 (c)). */
const RESIDENTIAL_HALF_MONTHS = 660;
const OTHER_HALF_MONTHS = 936;

/**
 * The same under US law, in cents: the straight line over 27.5 years, of what is no dwelling over 39 (IRC § 168 (c), (d) (2)); the months of purchase
 * and sale count half. Improvements are assets of their own on Form 4562 and none of it. Null as long as a fact is missing.
 */
export function usDepreciation(
  building: Building & { isResidential: boolean },
  year: number,
): Explained<number | null> {
  const { purchasedOn, soldOn, isResidential } = building;
  const base = buildingCost(building);
  const head = {
    rule: 'us_depreciation' as RuleName,
    formula: '{building_cost} × {half_months} ÷ {half_months_of_life}',
    sources: ['IRC § 168 (c)', 'IRC § 168 (d) (2)', 'IRS Pub. 527'],
  };
  if (base === null || purchasedOn === null) {
    return { result: null, trace: { ...head, inputs: [], steps: [], result: none } };
  }
  const life = isResidential ? RESIDENTIAL_HALF_MONTHS : OTHER_HALF_MONTHS;
  /** Halves of months from the middle of that of the purchase. */
  const until = (half: number) =>
    Math.max(0, Math.min(life, half - (24 * yearOf(purchasedOn) + 2 * Number(purchasedOn.slice(5, 7)) - 1)));
  const saleHalf = soldOn && 24 * yearOf(soldOn) + 2 * Number(soldOn.slice(5, 7)) - 1;
  const endHalf = 24 * (year + 1);
  const halves =
    until(saleHalf ? Math.min(saleHalf, endHalf) : endHalf) -
    until(saleHalf ? Math.min(saleHalf, endHalf - 24) : endHalf - 24);
  const result = divideRounded(BigInt(base) * BigInt(halves), BigInt(life));
  return {
    result,
    trace: {
      ...head,
      inputs: inputs({
        building_cost: money(base),
        half_months: number(halves),
        half_months_of_life: number(life),
        placed_in_service: monthValue(monthOf(purchasedOn)),
      }),
      steps: [],
      result: money(result),
    },
  };
}
