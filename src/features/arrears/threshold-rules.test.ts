import { describe, expect, it } from 'vitest';
import { noticeThresholds } from './threshold-rules.ts';

describe('the thresholds of §§ 543, 569', () => {
  const at = (open: Record<string, number>, rents: Record<string, number> = {}) =>
    noticeThresholds({
      isDwelling: true,
      rents: Object.entries(open).map(([month, openCents]) => ({
        periodFrom: `${month}-01`,
        openCents,
        rentCents: rents[month] ?? 70_000,
      })),
    }).result;

  it('two dates in a row: 700,00 is one month’s rent and not more; 700,01 is', () => {
    expect(at({ '2026-01': 35_000, '2026-02': 35_000 }).twoDates.isReached).toBe(false);
    expect(at({ '2026-01': 35_000, '2026-02': 35_001 }).twoDates).toEqual({
      arrearsCents: 70_001,
      limitCents: 70_000,
      isReached: true,
    });
  });

  it('two whole rents of January and February are two dates, no longer time; January and March extend over three', () => {
    expect(at({ '2026-01': 70_000, '2026-02': 70_000 })).toMatchObject({
      twoDates: { isReached: true },
      longerTime: { arrearsCents: 140_000, limitCents: 140_000, isReached: false },
    });
    expect(at({ '2026-01': 69_999, '2026-03': 69_999 })).toMatchObject({
      twoDates: { isReached: false },
      longerTime: { isReached: false },
    });
    expect(at({ '2026-01': 70_000, '2026-03': 70_000 })).toMatchObject({
      twoDates: { isReached: false },
      longerTime: { arrearsCents: 140_000, isReached: true },
    });
  });

  it('each date has the rent of its month: 400 + 400 of 700 are reached, though the rent is 900 by now', () => {
    expect(at({ '2026-09': 40_000, '2026-10': 40_000 }).twoDates).toMatchObject({
      limitCents: 70_000,
      isReached: true,
    });
    const raised = { '2026-10': 90_000, '2026-11': 90_000 };
    expect(at({ '2026-10': 40_000, '2026-11': 40_000 }, raised).twoDates.isReached).toBe(false);
    // In between the higher of the two, and two rents are 700 + 900.
    expect(at({ '2026-09': 45_000, '2026-10': 45_000 }, raised).twoDates).toMatchObject({
      limitCents: 90_000,
      isReached: false,
    });
    expect(at({ '2026-08': 70_000, '2026-10': 90_000 }, raised).longerTime).toMatchObject({
      limitCents: 160_000,
      isReached: true,
    });
    expect(at({ '2026-08': 70_000, '2026-10': 89_999 }, raised).longerTime.isReached).toBe(false);
  });

  it('December and January are in a row; no rent, no threshold', () => {
    expect(at({ '2025-12': 40_000, '2026-01': 40_000 }).twoDates.isReached).toBe(true);
    const free = noticeThresholds({ rents: [], isDwelling: true }).result;
    expect([free.twoDates.isReached, free.longerTime.isReached]).toEqual([false, false]);
  });

  it('of a shop the same amounts count, by § 543 and the courts: § 569 is of dwellings', () => {
    const rents = ['2026-01-01', '2026-02-01'].map((periodFrom) => ({
      periodFrom,
      openCents: 35_001,
      rentCents: 70_000,
    }));
    const [home, shop] = [true, false].map((isDwelling) => noticeThresholds({ rents, isDwelling }));
    expect(shop?.result).toEqual(home?.result);
    expect(home?.trace.sources).toContain('BGB § 569 (3) no. 1');
    expect(shop?.trace.sources).toEqual([
      'BGB § 543 (2) no. 3',
      'BGH XII ZR 134/06 (2008-07-23)',
      'BGH XII ZR 65/14 (2015-05-13)',
    ]);
  });
});
