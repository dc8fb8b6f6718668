import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitOverUnits, splitWeights, unitsInPeriod } from './lease-share-rules';

const unit = (askingRentCents: number | null, areaSqm100: number | null) => ({ askingRentCents, areaSqm100 });

test('asking rents weigh where all units have one, else areas, else each the same', () => {
  expect(splitWeights([unit(90_000, 6_000), unit(8_000, null)])).toEqual({
    basis: 'asking_rent',
    weights: [90_000, 8_000],
  });
  expect(splitWeights([unit(90_000, 6_000), unit(null, 1_500)])).toEqual({
    basis: 'area',
    weights: [6_000, 1_500],
  });
  expect(splitWeights([unit(null, 6_000), unit(8_000, null)])).toEqual({
    basis: 'area',
    weights: [6_000, 0],
  });
  expect(splitWeights([unit(90_000, null), unit(0, null)])).toEqual({ basis: 'equal', weights: [1, 1] });
});

test('980 € of a flat for 900 € and a garage for 80 € are 900 € and 80 €', () => {
  const units = [
    { name: 'Flat', ...unit(90_000, null) },
    { name: 'Garage', ...unit(8_000, null) },
  ];
  expect(splitOverUnits(98_000, units).result).toEqual([90_000, 8_000]);
});

test('money of a month belongs to the units of that month; after the end to all there were', () => {
  const flat = { unitId: 'b', from: '2024-01-01', to: '2025-06-30', ...unit(null, null) };
  const garage = { unitId: 'a', from: '2024-01-01', to: '2024-12-31', ...unit(null, null) };
  const ids = (from: string, to: string) =>
    unitsInPeriod([flat, garage], { from, to }).map((one) => one.unitId);
  expect(ids('2024-12-01', '2024-12-31')).toEqual(['a', 'b']);
  expect(ids('2025-01-01', '2025-01-31')).toEqual(['b']);
  expect(ids('2025-09-01', '2025-09-30')).toEqual(['a', 'b']);
});

test('the shares sum to the amount, a refund too', () => {
  const units = fc.array(
    fc.record({
      name: fc.string(),
      askingRentCents: fc.option(fc.nat(1e6)),
      areaSqm100: fc.option(fc.nat(1e6)),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), units, (cents, held) => {
      const { result } = splitOverUnits(cents, held);
      expect(result.reduce((sum, one) => sum + one, 0)).toBe(cents);
    }),
  );
});
