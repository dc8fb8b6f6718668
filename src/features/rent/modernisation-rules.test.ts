import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lettingCap } from './letting-rules';
import { modernisationDates, modernisationRise, raisedByModernisation } from './modernisation-rules';

const rise = (input: Partial<Parameters<typeof modernisationRise>[0]>) =>
  modernisationRise({
    netRentCents: 60_000,
    areaSqm100: 7_000,
    costCents: 0,
    raisedInSixYearsCents: 0,
    ...input,
  }).result;

test('1.000,75 € × 8 % ÷ 12 = 6,6717 and 1.000 € × 8 % ÷ 12 = 6,6667: 6,67 and 6,66 in whole cents', () => {
  expect(rise({ costCents: 100_075 }).increaseCents).toBe(667);
  expect(rise({ costCents: 100_000 }).increaseCents).toBe(666);
});

test('50,55 m² at 3 € are 151,65; 50,55 m² at 2 € below a rent of 7 € are 101,10', () => {
  const high = { areaSqm100: 5_055, costCents: 10_000_000 };
  expect(rise({ ...high, netRentCents: 40_000 }).capCents).toBe(15_165);
  expect(rise({ ...high, netRentCents: 35_000 }).capCents).toBe(10_110);
});

test('never more than eight per cent a year, nor than the cap; a cent more would be', () => {
  const cents = fc.integer({ min: 0, max: 50_000_000 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 50_000 }), cents, (costCents, areaSqm100, rent) => {
      const { byCostCents, capCents, increaseCents } = rise({ costCents, areaSqm100, netRentCents: rent });
      expect(byCostCents * 1_200).toBeLessThanOrEqual(costCents * 8);
      expect((byCostCents + 1) * 1_200).toBeGreaterThan(costCents * 8);
      expect(capCents * 100).toBeLessThanOrEqual(300 * areaSqm100);
      expect(increaseCents).toBe(Math.min(byCostCents, capCents));
    }),
  );
});

describe('the simplified way (§ 559c)', () => {
  const simplified = (costCents: number, claimedInFiveYearsCents = 0) =>
    rise({ kind: 'simplified', costCents, claimedInFiveYearsCents }).byCostCents;

  test('10.000 € × 70 % × 8 % ÷ 12 = 46,666: 46,66; of 12.000 no more; after 4.000 claimed 6.000 × 70 % × 8 % ÷ 12 = 28,00', () => {
    expect(simplified(1_000_000)).toBe(4_666);
    expect(simplified(1_200_000)).toBe(4_666);
    expect(simplified(1_000_000, 400_000)).toBe(2_800);
    expect(simplified(1_000_000, 1_100_000)).toBe(0);
  });
});

describe('a subsidised heating system (§ 559e)', () => {
  const heating = (more: Partial<Parameters<typeof modernisationRise>[0]>) =>
    rise({ kind: 'heating', ...more });

  test('(20.000 × 85 % − 6.000) × 10 % ÷ 12 = 91,666 by the cost, 70 × 0,50 = 35,00 by the cap', () => {
    const found = heating({ costCents: 2_000_000, subsidyCents: 600_000 });
    expect(found).toMatchObject({ byCostCents: 9_166, capCents: 3_500, increaseCents: 3_500 });
    expect(heating({ costCents: 1_000_000, subsidyCents: 900_000 }).increaseCents).toBe(0);
  });

  test('without public money § 559 holds, and nothing is worked out', () => {
    expect(() => heating({ costCents: 300_000, areaSqm100: 8_000 })).toThrow(RangeError);
  });

  test('20 € by an earlier heating leave 15; 200 of 210 by all modernisations leave 10', () => {
    const cost = { costCents: 5_000_000, subsidyCents: 1 };
    expect(heating({ ...cost, raisedInSixYearsCents: 2_000, raisedByHeatingCents: 2_000 }).capCents).toBe(
      1_500,
    );
    expect(heating({ ...cost, raisedInSixYearsCents: 20_000 }).capCents).toBe(1_000);
  });
});

describe('from when it is owed (§ 559b (2))', () => {
  const owed = (announcedCents: number | null, increaseCents: number) =>
    modernisationDates({ receivedOn: '2026-03-31', announcedCents, increaseCents }).result.owedFrom;

  test('received in March from June; announced 60, raised 66 is ten per cent and in time, 66,01 or unannounced from December', () => {
    expect(owed(6_000, 6_600)).toBe('2026-06-01');
    expect(owed(6_000, 6_601)).toBe('2026-12-01');
    expect(owed(null, 1)).toBe('2026-12-01');
  });
});

test('what modernisations raised within six years: 40 of 2021, not 30 of 2019, nor an agreed 50', () => {
  const history = [
    { validFrom: '2018-01-01', netCents: 50_000, reason: 'initial' },
    { validFrom: '2019-06-01', netCents: 53_000, reason: 'modernisation' },
    { validFrom: '2021-06-01', netCents: 57_000, reason: 'modernisation' },
    { validFrom: '2023-06-01', netCents: 62_000, reason: 'agreed' },
  ] as const;
  expect(raisedByModernisation(history, '2026-01-01')).toBe(4_000);
  expect(raisedByModernisation(history, '2021-06-01')).toBe(3_000);
});

test('rent brake: 800,05 × 110 % = 880,055: 880,05; the previous 900 is more; with 50 of modernisation 930,05 (§§ 556d, e)', () => {
  const allowed = (more: object) =>
    lettingCap({ referenceRentCents: 80_005, previousRentCents: null, modernisationCents: 0, ...more }).result
      .allowedRentCents;
  expect(allowed({})).toBe(88_005);
  expect(allowed({ previousRentCents: 90_000 })).toBe(90_000);
  expect(allowed({ previousRentCents: 90_000, modernisationCents: 5_000 })).toBe(93_005);
});
