import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money, month } from '@/domain/trace';
import { cashFlow, collectionRate, matchedByItself, moneyIn, ratioBp, sumOf, yearChange } from './cash-rules';

test('10,200 € from tenants and 120 € else less 3,100 € are 7,220 €', () => {
  const cash = { paidInCents: 1_020_000, otherIncomeCents: 12_000, expensesCents: 310_000 };
  expect(moneyIn(cash).result).toBe(1_032_000);
  expect(cashFlow(cash).result).toBe(722_000);
  expect(cashFlow(cash).trace.inputs[0]?.trace?.result).toEqual(money(1_032_000));
});

test('850 € of 10,200 € still open: 91.67 % is collected; nothing due is no figure', () => {
  expect(collectionRate({ dueCents: 1_020_000, receivedCents: 935_000 }).result).toBe(9_167);
  expect(collectionRate({ dueCents: 0, receivedCents: 0 }).result).toBeNull();
});

test('900 of 1,000 payments matched by themselves are 90 %; of none there is no figure', () => {
  expect(matchedByItself({ byItself: 900, confirmed: 60, typed: 40 }).result).toBe(9_000);
  expect(matchedByItself({ byItself: 0, confirmed: 0, typed: 0 }).result).toBeNull();
});

test('11,000 € after 10,000 € is 10 % more; after a loss and after nothing there is no figure', () => {
  expect(yearChange({ currentCents: 1_100_000, previousCents: 1_000_000 }).result).toBe(1_000);
  // Of a loss a per cent says nothing: from −100 to 1,323.80 is no +1,423.8 %.
  expect(yearChange({ currentCents: 132_380, previousCents: -10_000 }).result).toBeNull();
  expect(yearChange({ currentCents: 5_000, previousCents: 0 }).result).toBeNull();
});

test('a ratio is rounded half up, never by a float: 1 of 3 is 33.33 %, 2 of 3 66.67 %', () => {
  expect([ratioBp(1, 3), ratioBp(2, 3), ratioBp(-2, 3)]).toEqual([3_333, 6_667, -6_667]);
});

test('a sum lists its parts and is theirs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 20 }), (amounts) => {
      const sum = sumOf(
        'due',
        amounts.map((cents) => ({ of: month('2026-01'), cents })),
      );
      expect(sum.result).toBe(amounts.reduce((total, cents) => total + cents, 0));
      expect(sum.trace.steps.map((step) => step.result)).toEqual(amounts.map(money));
    }),
  );
});
