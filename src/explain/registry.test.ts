import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { formulaParts, type Trace, type TraceInput } from '@/domain/trace';
import type { RuleName } from '@/domain/trace-names';
import { rentForPeriod } from '@/features/rent/rules';
import { rules } from './registry';

const all = Object.entries(rules);
const explain = (name: RuleName, input: unknown) => rules[name].explain(input);

describe.each(all)('%s', (name, rule) => {
  const { trace } = rule.explain(rule.example);

  test('names itself and what its formula needs', () => {
    expect(trace.rule).toBe(name);
    const known = (inputs: TraceInput[]) => inputs.map((input) => input.name);
    // A name in braces that is on no list stays text.
    const formulas = [trace, ...trace.steps].flatMap((part) => formulaParts(part.formula));
    for (const part of formulas) if ('text' in part) expect(part.text).not.toContain('{');
    const given = new Set<string>([
      ...known(trace.inputs),
      ...trace.steps.flatMap((step) => known(step.inputs)),
    ]);
    const needed = formulaParts(trace.formula).flatMap((part) => ('name' in part ? [part.name] : []));
    expect(needed.length).toBeGreaterThan(0);
    // What a step works out itself (the rest of a payment) or a rule counts is named only in the formula.
    const counted = new Set([
      'working_day',
      'rest',
      'open_amount',
      'due_on',
      'weight',
      'working_days_so_far',
    ]);
    expect(needed.filter((one) => !given.has(one) && !counted.has(one))).toEqual([]);
  });

  test('refuses an input of another shape', () => {
    expect(() => rule.explain({ surplus: true })).toThrow();
  });
});

test('the wrapped rules answer as they do without a trace', () => {
  const proration = {
    rents: [
      {
        validFrom: '2026-03-15',
        lines: [
          { component: 'net' as const, amountCents: 85_000, settlement: 'none' as const, vatRateBp: 0 },
        ],
      },
    ],
    leaseStartsOn: '2026-03-15',
    leaseEndsOn: null,
    month: '2026-03',
    method: 'calendar_days' as const,
  };
  expect(explain('proration', proration).result).toMatchObject(rentForPeriod(proration) ?? {});
});

describe('examples with their arithmetic', () => {
  const steps = (trace: Trace) => trace.steps.map((step) => step.result);
  const cents = (value: number) => ({ kind: 'money', cents: value });

  test('850 € from 15 March: × 17 ÷ 31 is 466.13 €', () => {
    const { trace } = explain('proration', rules.proration.example);
    expect(trace.result).toEqual(cents(46_613));
    expect(steps(trace)).toEqual([cents(46_613)]);
  });

  test('a rise from 600 € to 660 € on 11 June: 600 × 10 ÷ 30 + 660 × 20 ÷ 30 is 640 €', () => {
    const { trace } = explain('proration', {
      rents: [
        { validFrom: '2020-01-01', lines: [{ amountCents: 60_000 }] },
        { validFrom: '2026-06-11', lines: [{ amountCents: 66_000 }] },
      ],
      leaseStartsOn: '2020-01-01',
      month: '2026-06',
    });
    expect(steps(trace)).toEqual([cents(20_000), cents(44_000)]);
    expect(trace.result).toEqual(cents(64_000));
  });

  test('Berlin, May 2026: 1 May is a holiday, 2 and 3 a weekend, so Monday 4, 5 and Wednesday 6 count', () => {
    const { result, trace } = explain('third_working_day', { month: '2026-05', state: 'BE' });
    expect(result).toBe('2026-05-06');
    expect(trace.steps.map((step) => step.of[1])).toEqual(
      ['holiday', 'saturday', 'sunday', 'working_day', 'working_day', 'working_day'].map((code) => ({
        kind: 'word',
        code,
      })),
    );
  });

  test('the first of August 2026 is a Saturday and moves to Monday the 3rd; of November 2026 in Bavaria a Sunday', () => {
    expect(explain('due_date', rules.due_date.example).result).toBe('2026-08-03');
    const november = { rule: 'first', movesToWorkingDay: true, month: '2026-11', state: 'BY' };
    expect(explain('due_date', november).result).toBe('2026-11-02');
    expect(explain('due_date', { ...november, movesToWorkingDay: false }).result).toBe('2026-11-01');
  });

  test('1,000 € on two rents of 550 + 150 € advance: 150, 550, then 150 and 150 € of the later, no credit', () => {
    const { trace } = explain('allocation', rules.allocation.example);
    expect(steps(trace)).toEqual([cents(15_000), cents(55_000), cents(15_000), cents(15_000)]);
    expect(trace.result).toEqual(cents(0));
    expect(trace.steps.map((step) => step.of[1])).toEqual(
      ['advances_first', 'oldest_due', 'advances_first', 'oldest_due'].map((code) => ({
        kind: 'word',
        code,
      })),
    );
  });

  test('103 € on a rent of 100 €, 5 € interest and a fee of 2 € for it, and an older repair of 50 €: 2, 5, 96', () => {
    const { result } = explain('allocation', {
      amountEuro: 103,
      openItems: [
        { chargeId: 'repair', kind: 'other', dueOn: '2026-01-02', openEuro: 50 },
        { chargeId: 'interest', kind: 'interest', of: 'rent', dueOn: '2026-04-01', openEuro: 5 },
        { chargeId: 'fee', kind: 'fee', of: 'rent', dueOn: '2026-04-02', openEuro: 2 },
        { chargeId: 'rent', dueOn: '2026-03-04', openEuro: 100 },
      ],
    });
    expect(result).toEqual({
      allocations: [
        { chargeId: 'fee', lineId: 'fee', amountCents: 200 },
        { chargeId: 'interest', lineId: 'interest', amountCents: 500 },
        { chargeId: 'rent', lineId: 'rent', amountCents: 9_600 },
      ],
      creditCents: 0,
    });
  });

  test('31 January monthly: 28 February, 31 March, 30 April', () => {
    const { result } = explain('recurrence', rules.recurrence.example);
    expect(result).toEqual(
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'].map((dueOn) => ({ dueOn, amountCents: null })),
    );
  });

  test('100 € in three parts: 33.34 €, 33.33 €, 33.33 €', () => {
    expect(explain('money_allocation', rules.money_allocation.example).result).toEqual([3_334, 3_333, 3_333]);
  });

  test('two flats in 2025, one empty in April and May: 669 of 730 days, 91.64 %', () => {
    expect(explain('occupancy', rules.occupancy.example).result).toMatchObject({
      letDays: 669,
      vacantDays: 61,
      ownUseDays: 0,
      basisPoints: 9_164,
    });
  });

  test('1,190 € with 19 % contain 190 € of VAT', () => {
    expect(explain('vat_contained', rules.vat_contained.example).result).toBe(19_000);
  });
});

