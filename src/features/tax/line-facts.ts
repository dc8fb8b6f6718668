import { type AnlageVGroup, anlageVGroups } from '../category/built-in-facts.ts';

/**
 * What the German form Anlage V asks of the income of a house: the groups that categories name, and what only rent accounts tell
 * apart: what statements of operating costs brought or gave back, rents of earlier years with deposits that were kept, garages
 * let by themselves, and VAT.
 */
export const anlageVIncome = [
  'rent_dwelling',
  'rent_other',
  'recovered_costs',
  'settled_costs',
  'earlier_rents',
  'rent_garage',
  'vat_received',
  'other_income',
] as const;

const isIncome = (group: AnlageVGroup) => (anlageVIncome as readonly string[]).includes(group);
type Expense = Exclude<AnlageVGroup, (typeof anlageVIncome)[number]>;
export const anlageVExpenses: readonly Expense[] = anlageVGroups.filter(
  (group): group is Expense => !isIncome(group),
);
export type AnlageVField = (typeof anlageVIncome)[number] | Expense;

/** First and last line of a field. */
export type Lines = readonly [first: number, last: number];

const income = {
  rent_dwelling: [13, 15],
  rent_other: [16, 18],
  recovered_costs: [20, 20],
  settled_costs: [21, 21],
  earlier_rents: [25, 25],
  rent_garage: [26, 26],
  vat_received: [27, 27],
  other_income: [29, 31],
  depreciation: [33, 35],
} as const;

const of2023: Record<AnlageVField, Lines> = {
  ...income,
  interest: [45, 47],
  financing_other: [48, 50],
  burdens: [51, 53],
  maintenance: [54, 55],
  operating_recovered: [72, 74],
  operating_not_recovered: [75, 77],
  vat_paid: [78, 78],
  other_expense: [79, 81],
};

const since2024: Record<AnlageVField, Lines> = {
  ...income,
  interest: [46, 48],
  financing_other: [49, 51],
  burdens: [52, 54],
  maintenance: [55, 56],
  operating_recovered: [73, 75],
  operating_not_recovered: [76, 78],
  vat_paid: [79, 79],
  other_expense: [80, 82],
};

/**
 * The lines of a year's Anlage V, that change with its edition: of 2023 as Haufe (HI16084140) has them, of 2024 and 2025 as the
 * official forms do. Null for a year whose form is not out or was another one.
 */
export const linesOf = (year: number): Record<AnlageVField, Lines> | null =>
  ({ 2023: of2023, 2024: since2024, 2025: since2024 })[year] ?? null;

/** The lines of the US form Schedule E, Part I, that rents and expenses are written in. */
export const RENTS_RECEIVED = 3;
export const DEPRECIATION = 18;
export const scheduleELines = [3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const;
