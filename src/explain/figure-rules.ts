import { z } from 'zod';
import { text } from '../domain/trace.ts';
import type { RuleName } from '../domain/trace-names.ts';
import {
  cashFlow,
  collectionRate,
  matchedByItself,
  moneyIn,
  sumOf,
  yearChange,
} from '../features/statistics/cash-rules.ts';
import { outlook } from '../features/statistics/outlook-rules.ts';
import { ownerShares } from '../features/statistics/owner-rules.ts';
import { grossYield, netYield, purchaseFactor, yearlyNetRent } from '../features/statistics/yield-rules.ts';
import { cents, month, period, positive, type RegisteredRule, rule } from './define.ts';

/** What a period's parts add up to. */
const sumRule = (name: Parameters<typeof sumOf>[0]) =>
  rule(
    z.strictObject({ parts: z.array(z.strictObject({ of: z.string(), amountCents: cents })) }),
    {
      parts: [
        { of: '2026-01', amountCents: 85_000 },
        { of: '2026-02', amountCents: 87_550 },
      ],
    },
    ({ parts }) =>
      sumOf(
        name,
        parts.map((part) => ({ of: text(part.of), cents: part.amountCents })),
      ),
  );

/** The figures of the reports. */
export const figureRules = {
  money_in: rule(
    z.strictObject({ paidInCents: cents, otherIncomeCents: cents.default(0) }),
    { paidInCents: 1_020_000, otherIncomeCents: 12_000 },
    moneyIn,
  ),
  cash_flow: rule(
    z.strictObject({ paidInCents: cents, otherIncomeCents: cents.default(0), expensesCents: cents }),
    { paidInCents: 1_020_000, expensesCents: 310_000 },
    cashFlow,
  ),
  received: sumRule('received'),
  expenses: sumRule('expenses'),
  due: sumRule('due'),
  collection_rate: rule(
    z.strictObject({ dueCents: positive, receivedCents: cents }),
    { dueCents: 1_020_000, receivedCents: 935_000 },
    collectionRate,
  ),
  matched_by_itself: rule(
    z.strictObject({ byItself: z.int().min(0), confirmed: z.int().min(0), typed: z.int().min(0) }),
    { byItself: 930, confirmed: 50, typed: 20 },
    matchedByItself,
  ),
  year_change: rule(
    z.strictObject({ currentCents: cents, previousCents: cents }),
    { currentCents: 1_100_000, previousCents: 1_000_000 },
    yearChange,
  ),
  yearly_net_rent: rule(
    z.strictObject({ monthlyNetRentCents: positive }),
    { monthlyNetRentCents: 70_000 },
    ({ monthlyNetRentCents }) => yearlyNetRent(monthlyNetRentCents),
  ),
  gross_yield: rule(
    z.strictObject({ yearlyNetRentCents: positive, priceCents: z.int().min(1).nullable() }),
    { yearlyNetRentCents: 840_000, priceCents: 20_000_000 },
    grossYield,
  ),
  net_yield: rule(
    z.strictObject({
      yearlyNetRentCents: positive,
      costsCents: cents.default(0),
      priceCents: z.int().min(1).nullable(),
      purchaseCostsCents: positive.default(0),
      period: period.optional().describe('The rent as agreed on its last day, the costs booked in it.'),
    }),
    {
      yearlyNetRentCents: 840_000,
      costsCents: 90_000,
      priceCents: 20_000_000,
      purchaseCostsCents: 2_000_000,
    },
    netYield,
  ),
  purchase_factor: rule(
    z.strictObject({ yearlyNetRentCents: positive, priceCents: z.int().min(1).nullable() }),
    { yearlyNetRentCents: 840_000, priceCents: 20_000_000 },
    purchaseFactor,
  ),
  owner_shares: rule(
    z.strictObject({
      amountCents: cents,
      owners: z
        .array(
          z.strictObject({
            name: z.string(),
            shareNumerator: z.int().min(1).max(100_000),
            shareDenominator: z.int().min(1).max(100_000),
          }),
        )
        .min(1)
        .max(20),
    }),
    {
      amountCents: 1_000_001,
      owners: [
        { name: 'Anna', shareNumerator: 1, shareDenominator: 2 },
        { name: 'Bernd', shareNumerator: 1, shareDenominator: 4 },
      ],
    },
    ({ amountCents, owners }) => ownerShares(amountCents, owners),
  ),
  outlook: rule(
    z.strictObject({
      months: z.array(
        z.strictObject({
          month,
          rentCents: cents,
          incomeCents: cents.default(0),
          expensesCents: cents.default(0),
        }),
      ),
    }),
    { months: [{ month: '2026-12', rentCents: 85_000, expensesCents: 5_000 }] },
    ({ months }) => outlook(months),
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
