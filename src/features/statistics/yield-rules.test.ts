import { describe, expect, test } from 'vitest';
import { grossYield, isYieldCost, netColdRent, netYield, purchaseFactor, yearlyNetRent } from './yield-rules';

test('700 € a month are 8,400 € a year', () => {
  expect(yearlyNetRent(70_000).result).toBe(840_000);
});

test('8,400 € ÷ 200,000 € is a gross yield of 4.2 %, and the price 23.81 yearly rents', () => {
  expect(grossYield({ yearlyNetRentCents: 840_000, priceCents: 20_000_000 }).result).toBe(420);
  expect(purchaseFactor({ yearlyNetRentCents: 840_000, priceCents: 20_000_000 }).result).toBe(2_381);
});

test('(8,400 − 900) ÷ (200,000 + 20,000) is a net yield of 3.41 %', () => {
  const input = {
    yearlyNetRentCents: 840_000,
    costsCents: 90_000,
    priceCents: 20_000_000,
    purchaseCostsCents: 2_000_000,
  };
  expect(netYield(input).result).toBe(341);
  expect(netYield({ ...input, costsCents: 940_000 }).result).toBe(-45);
});

test('without a price there is no yield, without a rent no factor', () => {
  expect(grossYield({ yearlyNetRentCents: 840_000, priceCents: null }).result).toBeNull();
  expect(
    netYield({ yearlyNetRentCents: 840_000, costsCents: 0, priceCents: null, purchaseCostsCents: 0 }).result,
  ).toBeNull();
  expect(purchaseFactor({ yearlyNetRentCents: 0, priceCents: 1_000 }).result).toBeNull();
});

test('of 900 net, 50 parking, 200 advance, 80 heating lump sum, 950 are net cold; 1,190 with 19 % VAT are 1,000', () => {
  const line = { vatRateBp: 0, settlement: 'none' as const };
  expect(
    netColdRent([
      { ...line, component: 'net', amountCents: 90_000 },
      { ...line, component: 'parking', amountCents: 5_000 },
      { ...line, component: 'operating_costs', settlement: 'advance', amountCents: 20_000 },
      { ...line, component: 'heating', settlement: 'lump_sum', amountCents: 8_000 },
      { ...line, component: 'heating', amountCents: 1_000 },
    ]),
  ).toBe(95_000);
  expect(netColdRent([{ ...line, component: 'net', amountCents: 119_000, vatRateBp: 1_900 }])).toBe(100_000);
});

describe('what lowers the net yield', () => {
  const cost = { code: 'x', parentCode: 'maintenance', isRecoverable: false, anlageVGroup: 'maintenance' };
  test.each([
    ['repairs', cost, true],
    ['what tenants bear', { ...cost, isRecoverable: true }, false],
    ['the reserve of the association', { ...cost, code: 'reserve', anlageVGroup: null }, true],
    ['improvements, which are an investment', { ...cost, anlageVGroup: 'depreciation' }, false],
    ['interest', { ...cost, parentCode: 'financing', anlageVGroup: 'interest' }, false],
    ['principal', { ...cost, code: 'principal', parentCode: 'financing', anlageVGroup: null }, false],
    [
      'own categories under financing',
      { ...cost, code: null, parentCode: 'financing', anlageVGroup: null },
      false,
    ],
    ['ground rent', { ...cost, parentCode: 'financing', anlageVGroup: 'burdens' }, true],
    ['VAT paid on', { ...cost, parentCode: 'other', anlageVGroup: 'vat_paid' }, false],
  ])('%s', (_name, category, expected) => {
    expect(isYieldCost(category)).toBe(expected);
  });
});
