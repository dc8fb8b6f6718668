import { expect, test } from 'vitest';
import { type Ordinance, rentBrakeOn, rentCapOn } from './ordinance-rules';

const ordinance = (validFrom: string, validUntil: string | null, value: number): Ordinance => ({
  kind: 'rent_cap',
  validFrom,
  validUntil,
  value,
  source: 'GVBl.',
});

test('while nothing is known of a place the stricter rules hold, and nobody is named for them', () => {
  expect(rentCapOn([], '2026-01-01')).toEqual({ valueBp: 1_500, by: null });
  expect(rentBrakeOn([], '2026-01-01')).toEqual({ valueBp: 1_000, by: null });
});

test('an ordinance holds to its last day; the one that begins later replaces it', () => {
  const known = [ordinance('2021-01-01', '2025-12-31', 1_500), ordinance('2026-01-01', null, 2_000)];
  expect(rentCapOn(known, '2025-12-31').valueBp).toBe(1_500);
  expect(rentCapOn(known, '2026-01-01')).toEqual({ valueBp: 2_000, by: known[1] });
  // Before the first, and after one that has run out, nothing is known again.
  expect(rentCapOn(known, '2020-12-31').by).toBeNull();
  expect(rentCapOn(known.slice(0, 1), '2026-01-01').by).toBeNull();
});

test('one kind says nothing of the other', () => {
  expect(rentBrakeOn([ordinance('2021-01-01', null, 2_000)], '2026-01-01').by).toBeNull();
  expect(
    rentBrakeOn([{ ...ordinance('2021-01-01', null, 0), kind: 'rent_brake' }], '2026-01-01').valueBp,
  ).toBe(0);
});