describe('figures of the pages', () => {
  const ofExample = (name: RuleName) => explain(name, rules[name].example).result;
  test.each<[RuleName, unknown, string]>([
    [
      'transfer_split',
      [
        { leaseId: 'flat', amountCents: 90_000 },
        { leaseId: 'garage', amountCents: 10_000 },
      ],
      '1,000',
    ],
    ['deposit_balance', { balanceCents: 160_000, deductedCents: 40_000 }, '2,000 − 400'],
    [
      'reference_rent_basis',
      { rentThreeYearsAgoCents: 60_000, currentRentCents: 65_000, earliestOn: '2026-06-01' },
      'March 2025 and fifteen months',
    ],
    ['net_cold_rent', 100_000, '1,190 ÷ 1.19'],
    ['expected_rents', [70_000, 33_871, 0], '700 × 15 ÷ 31 = 338.71'],
    ['expected_bookings', [30_000, 0, 0, 30_000, 0, 0], 'every three months'],
    ['next_due_day', '2026-02-28', 'the 31st in February'],
    ['monthly_mean', 10_000, '300 ÷ 3'],
    ['meter_consumption', 65_433, '1,300.000 − 1,234.567'],
    ['value_change', 1_000, '20,000 ÷ 200,000'],
  ])('%s: %j (%s)', (name, expected) => {
    if (typeof expected === 'object') expect(ofExample(name)).toMatchObject(expected ?? {});
    else expect(ofExample(name)).toBe(expected);
  });

  test('61 empty days of April and May 2025 at 620 €: 2 × 620 € = 1,240 €', () => {
    expect(ofExample('occupancy_segments')).toMatchObject([
      { state: 'let', from: '2025-01-01', to: '2025-03-31' },
      { state: 'gap', from: '2025-04-01', to: '2025-05-31', costCents: 124_000 },
      { state: 'let', from: '2025-06-01', to: '2025-12-31' },
    ]);
  });

  test('100 € by hand: 60 € and 40 €; 60 € and 30 € are not the bill', () => {
    const byHand = (first: number, second: number) =>
      explain('bill_split', {
        amountEuro: 100,
        method: 'manual',
        units: [
          { unitId: 'a', ownShareEuro: first },
          { unitId: 'b', ownShareEuro: second },
        ],
      }).result;
    expect(byHand(60, 40)).toMatchObject({
      problem: null,
      shares: [{ amountCents: 6_000 }, { amountCents: 4_000 }],
    });
    expect(byHand(60, 30)).toMatchObject({ problem: 'sum_differs' });
  });
});

describe('npm run -s explain', () => {
  const script = fileURLToPath(new URL('../../scripts/explain.ts', import.meta.url));
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  test('prints result and trace, with dashes too', () => {
    const printed: unknown = JSON.parse(
      run('gross-yield', '{"yearlyNetRentCents":840000,"priceCents":20000000}'),
    );
    expect(printed).toMatchObject({
      result: 420,
      trace: { rule: 'gross_yield', result: { basisPoints: 420 } },
    });
  });

  test('lists every rule with its shape', () => {
    const listed = JSON.parse(run('list')) as { rule: string; input: { type?: string } }[];
    expect(listed.map((one) => one.rule)).toEqual(Object.keys(rules));
    for (const { input } of listed) expect(input.type).toBe('object');
  });

  test('without an input it says what a rule takes', () => {
    expect(JSON.parse(run('gross-yield'))).toMatchObject({
      rule: 'gross_yield',
      input: { required: ['yearlyNetRentCents', 'priceCents'] },
      example: rules.gross_yield.example,
    });
  });

  test.each([
    [['no-such-rule', '{}'], 'There is no rule "no-such-rule". Known: proration'],
    [['gross-yield', '{'], 'The input is no JSON'],
    [['gross-yield', '{"yearlyNetRentCents":1}'], '→ at priceCents'],
    [
      ['money-allocation', '{"totalCents":1,"weights":[0]}'],
      'The rule refuses the input: nothing to allocate',
    ],
    [[], 'Usage: npm run -s explain'],
  ])('%j is refused in a sentence', (args, expected) => {
    let printed = '';
    try {
      run(...args);
    } catch (error) {
      printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    }
    expect(printed).toContain(expected);
    expect(printed).not.toMatch(/\n\s+at \w+.*:\d+:\d+/);
  });
});
