import { expect, test } from 'vitest';
import { reductionShares, rentReduction } from './reduction-rules';

const october = {
  chargeId: 'october',
  month: '2026-10',
  periodFrom: '2026-10-01',
  periodTo: '2026-10-31',
  rentCents: 100_000,
  owedCents: 100_000,
};
const november = {
  ...october,
  chargeId: 'november',
  month: '2026-11',
  periodFrom: '2026-11-01',
  periodTo: '2026-11-30',
};

const amounts = (input: Parameters<typeof rentReduction>[0]) =>
  rentReduction(input).result.months.map(({ month, days, amountCents }) => [month, days, amountCents]);

test('three weeks at 20 %: 1,000 × 7/31 × 20 % = 45.16 and 1,000 × 14/30 × 20 % = 93.33, together 138.49', () => {
  const input = { rents: [october, november], from: '2026-10-25', to: '2026-11-14', shareBp: 2_000 };
  expect(amounts(input)).toEqual([
    ['2026-10', 7, 4_516],
    ['2026-11', 14, 9_333],
  ]);
  expect(rentReduction(input).result.totalCents).toBe(13_849);
  expect(rentReduction(input).trace.result).toEqual({ kind: 'money', cents: 13_849 });
});

test('a part month is shared by its own days: 533.33 for 16 days, 8 of them at 50 % are 133.33', () => {
  const part = { ...november, periodFrom: '2026-11-15', rentCents: 53_333, owedCents: 53_333 };
  expect(amounts({ rents: [part], from: '2026-11-01', to: '2026-11-22', shareBp: 5_000 })).toEqual([
    ['2026-11', 8, 13_333],
  ]);
});

test('no more than is still owed: of 1,000 waived by 900 a whole month at 20 % takes 100, not 200', () => {
  const waived = { ...november, owedCents: 10_000 };
  const whole = { from: '2026-11-01', to: '2026-11-30', shareBp: 2_000 };
  expect(amounts({ rents: [waived], ...whole })).toEqual([['2026-11', 30, 10_000]]);
  expect(amounts({ rents: [{ ...november, owedCents: 0 }], ...whole })).toEqual([]);
});

test('advances come last: of 800 net, 50 for parking and 200 in advance 170 takes 160 and 10, 950 takes all but 100', () => {
  const lines = [
    { totalCents: 80_000, isAdvance: false },
    { totalCents: 20_000, isAdvance: true },
    { totalCents: 5_000, isAdvance: false },
  ];
  expect(reductionShares(lines, 17_000)).toEqual([16_000, 0, 1_000]);
  expect(reductionShares(lines, 95_000)).toEqual([80_000, 10_000, 5_000]);
});
