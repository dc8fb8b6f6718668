import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StatedBefore, statedDifference } from './stated-rules';

const stated = (of: Partial<StatedBefore> = {}): StatedBefore => ({
  chargedCents: 0,
  waivedCents: 0,
  creditedCents: 0,
  ...of,
});

test.each([
  ['600 asked for, 800 right: 200 besides', 80_000, { chargedCents: 60_000 }, 0, 20_000],
  ['600 asked for, 400 right: 200 come off', 40_000, { chargedCents: 60_000 }, 20_000, 0],
  [
    '600 asked for, −100 right: all comes off and 100 are credited',
    -10_000,
    { chargedCents: 60_000 },
    60_000,
    -10_000,
  ],
  [
    '600 asked for and all waived, 400 right: nobody is given what was never paid',
    40_000,
    { waivedCents: 60_000 },
    0,
    0,
  ],
  [
    '150 of 600 waived, 100 right: 450 come off and no more',
    10_000,
    { chargedCents: 45_000, waivedCents: 15_000 },
    45_000,
    0,
  ],
  ['600 waived, −50 right: 50 are credited', -5_000, { waivedCents: 60_000 }, 0, -5_000],
  ['100 credited, −60 right: 40 are asked for', -6_000, { creditedCents: 10_000 }, 0, 4_000],
  ['100 credited, −150 right: 50 more', -15_000, { creditedCents: 10_000 }, 0, -5_000],
] as const)('%s', (_name, claimed, before, reducedCents, postedCents) => {
  expect(statedDifference(claimed, stated(before))).toMatchObject({ reducedCents, postedCents });
});

test('what stands afterwards is what is claimed, unless more was given up; the same again changes nothing', () => {
  const cents = fc.integer({ min: 0, max: 100_000 });
  const before = fc.record({ chargedCents: cents, waivedCents: cents, creditedCents: cents });
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 200_000 }), before, (claimed, standing) => {
      const { reducedCents, postedCents, differenceCents } = statedDifference(claimed, standing);
      const after = {
        ...standing,
        chargedCents: standing.chargedCents - reducedCents + Math.max(0, postedCents),
        creditedCents: standing.creditedCents + Math.max(0, -postedCents),
      };
      const stands = after.chargedCents + after.waivedCents - after.creditedCents;
      expect(differenceCents).toBe(postedCents - reducedCents);
      expect(after.chargedCents).toBeGreaterThanOrEqual(0);
      expect(stands).toBeGreaterThanOrEqual(claimed);
      expect(stands - claimed).toBeLessThanOrEqual(standing.waivedCents);
      expect(statedDifference(claimed, after).differenceCents).toBe(0);
    }),
  );
});
