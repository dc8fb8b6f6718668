import { z } from 'zod';
import type { RuleName } from '../domain/trace-names.ts';
import { depreciation, usDepreciation } from '../features/tax/depreciation-rules.ts';
import { nearPurchaseLimit, taxResult } from '../features/tax/fill-rules.ts';
import { cents, day, positive, type RegisteredRule, rule } from './define.ts';

const building = {
  year: z.int().min(1900).max(2199).describe('The year that is returned.'),
  priceCents: positive,
  costsCents: positive.default(0),
  buildingShareBp: z.int().min(0).max(10_000).describe('In hundredths of a per cent.'),
  purchasedOn: day,
  soldOn: day.nullable().default(null),
};

/** What a landlord returns of income tax. */
export const taxRules = {
  depreciation: rule(
    z.strictObject({
      ...building,
      yearBuilt: z.int().min(1000).max(2199),
      improvements: z
        .array(z.strictObject({ year: z.int().min(1900).max(2199), cents: positive }))
        .default([]),
    }),
    {
      year: 2025,
      priceCents: 30_000_000,
      costsCents: 3_000_000,
      buildingShareBp: 8_000,
      purchasedOn: '2025-04-15',
      soldOn: null,
      yearBuilt: 1962,
      improvements: [],
    },
    ({ year, ...of }) => depreciation(of, year),
  ),
  us_depreciation: rule(
    z.strictObject({ ...building, isResidential: z.boolean().default(true) }),
    {
      year: 2025,
      priceCents: 27_500_000,
      costsCents: 0,
      buildingShareBp: 8_000,
      purchasedOn: '2025-06-20',
      soldOn: null,
      isResidential: true,
    },
    ({ year, ...of }) => usDepreciation({ ...of, yearBuilt: null, improvements: [] }, year),
  ),
  tax_result: rule(
    z.strictObject({ incomeCents: cents, costCents: cents }),
    { incomeCents: 1_200_000, costCents: 850_000 },
    taxResult,
  ),
  near_purchase_limit: rule(
    z.strictObject({ buildingCents: positive }),
    { buildingCents: 24_000_000 },
    nearPurchaseLimit,
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
