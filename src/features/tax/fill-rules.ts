import { type Explained, inputs, money, type Trace } from '../../domain/trace.ts';
import type { BookingDirection, PropertyKind } from '../../domain/vocabulary.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import { type AnlageVGroup, anlageVGroups } from '../category/built-in-facts.ts';
import {
  type Building,
  depreciation,
  type MissingFact,
  missingOf,
  usDepreciation,
} from './depreciation-rules.ts';
import {
  type AnlageVField,
  anlageVExpenses,
  anlageVIncome,
  DEPRECIATION,
  RENTS_RECEIVED,
  scheduleELines,
} from './line-facts.ts';
import { fieldOfBooking, type TaxForm } from './rules.ts';

export type TaxField = AnlageVField | (typeof scheduleELines)[number];
export type TaxEntry = { field: TaxField; cents: number };
type Booked = {
  category: {
    code: string | null;
    name: string | null;
    anlageVGroup: string | null;
    scheduleELine: number | null;
  };
  direction: BookingDirection;
  isPassedOn: boolean;
  cents: number;
};

/** What of a field, or of what counts nowhere, comes from a category. */
export type TaxPart = { code: string | null; name: string | null; cents: number };
export type TaxRow = {
  field: TaxField;
  isIncome: boolean;
  cents: number;
  /** From rent accounts. */
  accountCents: number;
  parts: TaxPart[];
};

export type FilledForm = {
  form: TaxForm;
  rows: TaxRow[];
  depreciation: Explained<number | null>;
  /** What has to be entered before the building depreciates. */
  missing: MissingFact[];
  /** Spent to improve the building: it depreciates and is no cost of its year. */
  improvedCents: number;
  leftOut: (TaxPart & { direction: BookingDirection })[];
  incomeCents: number;
  costCents: number;
  resultCents: number;
};

const isGroup = (group: string | null): group is AnlageVGroup => anlageVGroups.some((one) => one === group);
const isLine = (line: number | null): line is (typeof scheduleELines)[number] =>
  scheduleELines.some((one) => one === line);

/** What nobody lives in: under US law it depreciates over 39 years. Homes with shops are taken for homes. */
const noDwellings: ReadonlySet<PropertyKind> = new Set(['commercial', 'parking']);

/**
 * The fields of a form that are not nothing, in its order, with what each is made of; the depreciation of the building is one
 * of them. Refunds of costs lower their field, whether booked as an expense below zero or as income of a category that names it. What has no field counts nowhere and is told.
 */
export function fillForm(of: {
  year: number;
  form: TaxForm;
  building: Building;
  kind: PropertyKind;
  entries: readonly TaxEntry[];
  bookings: readonly Booked[];
}): FilledForm {
  const { year, form, building, entries, bookings } = of;
  const isGerman = form === 'anlage_v';
  const written = isGerman
    ? depreciation(building, year)
    : usDepreciation({ ...building, isResidential: !noDwellings.has(of.kind) }, year);
  const depreciationField: TaxField = isGerman ? 'depreciation' : DEPRECIATION;
  const fields: readonly TaxField[] = isGerman ? [...anlageVIncome, ...anlageVExpenses] : scheduleELines;
  const isIncomeField = (field: TaxField | null) =>
    isGerman ? anlageVIncome.some((one) => one === field) : field === RENTS_RECEIVED;
  const placed = bookings.map((row) => {
    const field = fieldFor(form, row);
    const isOfItsSide = field === null || isIncomeField(field) === (row.direction === 'income');
    return { ...row, field, cents: isOfItsSide ? row.cents : 0 - row.cents };
  });
  const rows = fields
    .map((field): TaxRow => {
      const parts = partsOf(placed.filter((row) => row.field === field && field !== depreciationField));
      const accountCents = sumCents(entries.filter((one) => one.field === field).map(({ cents }) => cents));
      const ownCents = field === depreciationField ? (written.result ?? 0) : 0;
      return {
        field,
        isIncome: isIncomeField(field),
        cents: sumCents([accountCents, ownCents, ...parts.map(({ cents }) => cents)]),
        accountCents,
        parts,
      };
    })
    .filter((row) => row.cents !== 0 || row.parts.length > 0);
  const total = (isIncome: boolean) =>
    sumCents(rows.filter((row) => row.isIncome === isIncome).map(({ cents }) => cents));
  const [incomeCents, costCents] = [total(true), total(false)];
  return {
    form,
    rows,
    depreciation: written,
    missing: of.kind === 'land' ? [] : missingOf(building).filter((fact) => isGerman || fact !== 'yearBuilt'),
    improvedCents: sumCents(
      placed.filter((row) => row.field === depreciationField).map(({ cents }) => cents),
    ),
    leftOut: (['income', 'expense'] as const).flatMap((direction) =>
      partsOf(placed.filter((row) => row.field === null && row.direction === direction)).map((part) => ({
        ...part,
        direction,
      })),
    ),
    incomeCents,
    costCents,
    resultCents: taxResult({ incomeCents, costCents }).result,
  };
}

/** The field of a form in which a booking counts; null where it counts nowhere. */
export function fieldFor(form: TaxForm, booked: Omit<Booked, 'cents'>): TaxField | null {
  const { direction, isPassedOn, category } = booked;
  if (form === 'schedule_e') return isLine(category.scheduleELine) ? category.scheduleELine : null;
  const group = isGroup(category.anlageVGroup) ? category.anlageVGroup : null;
  return fieldOfBooking({ direction, group, isPassedOn });
}

function partsOf(rows: readonly Booked[]): TaxPart[] {
  const sums = new Map<string, TaxPart>();
  for (const {
    category: { code, name },
    cents,
  } of rows) {
    const key = `${code} ${name}`;
    const known = sums.get(key);
    if (known) known.cents += cents;
    else sums.set(key, { code, name, cents });
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0).toSorted((a, b) => b.cents - a.cents);
}

/** What is left of the income of a form after its costs; negative is a loss. */
export function taxResult({
  incomeCents,
  costCents,
}: {
  incomeCents: number;
  costCents: number;
}): Explained<number> {
  const result = sumCents([incomeCents, -costCents]);
  return {
    result,
    trace: {
      rule: 'tax_result',
      formula: '{tax_income} − {tax_costs}',
      sources: ['§ 21 EStG', '§ 11 EStG'],
      inputs: inputs({ tax_income: money(incomeCents), tax_costs: money(costCents) }),
      steps: [],
      result: money(result),
    },
  };
}

/**
 * What may be spent on a building in the three years after its purchase, without VAT, before all of it is cost of the purchase and
 * depreciates: 15 % of what the building cost (§ 6 (1) no. 1a EStG, with § 9 (5) EStG). All building work counts, improvements as well
 * (BFH 14 June 2016, IX R 25/14, 15/15, 22/15), but for extensions and what comes every year (sentence 2).
 */
export function nearPurchaseLimit({ buildingCents }: { buildingCents: number }): Explained<number> {
  const result = divideRounded(BigInt(buildingCents) * 15n, 100n);
  const trace: Trace = {
    rule: 'near_purchase_limit',
    formula: '15 % × {building_cost}',
    sources: ['§ 6 (1) no. 1a EStG', '§ 9 (5) EStG'],
    inputs: inputs({ building_cost: money(buildingCents) }),
    steps: [],
    result: money(result),
  };
  return { result, trace };
}
