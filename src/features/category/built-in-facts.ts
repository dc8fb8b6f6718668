import type { BookingDirection } from '@/domain/vocabulary';

/**
 * The groups of the German form Anlage V (2023). Its line numbers change yearly, so that a
 * category names the group and never a line.
 */
export const anlageVGroups = [
  'rent_dwelling',
  'rent_other',
  'recovered_costs',
  'other_income',
  'depreciation',
  'interest',
  'financing_other',
  'burdens',
  'maintenance',
  'operating_recovered',
  'operating_not_recovered',
  'vat_paid',
  'other_expense',
] as const;
export type AnlageVGroup = (typeof anlageVGroups)[number];

type Leaf = {
  code: string;
  /** Number in § 2 BetrKV. */
  betrkvNo?: number;
  isRecoverable?: boolean;
  anlageVGroup?: AnlageVGroup;
  /** Line of the US form Schedule E; 3 rents … 19 other. */
  scheduleELine?: number;
};

type Group = { code: string; direction: BookingDirection; leaves: readonly Leaf[] };

const operatingCost = <Code extends string>(betrkvNo: number, code: Code, scheduleELine: number) => ({
  code,
  betrkvNo,
  isRecoverable: true,
  anlageVGroup: 'operating_recovered' as const,
  scheduleELine,
});

const cost = <Code extends string>(code: Code, anlageVGroup: AnlageVGroup, scheduleELine: number) => ({
  code,
  anlageVGroup,
  scheduleELine,
});

/**
 * The tree every portfolio begins with: groups of leaves, and only leaves are booked on. Operating costs are
 * the 17 of § 2 BetrKV in their order; administration and repairs may not be charged to tenants (§ 1 BetrKV).
 * What is put into a reserve and the principal of a loan are no deductible costs, so they name no line.
 */
export const builtInCategories = [
  {
    code: 'income',
    direction: 'income',
    leaves: [
      cost('rent_dwelling', 'rent_dwelling', 3),
      cost('rent_other', 'rent_other', 3),
      cost('recovered_costs', 'recovered_costs', 3),
      cost('insurance_payout', 'other_income', 3),
      cost('subsidy', 'other_income', 3),
      cost('other_income', 'other_income', 3),
    ],
  },
  {
    code: 'operating',
    direction: 'expense',
    leaves: [
      operatingCost(1, 'property_tax', 16),
      operatingCost(2, 'water', 17),
      operatingCost(3, 'drainage', 17),
      operatingCost(4, 'heating', 17),
      operatingCost(5, 'hot_water', 17),
      operatingCost(6, 'heating_and_hot_water', 17),
      operatingCost(7, 'lift', 7),
      operatingCost(8, 'street_and_refuse', 17),
      operatingCost(9, 'building_cleaning', 7),
      operatingCost(10, 'garden', 7),
      operatingCost(11, 'lighting', 17),
      operatingCost(12, 'chimney_sweep', 7),
      operatingCost(13, 'insurance', 9),
      operatingCost(14, 'caretaker', 7),
      operatingCost(15, 'antenna', 17),
      operatingCost(16, 'laundry', 17),
      operatingCost(17, 'other_operating', 19),
    ],
  },
  {
    code: 'maintenance',
    direction: 'expense',
    leaves: [
      cost('repairs', 'maintenance', 14),
      cost('upkeep', 'maintenance', 7),
      cost('supplies', 'maintenance', 15),
      cost('improvements', 'depreciation', 18),
      { code: 'reserve' },
    ],
  },
  {
    code: 'administration',
    direction: 'expense',
    leaves: [
      cost('management', 'operating_not_recovered', 11),
      cost('service_charge', 'operating_not_recovered', 19),
      cost('insurance_own', 'operating_not_recovered', 9),
      cost('bank_fees', 'other_expense', 19),
      cost('legal', 'other_expense', 10),
      cost('tax_advice', 'other_expense', 10),
      cost('letting_agent', 'other_expense', 8),
      cost('advertising', 'other_expense', 5),
      cost('travel', 'other_expense', 6),
      cost('membership', 'other_expense', 19),
    ],
  },
  {
    code: 'financing',
    direction: 'expense',
    leaves: [
      cost('mortgage_interest', 'interest', 12),
      cost('other_interest', 'interest', 13),
      cost('financing_fees', 'financing_other', 19),
      { code: 'principal' },
      cost('ground_rent', 'burdens', 19),
    ],
  },
  {
    code: 'other',
    direction: 'expense',
    leaves: [{ code: 'vat_paid', anlageVGroup: 'vat_paid' }, cost('other_expense', 'other_expense', 19)],
  },
] as const satisfies readonly Group[];

type Tree = (typeof builtInCategories)[number];
export type BuiltInCode = Tree['code'] | Tree['leaves'][number]['code'];

export type BuiltInRow = Required<Pick<Leaf, 'code'>> & {
  parentCode: string | null;
  direction: BookingDirection;
  position: number;
  betrkvNo: number | null;
  isRecoverable: boolean;
  anlageVGroup: AnlageVGroup | null;
  scheduleELine: number | null;
};

const groups: readonly Group[] = builtInCategories;

/** The tree as rows, each group before its leaves. */
export const builtInRows: readonly BuiltInRow[] = groups.flatMap((group, groupIndex) => [
  {
    code: group.code,
    parentCode: null,
    direction: group.direction,
    position: groupIndex + 1,
    betrkvNo: null,
    isRecoverable: false,
    anlageVGroup: null,
    scheduleELine: null,
  },
  ...group.leaves.map((leaf, index) => ({
    code: leaf.code,
    parentCode: group.code,
    direction: group.direction,
    position: index + 1,
    betrkvNo: leaf.betrkvNo ?? null,
    isRecoverable: leaf.isRecoverable ?? false,
    anlageVGroup: leaf.anlageVGroup ?? null,
    scheduleELine: leaf.scheduleELine ?? null,
  })),
]);

const codes: ReadonlySet<string> = new Set(builtInRows.map((row) => row.code));

export function isBuiltInCode(code: string): code is BuiltInCode {
  return codes.has(code);
}
