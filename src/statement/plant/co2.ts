import { day, type Explained, inputs, money, number, percent, type TraceInput } from '../../domain/trace.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  daysInclusive,
  maxDate,
  minDate,
} from '../../lib/calendar.ts';
import { divideRounded } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { type Fraction, over, sum, times, toNumber, whole } from '../fraction.ts';
import { LineStop } from '../problems.ts';

/** From this first day of a period on the costs are split (CO2KostAufG in force on 1 January 2023, § 11). */
export const SPLIT_SINCE: CalendarDate = '2023-01-01';

/** Who uses the building: dwellings have the steps, all others halves (§ 8 CO2KostAufG). */
export const co2Uses = ['dwelling', 'other'] as const;
/** The steps of the annex, or half each for heaters under § 43 GModG (§ 5a CO2KostAufG; read in a public review only). */
export const co2Models = ['steps', 'half'] as const;
/** What public law forbids: bettering the building or its heating, or both (§ 9 CO2KostAufG). */
export const co2Obstacles = ['none', 'one', 'both'] as const;

/** CO₂ as a supplier billed it: days, grams, and what they cost. */
export type Co2Bill = { bill: Period; grams: number; costCents: number };

export type Co2Input = {
  period: Period;
  /** What the supplier billed; only what of it falls into the period counts, by days. */
  bill: Period;
  /** Grams of CO₂ on the bill. */
  grams: number;
  /** Cost of CO₂ on the bill, with VAT where the bill has it. */
  costCents: number;
  /** Further bills for the same heat, each for days of its own: another supplier, a price that changed, a second fuel. */
  more?: readonly Co2Bill[];
  areaSqm100: number;
  use: (typeof co2Uses)[number];
  model: (typeof co2Models)[number];
  /** With `half`: from this day on, before it the steps hold; left out or null: all of the period. */
  halfSince?: CalendarDate | null;
  obstacle: (typeof co2Obstacles)[number];
  /** The tenant buys the fuel himself, and whether it also feeds a cooker or the like (§ 6 (2) CO2KostAufG). */
  ownContract: { hasOtherUse: boolean } | null;
};

export type Co2Split = {
  /** Kilograms for a square metre in the period, to one decimal; null where no step holds for all of it. */
  kgPerSqm: number | null;
  /** The step of the annex, 1 to 10; null likewise. */
  step: number | null;
  landlordBp: number;
  tenantBp: number;
  costCents: number;
  landlordCents: number;
  tenantCents: number;
  /** What a tenant with an own contract may claim from the landlord. */
  claimCents: number | null;
};

/** Lower bounds in kg CO₂ per m² and year and the landlord's part, annex to §§ 5 to 7 CO2KostAufG. */
const steps = [
  { from: 0, landlordBp: 0 },
  { from: 12, landlordBp: 1_000 },
  { from: 17, landlordBp: 2_000 },
  { from: 22, landlordBp: 3_000 },
  { from: 27, landlordBp: 4_000 },
  { from: 32, landlordBp: 5_000 },
  { from: 37, landlordBp: 6_000 },
  { from: 42, landlordBp: 7_000 },
  { from: 47, landlordBp: 8_000 },
  { from: 52, landlordBp: 9_500 },
] as const;

/**
 * What of the CO₂ costs of a building the landlord bears (CO2KostAufG §§ 5 to 9). Each bill's kilograms and costs are
 * converted to the period by days (§ 5 (1) sentence 5) and added up, divided by the living area and rounded to one decimal before the
 * step is chosen (sentence 3); of a period shorter than a year the bounds shrink with its days (sentence 4). The
 * landlord's part is rounded half up, the tenants have the rest. Where a heater of § 5a came within the period each part of it
 * goes by its own model, and their sums are the split. LineStop without an area where a step is asked for.
 */
export function co2Split(of: Co2Input): Explained<Co2Split> {
  const since = of.model === 'half' && of.use === 'dwelling' ? (of.halfSince ?? null) : null;
  const { from, to } = of.period;
  if (since === null || since <= from) return splitByOne(of);
  if (since > to) return splitByOne({ ...of, model: 'steps' });
  return joined(of, [
    splitByOne({ ...of, model: 'steps', period: { from, to: addDays(since, -1) } }),
    splitByOne({ ...of, period: { from: since, to } }),
  ]);
}

