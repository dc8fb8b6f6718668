import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modernisationRise } from './modernisation-rules';

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
