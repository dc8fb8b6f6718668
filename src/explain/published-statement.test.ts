import { describe, expect, test } from 'vitest';
import type { RuleName } from '@/domain/trace-names';
import { rules } from './registry';

/** Worked examples of operating costs that others have published, as `npm run -s explain` runs them. */
const result = (name: RuleName, input: unknown): unknown => rules[name].explain(input).result;
const year = { from: '2025-01-01', to: '2025-12-31' };

const amounts = (input: object) => {
  const found = result('operating_cost_statement', input) as {
    problems: unknown[];
    lines: { shares: { of: string; amountCents: number }[] }[];
  };
  expect(found.problems).toEqual([]);
  return Object.fromEntries((found.lines[0]?.shares ?? []).map((share) => [share.of, share.amountCents]));
};

describe('change of tenant', () => {
  // mister-check.com, "Mieterwechsel": by 41,9 % and 58,1 % it gives 754,20 and 1.045,80; to the day 754,52.
  test('1.800 € a year for a flat, moved in on 1 August: × 153 ÷ 365 = 754,52, × 212 ÷ 365 = 1.045,48', () => {
    const of = (name: string, days: object) => ({
      name,
      units: [{ unit: 'Flat', ...days }],
      agreesAll: true,
    });
    const input = {
      period: year,
      units: [{ name: 'Flat', facts: [{ areaSqm: 60 }] }],
      leases: [of('before', { to: '2025-07-31' }), of('after', { from: '2025-08-01' })],
      lines: [{ name: 'All', key: 'area', bills: [{ amountEuro: 1800, ...year }] }],
    };
    expect(amounts(input)).toEqual({ before: 104_548, after: 75_452 });
  });
});

describe('persons', () => {
  // stephanwalochnik.de, "Abrechnung von Nebenkosten, Teil 2": 182 × 2 = 364 and 183 × 1 = 183, together 547.
  test('2 persons from 1 January to 1 July 2019 and 1 from 2 July on: 364 + 183 = 547 person-days', () => {
    const input = {
      period: { from: '2019-01-01', to: '2019-12-31' },
      units: [{ name: 'Flat 2' }],
      leases: [
        { name: 'before', units: [{ unit: 'Flat 2', to: '2019-07-01' }], persons: [{ count: 2 }] },
        { name: 'after', units: [{ unit: 'Flat 2', from: '2019-07-02' }], persons: [{ count: 1 }] },
      ],
    };
    expect(result('person_days', input)).toMatchObject({
      totalPersonDays: 547,
      all: [{ personDays: 364 }, { personDays: 183 }],
    });
  });

  // wer-weiss-was.de 6267531: by the factor 0,67 it gives 167,50; exactly 166,67.
  test('250 € over households of 4 and 2: × 4 ÷ 6 = 166,67 and 83,33', () => {
    const of = (name: string, unit: string, count: number) => ({
      name,
      units: [{ unit }],
      persons: [{ count }],
      agreed: [{ line: 'Refuse' }],
    });
    const input = {
      period: year,
      units: [{ name: '1' }, { name: '2' }],
      leases: [of('four', '1', 4), of('two', '2', 2)],
      lines: [{ name: 'Refuse', betrkvNo: 8, key: 'persons', bills: [{ amountEuro: 250, ...year }] }],
    };
    expect(amounts(input)).toEqual({ four: 16_667, two: 8_333 });
  });
});

describe('corrections', () => {
  // streifler.de on BGH VIII ZR 296/09: a credit of 185,96 €, corrected in time to one 138,08 € smaller.
  test('a credit of 185,96 less 138,08 is 47,88 in time; after the deadline it stays 185,96', () => {
    const of = (isAfterDeadline: boolean) =>
      result('statement_correction', { firstEuro: -185.96, correctedEuro: -47.88, isAfterDeadline });
    expect(of(false)).toEqual({ owedCents: -4_788, lostCents: 0 });
    expect(of(true)).toEqual({ owedCents: -18_596, lostCents: 13_808 });
  });
});

describe('the new advance', () => {
  // gewofag.de: "Die Vorauszahlung wird auf ein Zwölftel der abgerechneten Kosten festgesetzt", also after a credit.
  test('1.380 € of costs against 1.500 € paid: a credit, and still 1.380 ÷ 12 = 115,00', () => {
    expect(result('new_advance', { costsEuro: 1380, currentEuro: 125 })).toMatchObject({
      monthlyCents: 11_500,
      changeCents: -1_000,
    });
  });
});