/** Two parts of a period, each with its own model: that of the first has a step, all of it has none. */
function joined(
  of: Co2Input,
  [before, after]: [Explained<Co2Split>, Explained<Co2Split>],
): Explained<Co2Split> {
  const both = (what: 'costCents' | 'landlordCents' | 'tenantCents') =>
    before.result[what] + after.result[what];
  const [costCents, landlordCents] = [both('costCents'), both('landlordCents')];
  const landlordBp =
    costCents === 0
      ? after.result.landlordBp
      : divideRounded(BigInt(landlordCents) * 10_000n, BigInt(costCents));
  const days = [of.period.from, of.halfSince ?? of.period.from, of.period.to];
  return {
    result: {
      // Beside the cost of both parts the class of one would be a false one.
      kgPerSqm: null,
      step: null,
      landlordBp,
      tenantBp: 10_000 - landlordBp,
      costCents,
      landlordCents,
      tenantCents: both('tenantCents'),
      claimCents: of.ownContract && (before.result.claimCents ?? 0) + (after.result.claimCents ?? 0),
    },
    trace: {
      ...before.trace,
      formula: 'Σ {co2_cost} × {landlord_part}',
      sources: [...new Set([...before.trace.sources, ...after.trace.sources])],
      inputs: [],
      steps: [before, after].map(({ trace }, at) => ({
        of: [
          day(days[at] ?? of.period.from),
          day(at === 0 ? addDays(days[1] ?? of.period.to, -1) : of.period.to),
        ],
        formula: '{co2_cost} × {landlord_part}',
        inputs: trace.inputs,
        result: trace.result,
      })),
      result: money(landlordCents),
    },
  };
}

function splitByOne(of: Co2Input): Explained<Co2Split> {
  const costCents = rounded(inPeriod(of, 'costCents'));
  const isSplit = of.period.from >= SPLIT_SINCE;
  const found = isSplit && of.use === 'dwelling' && of.model === 'steps' ? stepOf(of) : null;
  const fullBp = isSplit ? (found?.landlordBp ?? 5_000) : 0;
  const landlordBp = { none: fullBp, one: fullBp / 2, both: 0 }[of.obstacle];
  const landlordCents = divideRounded(BigInt(costCents) * BigInt(landlordBp), 10_000n);
  const claimCents =
    of.ownContract &&
    (of.ownContract.hasOtherUse ? divideRounded(BigInt(landlordCents) * 95n, 100n) : landlordCents);
  return {
    result: {
      kgPerSqm: found ? found.tenths / 10 : null,
      step: found?.step ?? null,
      landlordBp,
      tenantBp: 10_000 - landlordBp,
      costCents,
      landlordCents,
      tenantCents: costCents - landlordCents,
      claimCents,
    },
    trace: {
      rule: 'co2_split',
      formula: '{co2_cost} × {landlord_part}',
      sources: [sourceOf(of), ...(of.obstacle === 'none' ? [] : ['§ 9 CO2KostAufG'])],
      inputs: [
        ...inputs({ co2_cost: money(costCents), landlord_part: percent(landlordBp) }),
        ...(found ? [specific(of, found.tenths)] : []),
      ],
      steps: [],
      result: money(landlordCents),
    },
  };
}

const sourceOf = ({ use, model }: Co2Input) =>
  use === 'other' ? '§ 8 CO2KostAufG' : model === 'half' ? '§ 5a CO2KostAufG' : '§ 5 CO2KostAufG';

/** What all bills say of the period, each by its days. */
const inPeriod = ({ period, bill, grams, costCents, more = [] }: Co2Input, what: 'grams' | 'costCents') =>
  sum([{ bill, grams, costCents }, ...more].map((one) => times(whole(one[what]), ofBill(period, one.bill))));

/** The days of a bill that fall into the period, of all its days. */
function ofBill(period: Period, bill: Period): Fraction {
  const [from, to] = [maxDate(period.from, bill.from), minDate(period.to, bill.to)];
  return over(whole(from > to ? 0 : daysInclusive(from, to)), whole(daysInclusive(bill.from, bill.to)));
}

/** How much of a year a period is; twelve months are one, whether or not they have a leap day. */
export function yearsOf({ from, to }: Period): Fraction {
  const year = daysInclusive(from, addDays(addMonths(from, 12), -1));
  const days = daysInclusive(from, to);
  return days >= year ? whole(1) : over(whole(days), whole(year));
}

function stepOf(of: Co2Input) {
  if (of.areaSqm100 <= 0) throw new LineStop('plant_area_missing', 'areaSqm100', { unit: '' });
  // Grams ÷ 1000 ÷ (hundredths of m² ÷ 100), in tenths.
  const tenths = rounded(over(inPeriod(of, 'grams'), whole(of.areaSqm100)));
  const years = yearsOf(of.period);
  const reached = steps.filter(({ from }) => BigInt(tenths) * years.d >= BigInt(from) * 10n * years.n).length;
  const step = Math.max(1, reached);
  return { tenths, step, landlordBp: steps[step - 1]?.landlordBp ?? 0 };
}

const rounded = ({ n, d }: Fraction): number => divideRounded(n, d);

/** The kilograms for a square metre, as they came about. */
function specific(of: Co2Input, tenths: number): TraceInput {
  return {
    name: 'co2_per_sqm',
    value: number(tenths / 10),
    trace: {
      rule: 'co2_split',
      formula: 'Σ {co2_kg} ÷ {area_sqm}',
      sources: ['§ 5 (1) CO2KostAufG'],
      inputs: [],
      steps: [
        {
          of: [],
          formula: '{co2_kg} ÷ {area_sqm}',
          inputs: inputs({
            co2_kg: number(toNumber(over(inPeriod(of, 'grams'), whole(1_000)))),
            area_sqm: number(of.areaSqm100 / 100),
          }),
          result: number(tenths / 10),
          rounding: 'tenth',
        },
      ],
      result: number(tenths / 10),
    },
  };
}
