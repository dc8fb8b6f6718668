import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import {
  capBaseCents,
  type DepositMovement,
  depositBalance,
  depositCap,
  depositInstalments,
  depositInterest,
  firstOverdrawnOn,
  interestSoFar,
} from './rules.ts';

describe('the cap of § 551', () => {
  it('3 × 700 net = 2.100, whatever the advances: 2.400 is 300 too much', () => {
    const monthlyNetRentCents = capBaseCents([
      { amountCents: 70_000, settlement: 'none' },
      { amountCents: 15_000, settlement: 'advance' },
      { amountCents: 3_000, settlement: 'lump_sum' },
    ]);
    expect(depositCap({ monthlyNetRentCents, agreedCents: 240_000 }).result).toEqual({
      capCents: 210_000,
      excessCents: 30_000,
    });
    expect(depositCap({ monthlyNetRentCents, agreedCents: 210_000 }).result.excessCents).toBe(0);
  });

  it('of one’s own abroad counts whole months: 3 × (700 + 150 + 30) = 2.640, so that 2.700 is 60 too much', () => {
    const own = { monthsMilli: 3_000, monthlyRentCents: 88_000 };
    const { result, trace } = depositCap({ monthlyNetRentCents: 70_000, agreedCents: 270_000, own });
    expect(result).toEqual({ capCents: 264_000, excessCents: 6_000 });
    expect([trace.formula, trace.sources]).toEqual(['{months_of_rent} × {monthly_rent}', []]);
  });
});

describe('the three instalments', () => {
  const plan = (agreedCents: number, receivedCents: number) =>
    depositInstalments({
      agreedCents,
      startsOn: '2026-01-15',
      nextRentsDueOn: ['2026-02-04', '2026-03-04'],
      receivedCents,
    }).result;

  it('2.000 in 666,67 + 666,67 + 666,66, at the start and with the next two rents', () => {
    expect(plan(200_000, 0).map((part) => [part.dueOn, part.amountCents])).toEqual([
      ['2026-01-15', 66_667],
      ['2026-02-04', 66_667],
      ['2026-03-04', 66_666],
    ]);
  });

  it('1.000 received settle the first and 333,33 of the second', () => {
    expect(plan(200_000, 100_000).map((part) => part.openCents)).toEqual([0, 33_334, 66_666]);
  });

  it('sum to what is agreed, and what is open to what is missing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), fc.nat({ max: 1_000_000 }), (agreed, received) => {
        const parts = plan(agreed, received);
        expect(sumCents(parts.map((part) => part.amountCents))).toBe(agreed);
        expect(sumCents(parts.map((part) => part.openCents))).toBe(Math.max(0, agreed - received));
      }),
    );
  });
});

const movement = (
  kind: DepositMovement['kind'],
  bookedOn: string,
  amountCents: number,
  heldUntil: string | null = null,
): DepositMovement => ({ kind, bookedOn, amountCents, heldUntil });

