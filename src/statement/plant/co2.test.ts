import { describe, expect, test } from 'vitest';
import { type Co2Input, co2Split } from './co2.ts';

const period = { from: '2025-01-01', to: '2025-12-31' };
const spring = { from: '2025-01-01', to: '2025-06-30' };
const autumn = { from: '2025-07-01', to: '2025-12-31' };
const one: Co2Input = {
  ...{ period, bill: period, grams: 4_300_000, costCents: 23_000, areaSqm100: 20_000 },
  ...{ use: 'dwelling', model: 'steps', obstacle: 'none', ownContract: null },
};
/** 2,000 kg for 100.00 until June, 2,300 kg for 130.00 from July on. */
const two: Co2Input = {
  ...one,
  ...{ bill: spring, grams: 2_000_000, costCents: 10_000 },
  more: [{ bill: autumn, grams: 2_300_000, costCents: 13_000 }],
};

describe('several bills of one year', () => {
  test('4,300 kg ÷ 200 m² are 21.5: step 3, 20 % of 230.00 are 46.00, as one bill says or two', () => {
    const known = { kgPerSqm: 21.5, step: 3, landlordBp: 2_000, costCents: 23_000, landlordCents: 4_600 };
    expect(co2Split(one).result).toMatchObject(known);
    expect(co2Split(two).result).toMatchObject(known);
  });

  test('each counts with its own days: 61 of 365 days of 3,650 kg and 365.00 are 610 kg and 61.00 more', () => {
    const winter = { from: '2025-11-01', to: '2026-10-31' };
    const { result } = co2Split({
      ...one,
      grams: 3_690_000,
      more: [{ bill: winter, grams: 3_650_000, costCents: 36_500 }],
    });
    expect(result).toMatchObject({ kgPerSqm: 21.5, costCents: 29_100, landlordCents: 5_820 });
  });
});

describe('a heater of § 5a that came within the year', () => {
  const half = (halfSince: string | null) => co2Split({ ...two, model: 'half', halfSince });

  test('until 30 June 10.0 kg in 181 days are step 3 (from 8.4): 20.00 of 100.00; from July on half of 130.00: 85.00', () => {
    const { result, trace } = half('2025-07-01');
    expect(result).toMatchObject({ costCents: 23_000, landlordCents: 8_500 });
    // The step of six months is not that of the year the costs are of.
    expect(result).toMatchObject({ kgPerSqm: null, step: null });
    expect(result).toMatchObject({ tenantCents: 14_500, landlordBp: 3_696, tenantBp: 6_304 });
    expect(trace.steps).toHaveLength(2);
    expect(trace.sources).toEqual(['§ 5 CO2KostAufG', '§ 5a CO2KostAufG']);
  });

  test('before the year, or on its first day, half of all; after it, the steps alone', () => {
    expect(half(null).result.landlordCents).toBe(11_500);
    expect(half('2025-01-01').result.landlordCents).toBe(11_500);
    expect(half('2026-01-01').result).toMatchObject({ step: 3, landlordCents: 4_600 });
  });

  test('other buildings than dwellings have halves anyway', () => {
    const { result } = co2Split({ ...two, use: 'other', model: 'half', halfSince: '2025-07-01' });
    expect(result).toMatchObject({ step: null, landlordCents: 11_500 });
  });
});
