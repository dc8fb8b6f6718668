import { describe, expect, test } from 'vitest';
import type { Building } from './depreciation-rules.ts';
import { fillForm } from './fill-rules.ts';

const building: Building = {
  priceCents: null,
  costsCents: 0,
  buildingShareBp: null,
  yearBuilt: null,
  purchasedOn: null,
  soldOn: null,
  improvements: [],
};
type Of = Parameters<typeof fillForm>[0];
const fill = (bookings: Of['bookings'], more: Partial<Of> = {}) =>
  fillForm({
    ...{ year: 2025, form: 'anlage_v', building, kind: 'multi_family', entries: [], bookings },
    ...more,
  });
const booked = (direction: 'income' | 'expense', cents: number, field: string | number) => ({
  category: {
    code: null,
    name: `${direction} ${field}`,
    anlageVGroup: typeof field === 'string' ? field : null,
    scheduleELine: typeof field === 'number' ? field : null,
  },
  ...{ direction, cents, isPassedOn: true },
});
const sums = ({ rows, incomeCents, costCents, resultCents }: ReturnType<typeof fill>) => ({
  fields: Object.fromEntries(rows.map(({ field, cents }) => [field, cents])),
  sums: [incomeCents, costCents, resultCents],
});

describe('a category of one’s own may name a field of the other side', () => {
  test('property tax of 400 € and 100 € that the town gave back as income: 300 € of costs, not 500', () => {
    const form = fill([
      booked('expense', 40_000, 'operating_recovered'),
      booked('income', 10_000, 'operating_recovered'),
    ]);
    expect(sums(form)).toEqual({ fields: { operating_recovered: 30_000 }, sums: [0, 30_000, -30_000] });
  });

  test('500 € of other income and 200 € of it given back as an expense: 300 €', () => {
    const form = fill([booked('income', 50_000, 'other_income'), booked('expense', 20_000, 'other_income')]);
    expect(sums(form)).toEqual({ fields: { other_income: 30_000 }, sums: [30_000, 0, 30_000] });
  });

  test('Schedule E: taxes of 400 $ and 100 $ given back as income of line 16: 300 $', () => {
    const form = fill([booked('expense', 40_000, 16), booked('income', 10_000, 16)], { form: 'schedule_e' });
    expect(sums(form)).toEqual({ fields: { 16: 30_000 }, sums: [0, 30_000, -30_000] });
  });

  test('3,000 € for an improvement and 1,000 € of it that came back as income: 2,000 € improve', () => {
    const form = fill([
      booked('expense', 300_000, 'depreciation'),
      booked('income', 100_000, 'depreciation'),
    ]);
    expect(form.improvedCents).toBe(200_000);
  });
});

describe('what a building is', () => {
  const bought = {
    ...building,
    priceCents: 39_000_000,
    buildingShareBp: 10_000,
    purchasedOn: '2020-01-10' as const,
  };
  test('garages are no dwellings: 390,000 $ over 39 years are 10,000 $, of a house over 27.5 14,181.82 $', () => {
    const us = (kind: Of['kind']) =>
      fill([], { form: 'schedule_e', building: bought, kind }).depreciation.result;
    expect([us('parking'), us('commercial'), us('house')]).toEqual([1_000_000, 1_000_000, 1_418_182]);
  });
  test('land does not depreciate, so that nothing about a building is missing', () => {
    expect(fill([], { kind: 'land' }).missing).toEqual([]);
    expect(fill([], { kind: 'house' }).missing).toHaveLength(4);
  });
});