describe('the balance as of a day', () => {
  const movements = [
    movement('received', '2024-01-01', 210_000),
    movement('interest', '2024-12-31', 1_050),
    movement('deduction', '2026-02-10', 40_000),
    movement('hold_back', '2026-02-10', 60_000, '2026-12-31'),
    movement('returned', '2026-02-15', 111_050),
  ];

  it('2.100 + 10,50 − 400 − 1.110,50 = 600, all of it held back until the end of 2026', () => {
    expect(depositBalance(movements, '2026-12-31')).toEqual({
      receivedCents: 210_000,
      movedCents: 0,
      interestCents: 1_050,
      deductedCents: 40_000,
      returnedCents: 111_050,
      handedOverCents: 0,
      balanceCents: 60_000,
      heldBackCents: 60_000,
      returnableCents: 0,
    });
    expect(depositBalance(movements, '2027-01-01').returnableCents).toBe(60_000);
  });

  it('2.100 + 10,50 handed over to the buyer: nothing is held any more, nor held back', () => {
    const handedOver = [
      ...movements.slice(0, 2),
      movement('hold_back', '2026-02-10', 60_000, '2026-12-31'),
      movement('handed_over', '2026-04-15', 211_050),
    ];
    expect(depositBalance(handedOver, '2026-04-14')).toMatchObject({
      balanceCents: 211_050,
      handedOverCents: 0,
    });
    expect(depositBalance(handedOver, '2026-04-15')).toMatchObject({
      handedOverCents: 211_050,
      returnedCents: 0,
      balanceCents: 0,
      heldBackCents: 0,
      returnableCents: 0,
    });
  });

  it('before a movement it is not there: 2.110,50 at the turn of 2024', () => {
    expect(depositBalance(movements, '2025-01-01').balanceCents).toBe(211_050);
    expect(depositBalance(movements, '2023-12-31').balanceCents).toBe(0);
  });

  it('a reversal takes a movement out of every day', () => {
    const reversed = [...movements, movement('hold_back', '2026-02-10', -60_000, '2026-12-31')];
    expect(depositBalance(reversed, '2026-03-01')).toMatchObject({
      heldBackCents: 0,
      returnableCents: 60_000,
    });
  });

  it('money returned before it came in is noticed on that day', () => {
    const early = [movement('received', '2024-02-01', 500), movement('returned', '2024-01-31', 500)];
    expect(firstOverdrawnOn(early)).toBe('2024-01-31');
    expect(firstOverdrawnOn(movements)).toBeNull();
  });
});

