import { expect, test } from 'vitest';
import { settlementOf } from './settlement-rules.ts';

const advance = {
  component: 'operating_costs',
  settlement: 'advance',
  amountCents: 10_000,
  vatRateBp: 0,
} as const;
const heatInRent = { ...advance, component: 'heating', settlement: 'lump_sum' } as const;
const lines = [
  { id: 'tax:area', key: 'area', betrkvNo: 1 },
  { id: 'snow:area', key: 'area', betrkvNo: null },
  { id: 'other:area', key: 'area', betrkvNo: 17 },
  { id: 'heat:area', key: 'area', betrkvNo: 4 },
] as const;
const agreed = (...of: Parameters<typeof settlementOf>) =>
  settlementOf(...of).agreed.map(({ lineId }) => lineId);

test('heating by lump sum beside an advance for the rest: nobody agreed on a cost without a number, nor on no. 17', () => {
  expect(agreed([advance, heatInRent], lines)).toEqual(['tax:area']);
  const named = { agreesAll: true, named: [{ categoryId: 'snow', key: null }] };
  expect(agreed([advance, heatInRent], lines, named)).toEqual(['tax:area', 'snow:area']);
});

test('abroad no cost has a number, and a contract on all of them means all of them', () => {
  const abroad = lines.map((line) => ({ ...line, betrkvNo: null }));
  expect(agreed([advance, heatInRent], abroad, undefined, false)).toEqual(abroad.map(({ id }) => id));
});
