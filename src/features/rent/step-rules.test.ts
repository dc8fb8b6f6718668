import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RentReason } from '@/domain/vocabulary';
import { addMonths } from '@/lib/calendar';
import type { RentLine } from './rules';
import { netCentsOf, planSteps, stepBreach, withLinesOf, withNetCents } from './step-rules';

const net = (amountCents: number): RentLine => ({
  component: 'net',
  amountCents,
  settlement: 'none',
  vatRateBp: 0,
});
const costs = (amountCents: number): RentLine => ({
  component: 'operating_costs',
  amountCents,
  settlement: 'advance',
  vatRateBp: 0,
});
const rent = (validFrom: string, netCents: number, reason: RentReason = 'stepped') => ({
  validFrom,
  lines: [net(netCents)],
  reason,
});

describe('planned steps', () => {
  test('of a house abroad cite no German law', () => {
    const plan = { netCents: 1, firstOn: '2027-01-01', everyMonths: 6, count: 1 };
    const increase = { kind: 'amount', cents: 1 } as const;
    expect(planSteps({ ...plan, increase, isGerman: false }).trace.sources).toEqual([]);
  });
  test('700 € raised by 20 € each January: 720, 740, 760', () => {
    const { result } = planSteps({
      netCents: 70_000,
      firstOn: '2027-01-01',
      everyMonths: 12,
      count: 3,
      increase: { kind: 'amount', cents: 2_000 },
    });
    expect(result).toEqual([
      { validFrom: '2027-01-01', netCents: 72_000 },
      { validFrom: '2028-01-01', netCents: 74_000 },
      { validFrom: '2029-01-01', netCents: 76_000 },
    ]);
  });

  test('700 € raised by 2.5 % of the step before: 717.50, then 717.50 × 1.025 = 735.4375, so 735.44', () => {
    const { result } = planSteps({
      netCents: 70_000,
      firstOn: '2027-01-01',
      everyMonths: 12,
      count: 2,
      increase: { kind: 'percent', basisPoints: 250 },
    });
    expect(result.map((step) => step.netCents)).toEqual([71_750, 73_544]);
  });

  test('from the 31st: every step keeps the anchor where the month has it', () => {
    const { result } = planSteps({
      netCents: 50_000,
      firstOn: '2027-08-31',
      everyMonths: 18,
      count: 3,
      increase: { kind: 'amount', cents: 1_000 },
    });
    expect(result.map((step) => step.validFrom)).toEqual(['2027-08-31', '2029-02-28', '2030-08-31']);
  });

  test('a year or more apart they never break § 557a (2), less than a year they do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: 36 }),
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 11 }),
        (everyMonths, count, cents, tooOften) => {
          const start = '2026-05-01';
          const steps = (months: number) => [
            rent(start, 60_000, 'initial'),
            ...planSteps({
              netCents: 60_000,
              firstOn: addMonths(start, months),
              everyMonths: months,
              count,
              increase: { kind: 'amount', cents },
            }).result.map((step) => rent(step.validFrom, step.netCents)),
          ];
          expect(stepBreach(steps(everyMonths))).toBeNull();
          expect(stepBreach(steps(tooOften))?.earliest).toBe(addMonths(start, 12));
        },
      ),
    );
  });
});

describe('a year between steps', () => {
  test('a higher advance in between is no change of the rent', () => {
    const raised = {
      validFrom: '2026-07-01',
      lines: [net(70_000), costs(20_000)],
      reason: 'agreed' as const,
    };
    const rents = [rent('2026-01-01', 70_000, 'initial'), raised, rent('2027-01-01', 72_000)];
    expect(stepBreach(rents)).toBeNull();
  });

  test('an agreed rise in July forbids the step of the next January until July', () => {
    const rents = [
      rent('2026-01-01', 70_000, 'initial'),
      rent('2026-07-01', 71_000, 'agreed'),
      rent('2027-01-01', 72_000),
    ];
    expect(stepBreach(rents)).toEqual({ validFrom: '2027-01-01', earliest: '2027-07-01' });
  });
});

describe('lines', () => {
  test('another net rent leaves the rest alone, and two net lines become one', () => {
    expect(withNetCents([net(60_000), costs(15_000), net(1_000)], 65_000)).toEqual([
      net(65_000),
      costs(15_000),
    ]);
    expect(withNetCents([costs(15_000)], 65_000)).toEqual([net(65_000), costs(15_000)]);
  });

  test('a step follows a new advance and keeps its own net rent', () => {
    const carried = withLinesOf([net(72_000), costs(15_000)], [net(70_000), costs(18_000)]);
    expect(carried).toEqual([net(72_000), costs(18_000)]);
    expect(netCentsOf(carried)).toBe(72_000);
  });
});