describe('interest on a deposit', () => {
  const rates = [
    { validFrom: '2005-12-10', rateBp: 220 },
    { validFrom: '2006-12-10', rateBp: 246 },
  ];
  const money = [{ on: '2005-12-10', amountCents: 250_000 }];

  // mietkautionsdepot.com, "Zinseszinseffekt bei der Mietkaution nutzen": first two rows of its table.
  it('2.500,00 at 2,2 % = 55,00, then 2.555,00 at 2,46 % = 62,85: together 117,85', () => {
    const result = (through: string) =>
      depositInterest({ movements: money, rates, through, credited: 'anniversary' }).result;
    expect(result('2006-12-10')).toEqual({ interestCents: 5_500, balanceCents: 255_500 });
    expect(result('2007-12-10')).toEqual({ interestCents: 11_785, balanceCents: 261_785 });
  });

  it('credited at the end of the year: 1.000 × 1 % × 184 ÷ 365 = 5,04, then 1.005,04 × 1 % = 10,05', () => {
    const { result, trace } = depositInterest({
      movements: [{ on: '2025-07-01', amountCents: 100_000 }],
      rates: [{ validFrom: '2020-01-01', rateBp: 100 }],
      through: '2027-01-01',
      credited: 'year_end',
    });
    expect(trace.steps.map((step) => step.result)).toEqual([
      { kind: 'money', cents: 504 },
      { kind: 'money', cents: 1_005 },
    ]);
    expect(result).toEqual({ interestCents: 1_509, balanceCents: 101_509 });
  });

  it('a part paid back in the middle of the year bears interest until then: 5,04 + 2,48', () => {
    const { result } = depositInterest({
      movements: [
        { on: '2025-01-01', amountCents: 100_000 },
        { on: '2025-07-04', amountCents: -50_000 },
      ],
      rates: [{ validFrom: '2020-01-01', rateBp: 100 }],
      through: '2026-01-01',
      credited: 'year_end',
    });
    // 1.000 × 1 % × 184 ÷ 365 = 5,04; 500 × 1 % × 181 ÷ 365 = 2,48
    expect(result.interestCents).toBe(504 + 248);
  });

  it('a proposal for 31 December: 2.100 × 0,25 % = 5,25, a year later 2.105,25 × 0,25 % = 5,26', () => {
    const received = movement('received', '2021-01-01', 210_000);
    const propose = (movements: DepositMovement[], through: string) =>
      interestSoFar({ movements, rateBp: 25, through }).result.dueCents;
    expect(propose([received], '2021-12-31')).toBe(525);
    const credited = [received, movement('interest', '2021-12-31', 525)];
    expect(propose(credited, '2021-12-31')).toBe(0);
    expect(propose(credited, '2022-12-31')).toBe(526);
    // What is held back is still there and earns; what is returned does not.
    const held = [...credited, movement('hold_back', '2022-01-01', 100_000, '2022-06-30')];
    expect(propose(held, '2022-12-31')).toBe(526);
    expect(propose([...credited, movement('returned', '2022-01-01', 210_525)], '2022-12-31')).toBe(0);
  });

  // § 551 (3) BGB: each year at the rate that was usual in it; 20 € for 2024 are settled.
  it('2.000 since 2024, 20,00 credited at 1 %, then 2 %: 2.020 × 2 % = 40,40; 40,00 at 2 %, then 1 %: 20,40', () => {
    const proposedAfter = (creditedCents: number, rateBp: number) =>
      interestSoFar({
        movements: [
          movement('received', '2024-01-01', 200_000),
          movement('interest', '2024-12-31', creditedCents),
        ],
        rateBp,
        through: '2025-12-31',
      });
    const { result, trace } = proposedAfter(2_000, 200);
    expect(result).toEqual({ dueCents: 4_040, from: '2025-01-01' });
    expect(trace.result).toEqual({ kind: 'money', cents: 4_040 });
    expect(trace.steps.map((step) => step.result)).toEqual([{ kind: 'money', cents: 4_040 }]);
    expect(proposedAfter(4_000, 100).result.dueCents).toBe(2_040);
  });

  it('a credit in the middle of a year, and one taken back that counts no more', () => {
    const received = movement('received', '2025-01-01', 100_000);
    const propose = (more: DepositMovement[]) =>
      interestSoFar({ movements: [received, ...more], rateBp: 100, through: '2025-12-31' }).result.dueCents;
    const credited = movement('interest', '2025-07-02', 500);
    // 1.005 × 1 % × 182 ÷ 365 = 5,01; without the credit 1.000 × 1 % = 10,00.
    expect(propose([credited])).toBe(501);
    expect(propose([credited, { ...credited, amountCents: -500 }])).toBe(1_000);
    // 400 go out on 1 October: 1.005 × 1 % × 90 ÷ 365 = 2,48 and 605 × 1 % × 92 ÷ 365 = 1,52 (1,5249).
    expect(propose([credited, movement('returned', '2025-10-01', 40_000)])).toBe(248 + 152);
  });

  it('is never more or less than the steps that explain it', () => {
    const kinds = ['received', 'interest', 'hold_back'] as const;
    const moves = fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        after: fc.nat({ max: 1_500 }),
        amountCents: fc.nat({ max: 300_000 }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(moves, fc.nat({ max: 500 }), fc.nat({ max: 2_000 }), (rows, rateBp, span) => {
        const movements = rows.map((row) =>
          movement(row.kind, addDays('2020-01-01', row.after), row.amountCents),
        );
        const through = addDays('2020-01-01', span);
        const { result, trace } = interestSoFar({ movements, rateBp, through });
        const shown = trace.steps.map((step) =>
          step.result.kind === 'money' ? step.result.cents : Number.NaN,
        );
        expect(sumCents(shown)).toBe(result.dueCents);
        expect(trace.result).toEqual({ kind: 'money', cents: result.dueCents });
        expect(result.dueCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('without money, without a rate, before the first day there is none', () => {
    const none = (more: Partial<Parameters<typeof depositInterest>[0]>) =>
      depositInterest({ movements: money, rates, through: '2010-01-01', credited: 'year_end', ...more })
        .result.interestCents;
    expect([none({ movements: [] }), none({ rates: [] }), none({ through: '2005-12-10' })]).toEqual([
      0, 0, 0,
    ]);
  });

  it('never falls as time goes on', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_500 }), fc.nat({ max: 400 }), fc.boolean(), (days, more, atYearEnd) => {
        const at = (through: string) =>
          depositInterest({
            movements: money,
            rates,
            through,
            credited: atYearEnd ? 'year_end' : 'anniversary',
          }).result.interestCents;
        const through = addDays('2005-12-10', days);
        expect(at(addDays(through, more))).toBeGreaterThanOrEqual(at(through));
      }),
    );
  });
});
