import { expect, test } from 'vitest';
import { co2Refund } from './co2-refund-rules';

const bill = {
  ...{ from: '2025-01-01', to: '2025-12-31', grams: 1_600_000, costCents: 10_472, areaSqm100: 8_000 },
  ...{ model: 'steps' as const, obstacle: 'none' as const },
  ...{ hasOtherUse: false, isHome: true, billedOn: '2026-01-20', claimedOn: '2026-03-01' },
};

test('1,600 kg ÷ 80 m² are 20.0: 20 % of 104.72 are 20.94, with a gas cooker 5 % less: 19.89', () => {
  expect(co2Refund(bill)).toMatchObject({ claimCents: 2_094, isLate: false, payBy: '2027-03-01' });
  expect(co2Refund({ ...bill, hasOtherUse: true }).claimCents).toBe(1_989);
});

test('a new heater of § 5a: half, 52.36; under monument protection half of 20 %: 10.47, or nothing', () => {
  expect(co2Refund({ ...bill, model: 'half' }).claimCents).toBe(5_236);
  expect(co2Refund({ ...bill, obstacle: 'one' }).claimCents).toBe(1_047);
  expect(co2Refund({ ...bill, obstacle: 'both' }).claimCents).toBe(0);
});

test('a shop has half: 52.36', () => {
  expect(co2Refund({ ...bill, isHome: false }).claimCents).toBe(5_236);
});

test('asked on the last day of twelve months after the bill it is owed, a day later no more', () => {
  expect(co2Refund({ ...bill, claimedOn: '2027-01-20' }).isLate).toBe(false);
  expect(co2Refund({ ...bill, claimedOn: '2027-01-21' }).isLate).toBe(true);
});
