import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../lib/calendar.ts';
import type { BaseRate } from '../legal/rules.ts';
import { type Claim, defaultInterest, interestByRent } from './rules.ts';

const halfYears = (rates: Record<string, number>): BaseRate[] =>
  Object.entries(rates).map(([half, rateBp]) => ({ validFrom: `${half}-01`, rateBp }));

const baseRates = halfYears({
  '2011-01': 12,
  '2011-07': 37,
  '2023-07': 312,
  '2024-01': 362,
  '2024-07': 337,
  '2025-01': 227,
  '2025-07': 127,
  '2026-01': 127,
});

const interest = (claim: Partial<Claim>, through: string, isBusiness = false) =>
  defaultInterest({
    claims: [{ id: 'rent', dueOn: '2011-01-05', totalCents: 85_000, payments: [], ...claim }],
    through,
    terms: { kind: 'statutory', isBusiness, baseRates },
  }).result;

describe('default interest', () => {
  // Haufe, "Basiszinssatz bleibt zum 1.1.2011 unverändert": 26 + 28 + 4 = 58 days, 43,52 € a year. Haufe rounds the
  // day's interest to 0,1192 € first and arrives at 6,91 €; unrounded it is 6,9155 €.
  it('850,00 at 0,12 + 5 % from 6 January to 4 March 2011: 850 × 5,12 % × 58 ÷ 365 = 6,92', () => {
    const { interestCents, parts } = interest({}, '2011-03-04');
    expect(parts).toEqual([
      {
        claimId: 'rent',
        from: '2011-01-06',
        to: '2011-03-04',
        days: 58,
        daysOfYear: 365,
        principalCents: 85_000,
        baseRateBp: 12,
        isAssumed: false,
        isOwn: false,
        rateBp: 512,
        interestCents: 692,
      },
    ]);
    expect(interestCents).toBe(692);
  });

  it('is explained by the month a rent is for, where that is known', () => {
    const claims = [
      { id: 'a', month: '2011-01', dueOn: '2011-01-05', totalCents: 85_000, payments: [] },
      { id: 'b', dueOn: '2011-01-05', totalCents: 85_000, payments: [] },
    ];
    const terms = { kind: 'statutory', isBusiness: false, baseRates } as const;
    const { trace } = defaultInterest({ claims, through: '2011-03-04', terms });
    expect(trace.steps.map((step) => step.of[0])).toEqual([
      { kind: 'month', month: '2011-01' },
      { kind: 'text', text: 'b' },
    ]);
  });

  // anleiter.de, "Wie berechnet man Verzugszinsen".
  it('1.000,00 at 5,12 % for 25 days: 1.000 × 25 × 5,12 ÷ (365 × 100) = 3,51', () => {
    expect(interest({ totalCents: 100_000 }, '2011-01-30').interestCents).toBe(351);
  });

  it('over the turn to a leap year and two changes of the rate: 8,12 % ÷ 365, 8,62 % ÷ 366, 8,37 % ÷ 366', () => {
    const { parts } = interest({ dueOn: '2023-12-21', totalCents: 100_000 }, '2024-07-10');
    expect(
      parts.map((part) => [part.from, part.to, part.days, part.rateBp, part.daysOfYear, part.interestCents]),
    ).toEqual([
      // 1.000 × 8,12 % × 10 ÷ 365 = 2,2247
      ['2023-12-22', '2023-12-31', 10, 812, 365, 222],
      // 1.000 × 8,62 % × 182 ÷ 366 = 42,8645
      ['2024-01-01', '2024-06-30', 182, 862, 366, 4_286],
      // 1.000 × 8,37 % × 10 ÷ 366 = 2,2869
      ['2024-07-01', '2024-07-10', 10, 837, 366, 229],
    ]);
  });

  it('a rate that stays makes no new part: 1,27 % from July 2025 to June 2026', () => {
    const { parts } = interest({ dueOn: '2025-09-30' }, '2026-04-01');
    expect(parts.map((part) => [part.from, part.to])).toEqual([['2025-10-01', '2026-04-01']]);
  });

  it('a half-year whose rate is not known goes on with the last one, and only that is an estimate', () => {
    const { parts, ...sums } = interest({ dueOn: '2026-06-20' }, '2026-07-10');
    // 850 × 6,27 % × 10 ÷ 365 = 1,4601 twice
    expect(parts.map((part) => [part.from, part.rateBp, part.isAssumed, part.interestCents])).toEqual([
      ['2026-06-21', 627, false, 146],
      ['2026-07-01', 627, true, 146],
    ]);
    expect(sums).toEqual({
      interestCents: 292,
      estimatedCents: 146,
      claimableCents: 146,
      claimableThrough: '2026-06-30',
      unreckoned: [],
    });
    expect(interest({ dueOn: '2026-07-20' }, '2026-07-30')).toMatchObject({
      claimableCents: 0,
      claimableThrough: null,
    });
  });

  it('a part payment on the 20th: 15 days on 850,00, then on 350,00 from the 21st', () => {
    const { parts } = interest({ payments: [{ on: '2011-01-20', amountCents: 50_000 }] }, '2011-01-31');
    expect(parts.map((part) => [part.days, part.principalCents, part.interestCents])).toEqual([
      [15, 85_000, 179],
      [11, 35_000, 54],
    ]);
  });

  it('nothing on the due day itself, nothing when paid by then', () => {
    expect(interest({}, '2011-01-05').interestCents).toBe(0);
    expect(interest({ payments: [{ on: '2011-01-05', amountCents: 85_000 }] }, '2011-12-31').parts).toEqual(
      [],
    );
  });

  it('elsewhere the user’s own rate: 1.000,00 at 4 % for a year = 40,00, with no statute behind it', () => {
    const { result, trace } = defaultInterest({
      claims: [{ id: 'rent', dueOn: '2024-12-31', totalCents: 100_000, payments: [] }],
      through: '2025-12-31',
      terms: { kind: 'own', rateBp: 400 },
    });
    expect([result.interestCents, result.parts.length, trace.sources]).toEqual([4_000, 1, []]);
  });

  // Before 2002 there is no base rate of § 247 BGB; what fell due before 1 May 2000 bears 4 % to this day (Art. 229 § 1 EGBGB).
  it('a claim with days before the first base rate is left out and named, the others are reckoned as ever', () => {
    const claims = ['2010-12-01', '2010-12-31', '2011-01-05'].map((dueOn, at) => ({
      ...{ id: `rent ${at}`, dueOn, totalCents: 85_000, payments: [] },
    }));
    const { result } = defaultInterest({
      claims,
      through: '2011-03-04',
      terms: { kind: 'statutory', isBusiness: false, baseRates },
    });
    expect(result.unreckoned).toEqual(['rent 0']);
    expect(result.parts.map((part) => [part.claimId, part.days, part.interestCents])).toEqual([
      ['rent 1', 63, 751],
      ['rent 2', 58, 692],
    ]);
    // Paid by its due day it bears nothing, by no law.
    const paid = { payments: [{ on: '2010-12-01', amountCents: 85_000 }] };
    expect(interest({ dueOn: '2010-12-01', ...paid }, '2011-01-31')).toMatchObject({
      unreckoned: [],
      parts: [],
    });
  });

  it('without any base rate there is no answer', () => {
    const terms = { kind: 'statutory', isBusiness: false, baseRates: [] } as const;
    const claims = [{ id: 'rent', dueOn: '2011-01-05', totalCents: 85_000, payments: [] }];
    expect(() => defaultInterest({ claims, through: '2011-01-31', terms })).toThrow(RangeError);
  });

  const claim = fc.record({
    dueOn: fc.integer({ min: 0, max: 900 }).map((days) => addDays('2023-07-02', days)),
    totalCents: fc.integer({ min: 1, max: 500_000 }),
    paid: fc.array(fc.record({ after: fc.nat({ max: 400 }), percent: fc.nat({ max: 30 }) }), {
      maxLength: 3,
    }),
  });

  it('agrees with a sum over single days to half a cent for each part, and its parts lie end to end', () => {
    fc.assert(
      fc.property(claim, fc.nat({ max: 900 }), ({ dueOn, totalCents, paid }, span) => {
        const payments = paid.map(({ after, percent }) => ({
          on: addDays(dueOn, after - 20),
          amountCents: Math.floor((totalCents * percent) / 100),
        }));
        const through = addDays(dueOn, span);
        const { interestCents, parts } = interest({ dueOn, totalCents, payments }, through);
        let exact = 0;
        for (let on = addDays(dueOn, 1); on <= through; on = addDays(on, 1)) {
          const open =
            totalCents - payments.filter((row) => row.on < on).reduce((sum, row) => sum + row.amountCents, 0);
          const base = baseRates.findLast((rate) => rate.validFrom <= on)?.rateBp ?? 0;
          exact += (open * (base + 500)) / 10_000 / (/^20(24|28)/.test(on) ? 366 : 365);
        }
        expect(Math.abs(interestCents - exact)).toBeLessThanOrEqual(parts.length * 0.5 + 1e-6);
        for (const [index, part] of parts.entries()) {
          const next = parts[index + 1];
          if (next) expect(next.from).toBe(addDays(part.to, 1));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('on which rents interest is charged', () => {
  const accrued = [
    { claimId: 'jan', interestCents: 600 },
    { claimId: 'jan', interestCents: 374 },
    { claimId: 'feb', interestCents: 526 },
  ];
  it('9,74 and 5,26 accrued, 4,00 of January charged: 5,74 and 5,26', () => {
    const charged = [{ claimId: 'jan', cents: 400 }];
    expect(interestByRent({ restCents: 1_100, accrued, charged })).toEqual([
      { claimId: 'jan', cents: 574 },
      { claimId: 'feb', cents: 526 },
    ]);
  });
  it('11,00 was charged on January, which bears 9,74 by now: of February’s 5,26 only 4,00 are charged', () => {
    const charged = [{ claimId: 'jan', cents: 1_100 }];
    expect(interestByRent({ restCents: 400, accrued, charged })).toEqual([{ claimId: 'feb', cents: 400 }]);
  });
  it('10,00 in all where 9,74 and 5,26 are missing: 6,49 and 3,51', () => {
    expect(interestByRent({ restCents: 1_000, accrued, charged: [] })).toEqual([
      { claimId: 'jan', cents: 649 },
      { claimId: 'feb', cents: 351 },
    ]);
  });
});
