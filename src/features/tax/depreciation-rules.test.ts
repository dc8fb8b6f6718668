import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Building, depreciation, usDepreciation } from './depreciation-rules.ts';

const house: Building = {
  priceCents: 30_000_000,
  costsCents: 3_000_000,
  buildingShareBp: 8_000,
  yearBuilt: 1962,
  purchasedOn: '2025-04-15',
  soldOn: null,
  improvements: [],
};
const of = (year: number, more: Partial<Building> = {}) => depreciation({ ...house, ...more }, year).result;

describe('linear depreciation (§ 7 (4) EStG)', () => {
  test('(300,000 + 30,000) × 80 % × 2 %: 5,280 a year, of the first from April on 9/12: 3,960', () => {
    expect([of(2024), of(2025), of(2026)]).toEqual([0, 396_000, 528_000]);
  });
  test('built in 1924 2.5 %: 6,600; in 2023 3 %: 7,920', () => {
    expect([of(2026, { yearBuilt: 1924 }), of(2026, { yearBuilt: 2023 })]).toEqual([660_000, 792_000]);
  });
  test('sold on 16 May: January to May, 5/12 of 5,280 are 2,200; on 1 May only 4/12, 1,760; nothing after', () => {
    expect(of(2027, { soldOn: '2027-05-16' })).toBe(220_000);
    expect(of(2027, { soldOn: '2027-05-01' })).toBe(176_000);
    expect(of(2028, { soldOn: '2027-05-16' })).toBe(0);
  });
  test('bought and sold in one year, April to June: 3/12 of 5,280 are 1,320', () => {
    expect(of(2025, { soldOn: '2025-06-30' })).toBe(132_000);
  });
  test('20,000 for an improvement in October 2026: 2 % of 284,000 for the whole of that year, 5,680', () => {
    expect(of(2026, { improvements: [{ year: 2026, cents: 2_000_000 }] })).toBe(568_000);
    expect(of(2025, { improvements: [{ year: 2026, cents: 2_000_000 }] })).toBe(396_000);
  });
  test('a new building bought the year before it is finished counts from January of that year', () => {
    expect([of(2025, { yearBuilt: 2026 }), of(2026, { yearBuilt: 2026 })]).toEqual([0, 792_000]);
  });
  test('without price, share, year or day nothing can be said', () => {
    for (const fact of ['priceCents', 'buildingShareBp', 'yearBuilt', 'purchasedOn'] as const)
      expect(of(2026, { [fact]: null })).toBeNull();
  });
  test('land alone does not depreciate', () => expect(of(2026, { buildingShareBp: 0 })).toBe(0));

  test('over all years it is what the building cost, to the cent, and no year has more than the rate gives', () => {
    const month = fc.integer({ min: 1, max: 12 }).map((one) => `${one}`.padStart(2, '0'));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        // 2 % of a few cents are nothing in any year.
        fc.integer({ min: 1, max: 10_000 }),
        fc.constantFrom(1900, 1950, 2023),
        month,
        fc.array(
          fc.record({
            year: fc.integer({ min: 2000, max: 2020 }),
            cents: fc.integer({ min: 0, max: 9_000_000 }),
          }),
          {
            maxLength: 3,
          },
        ),
        (priceCents, buildingShareBp, yearBuilt, bought, improvements) => {
          const one = {
            ...house,
            priceCents,
            buildingShareBp,
            yearBuilt,
            improvements,
            purchasedOn: `2000-${bought}-10`,
          };
          const cost = Math.round(((priceCents + house.costsCents) * buildingShareBp) / 10_000);
          let sum = 0;
          // 33⅓, 40 or 50 years, and those that an improvement adds.
          for (let year = 2000; year <= 2160; year += 1) sum += depreciation(one, year).result ?? 0;
          expect(
            Math.abs(sum - cost - improvements.reduce((all, { cents }) => all + cents, 0)),
          ).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('depreciation in the US (IRC § 168)', () => {
  const us = (year: number, more: Partial<Building & { isResidential: boolean }> = {}) =>
    usDepreciation(
      {
        ...house,
        priceCents: 27_500_000,
        costsCents: 0,
        purchasedOn: '2025-06-20',
        isResidential: true,
        ...more,
      },
      year,
    ).result;
  test('220,000 over 27.5 years: 8,000 a year, from the middle of June 2025 6.5/12: 4,333.33', () => {
    expect([us(2024), us(2025), us(2026)]).toEqual([0, 433_333, 800_000]);
  });
  test('the last year takes the rest: 2052 has 12 months, 2053 none but 5.5/12 of 8,000 in 2052', () => {
    expect([us(2051), us(2052), us(2053)]).toEqual([800_000, 766_667, 0]);
  });
  test('sold in March: 2.5/12 of 8,000 are 1,666.67', () => {
    expect([us(2027, { soldOn: '2027-03-05' }), us(2028, { soldOn: '2027-03-05' })]).toEqual([166_667, 0]);
  });
  test('an office over 39 years: 220,000 ÷ 39 = 5,641.03', () => {
    expect(us(2026, { isResidential: false })).toBe(564_103);
  });
});
