import { describe, expect, test } from 'vitest';
import { compareBalances, isBehind } from './balance-rules.ts';

const [monday, tuesday] = [new Date('2026-06-01T08:00:00Z'), new Date('2026-06-02T08:00:00Z')];
const stated = (on: string, amountCents: number, readAt = monday) => ({ on, amountCents, readAt });
const lines = (on: string, amountCents: number, readAt = monday) => ({ on, amountCents, readAt });

test('an account is behind once five weeks were not read, told from its last line or balance', () => {
  expect(isBehind({ lastLineOn: '2026-05-03', statedOn: null }, '2026-06-07')).toBe(false);
  expect(isBehind({ lastLineOn: '2026-05-03', statedOn: null }, '2026-06-08')).toBe(true);
  expect(isBehind({ lastLineOn: '2026-05-03', statedOn: '2026-05-04' }, '2026-06-08')).toBe(false);
});

describe('what a bank states beside its lines', () => {
  test('1.000 on the 3rd and 1.850 on the 7th, with 850 between: nothing is missing', () => {
    const found = compareBalances(
      [stated('2026-05-03', 100_000), stated('2026-05-07', 185_000)],
      [lines('2026-05-03', 5_000), lines('2026-05-04', 85_000)],
    );
    expect(found).toEqual({ on: '2026-05-07', statedCents: 185_000, ownCents: 185_000, missing: [] });
  });

  test('1.000 and 1.970, with 850 between: 120 are missing between the 3rd and the 7th, and nowhere else', () => {
    const found = compareBalances(
      [stated('2026-05-12', 190_000), stated('2026-05-03', 100_000), stated('2026-05-07', 197_000)],
      [lines('2026-05-04', 85_000), lines('2026-05-10', -7_000)],
    );
    expect(found).toEqual({
      on: '2026-05-12',
      statedCents: 190_000,
      ownCents: 178_000,
      missing: [{ from: '2026-05-03', to: '2026-05-07', missingCents: 12_000 }],
    });
  });

  test('statements that overlap miss nothing; of a day the balance that was read last counts', () => {
    const found = compareBalances(
      [stated('2026-05-07', 185_000), stated('2026-05-07', 186_000, tuesday), stated('2026-05-03', 100_000)],
      [lines('2026-05-05', 85_000), lines('2026-05-07', 1_000, tuesday)],
    );
    expect(found?.missing).toEqual([]);
  });

  test('a balance of the middle of a day is none of its end', () => {
    const found = compareBalances(
      [stated('2026-05-03', 100_000), stated('2026-05-04', 185_000), stated('2026-05-05', 190_000, tuesday)],
      [lines('2026-05-04', 90_000, tuesday)],
    );
    expect(found).toMatchObject({ statedCents: 190_000, missing: [] });
  });

  test('without a balance nothing is said', () => {
    expect(compareBalances([], [lines('2026-05-04', 90_000)])).toBeNull();
  });
});
