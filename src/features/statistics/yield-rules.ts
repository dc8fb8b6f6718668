import { day, type Explained, inputs, money, none, number, percent } from '../../domain/trace.ts';
import { vatContained } from '../../domain/vat.ts';
import type { RentComponent, SettlementKind } from '../../domain/vocabulary.ts';
import { divideRounded } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { ratioBp } from './cash-rules.ts';

/**
 * True for the part of a rent that is net cold rent: what is neither operating costs nor heating and not settled
 * as an advance or lump sum. Parking and furniture count, they are rent for a thing.
 */
export function isNetCold(line: { component: RentComponent; settlement: SettlementKind }): boolean {
  return line.settlement === 'none' && line.component !== 'operating_costs' && line.component !== 'heating';
}

type Line = { component: RentComponent; settlement: SettlementKind; amountCents: number; vatRateBp: number };

/** The net cold rent of a month in cents, without the VAT contained in it. */
export function netColdRent(lines: readonly Line[]): number {
  return lines
    .filter(isNetCold)
    .reduce((sum, line) => sum + line.amountCents - vatContained(line.amountCents, line.vatRateBp), 0);
}

const noRunningCost = new Set(['interest', 'financing_other', 'depreciation', 'vat_paid']);

/**
 * True for an expense that lowers the net yield: the tenants do not bear it, and it is no financing, no
 * investment and no VAT. Ground rent stands among the financing but runs with the property.
 */
export function isYieldCost(category: {
  code: string | null;
  parentCode: string | null;
  isRecoverable: boolean;
  anlageVGroup: string | null;
}): boolean {
  if (category.isRecoverable || category.code === 'principal') return false;
  if (category.parentCode === 'financing' && category.anlageVGroup !== 'burdens') return false;
  return category.anlageVGroup === null || !noRunningCost.has(category.anlageVGroup);
}

/** Twelve times the agreed monthly net cold rent. */
export function yearlyNetRent(monthlyNetRentCents: number): Explained<number> {
  const result = 12 * monthlyNetRentCents;
  return {
    result,
    trace: {
      rule: 'yearly_net_rent',
      formula: '12 × {monthly_net_rent}',
      sources: [],
      inputs: inputs({ monthly_net_rent: money(monthlyNetRentCents) }),
      steps: [],
      result: money(result),
    },
  };
}

const sources = ['vr.de: Mietrendite berechnen'];

/** Yearly net cold rent ÷ purchase price, in hundredths of a per cent; null without a price. */
export function grossYield(input: {
  yearlyNetRentCents: number;
  priceCents: number | null;
}): Explained<number | null> {
  const { yearlyNetRentCents, priceCents } = input;
  const result = priceCents === null ? null : ratioBp(yearlyNetRentCents, priceCents);
  return {
    result,
    trace: {
      rule: 'gross_yield',
      formula: '{yearly_net_rent} ÷ {price}',
      sources,
      inputs: inputs({ yearly_net_rent: money(yearlyNetRentCents), price: money(priceCents) }),
      steps: [],
      result: percent(result),
    },
  };
}

/**
 * (Yearly net cold rent − costs that are not recoverable) ÷ (price + purchase costs), in hundredths of a per
 * cent; null without a price. Interest and repayment are not subtracted. The two sides are of two periods, and the trace
 * says which: the rent as agreed on the last day of `period`, for a year; the costs as booked from its first day to its last.
 */
export function netYield(input: {
  yearlyNetRentCents: number;
  costsCents: number;
  priceCents: number | null;
  purchaseCostsCents: number;
  period?: Period | undefined;
}): Explained<number | null> {
  const { yearlyNetRentCents, costsCents, priceCents, purchaseCostsCents, period } = input;
  const result =
    priceCents === null ? null : ratioBp(yearlyNetRentCents - costsCents, priceCents + purchaseCostsCents);
  return {
    result,
    trace: {
      rule: 'net_yield',
      formula: '({yearly_net_rent} − {unrecoverable_costs}) ÷ ({price} + {purchase_costs})',
      sources,
      inputs: inputs({
        yearly_net_rent: money(yearlyNetRentCents),
        unrecoverable_costs: money(costsCents),
        price: money(priceCents),
        purchase_costs: money(purchaseCostsCents),
        ...(period && {
          rent_agreed_on: day(period.to),
          costs_from: day(period.from),
          costs_through: day(period.to),
        }),
      }),
      steps: [],
      result: percent(result),
    },
  };
}

/** Price ÷ yearly net cold rent, in hundredths; null without a price or a rent. */
export function purchaseFactor(input: {
  yearlyNetRentCents: number;
  priceCents: number | null;
}): Explained<number | null> {
  const { yearlyNetRentCents, priceCents } = input;
  const result =
    priceCents === null || yearlyNetRentCents === 0
      ? null
      : divideRounded(BigInt(priceCents) * 100n, BigInt(yearlyNetRentCents));
  return {
    result,
    trace: {
      rule: 'purchase_factor',
      formula: '{price} ÷ {yearly_net_rent}',
      sources: [],
      inputs: inputs({ price: money(priceCents), yearly_net_rent: money(yearlyNetRentCents) }),
      steps: [],
      result: result === null ? none : number(result / 100),
    },
  };
}
