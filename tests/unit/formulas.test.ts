import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  NUMBER_DECIMALS,
  type Trace,
  type TraceInput,
  type TraceRounding,
  type TraceValue,
} from '@/domain/trace';
import { rules } from '@/explain/registry';
import { inputsOf } from '../factories/inputs-of.ts';
import { worked } from '../independent/formula.ts';

/**
 * No explanation shows an equation that does not hold: every formula of every trace is worked out from the values that
 * are shown beside it and compared with the result that is shown.
 */
const TINY = 1e-6;

/** A reading, an index or an area as a reader sees it; what goes on for ever (a third of a day) cannot be shown whole. */
function shownNumber(value: number): number {
  const thousandths = Math.round(value * 1_000);
  if (Math.abs(value * 1_000 - thousandths) > TINY) return value;
  const scale = 10 ** NUMBER_DECIMALS;
  return Math.round(value * scale) / scale;
}

function plain(value: TraceValue): number | string | null {
  switch (value.kind) {
    case 'money':
      return value.cents / 100;
    case 'percent':
      return value.basisPoints / 10_000;
    case 'number':
      return shownNumber(value.value);
    case 'day':
      return value.day;
    case 'month':
      return value.month;
    case 'none':
      return null;
    case 'text':
      return value.text;
    default:
      return value.code;
  }
}

/** How much of the last shown place a result may be off: half of it, unless its rounding is shown. */
function assertShown(exact: number, shown: TraceValue, rounding: TraceRounding | undefined, parts: number) {
  if (shown.kind !== 'money' && shown.kind !== 'percent' && shown.kind !== 'number') {
    throw new Error(`${exact} is shown as ${shown.kind}`);
  }
  const unit = shown.kind === 'percent' ? 1e-4 : 1e-2;
  const off = (exact - Number(plain(shown))) / unit;
  // What a double loses of a large figure is not the formula's.
  const tiny = TINY + Math.abs(exact / unit) * 1e-12;
  if (rounding === 'down') {
    expect(Math.abs(off)).toBeLessThan(1 + tiny);
    // Towards zero, never past it.
    expect(off * Math.sign(exact)).toBeGreaterThanOrEqual(-tiny);
    return;
  }
  const most = { tenth: 5, tenth_percent: 5, remainder: 1, daily: 0.5 + parts * 0.005, at_end: 1 + parts };
  const shows = `the formula gives ${exact}, shown is ${plain(shown)}: show hundredths, or name its rounding (traceRoundings)`;
  expect(Math.abs(off), shows).toBeLessThanOrEqual((rounding ? most[rounding] : 0.5) + tiny);
}

const namesOf =
  (...given: (readonly TraceInput[])[]) =>
  (name: string) => {
    const found = given.flat().find((input) => input.name === name);
    return found && plain(found.value);
  };

function assertTrue(trace: Trace) {
  for (const step of trace.steps) {
    const value = worked(step.formula, namesOf(step.inputs, trace.inputs));
    if (step.result.kind === 'none') continue;
    if (typeof value === 'number') {
      const days = Number(namesOf(step.inputs)('days') ?? 0);
      assertShown(value, step.result, step.rounding, step.rounding === 'daily' ? days : 0);
    } else expect(plain(step.result)).toBe(value);
  }
  const sumOfSteps = () => {
    const cents = trace.steps.reduce((sum, step) => sum + Math.round(100 * Number(plain(step.result))), 0);
    return cents / 100;
  };
  const value = worked(trace.formula, namesOf(trace.inputs), sumOfSteps);
  if (value === null) expect(trace.result).toEqual({ kind: 'none' });
  else if (typeof value === 'number' && trace.result.kind === 'none') {
    // There is no share of nothing, and no change of a loss.
    const isOfLoss = trace.rule === 'year_change' && Number(namesOf(trace.inputs)('year_before')) <= 0;
    expect(Number.isFinite(value) && !isOfLoss).toBe(false);
  } else if (typeof value === 'number') assertShown(value, trace.result, trace.rounding, trace.steps.length);
  else if (typeof value === 'string') expect(plain(trace.result)).toBe(value);
  else
    expect([trace.rule, plain(trace.result), value]).toEqual([trace.rule, plain(trace.result), isMet(trace)]);
  for (const input of trace.inputs) if (input.trace) assertTrue(input.trace);
}

/** Whether a result that is a word says that the condition is met. */
const isMet = (trace: Trace) =>
  ['reached', 'overdue', 'active', 'ending', 'notice_given', 'sold'].includes(String(plain(trace.result)));

/** Rules that count days of a calendar; each is told apart by a check of its own. */
const counted: Partial<Record<Trace['rule'], (trace: Trace) => void>> = {
  third_working_day: ({ steps, result }) => {
    expect(steps.at(-1)?.result).toEqual({ kind: 'number', value: 3 });
    expect(steps.at(-1)?.of[0]).toEqual(result);
  },
  notice_period: ({ steps, inputs, result }) => {
    const of = namesOf(inputs);
    // A furnished room has a day of the month; every other counts to the third working day.
    if (of('premises') === 'premises_furnished_room') expect(String(of('notice_day'))).toMatch(/-15$/);
    else expect(steps.at(-1)?.of[0]).toEqual({ kind: 'day', day: of('notice_day') });
    expect(String(of('notice_received')) <= String(of('notice_day'))).toBe(true);
    expect(String(plain(result)) > String(of('notice_received'))).toBe(true);
  },
  tenant_data_kept: ({ inputs, result }) => {
    const of = namesOf(inputs);
    const days = ['last_record', 'claims_until', 'receipts_until', 'books_until'].map((name) =>
      String(of(name)),
    );
    expect(days).toEqual(days.toSorted());
    expect(plain(result)).toBe(days.at(-1));
  },
  recurrence: ({ steps, result }) => expect(result).toEqual({ kind: 'number', value: steps.length }),
  posting_months: ({ result }) => expect(Number(plain(result))).toBeGreaterThanOrEqual(0),
};

function isAnswered(explain: () => unknown): boolean {
  try {
    explain();
    return true;
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof RangeError) return false;
    throw error;
  }
}

describe.each(Object.entries(rules))('%s', (_name, rule) => {
  test('every equation it shows holds', () => {
    const inspect = (input: unknown) => {
      const { trace } = rule.explain(input);
      (counted[trace.rule] ?? assertTrue)(trace);
    };
    inspect(rule.example);
    fc.assert(
      fc.property(inputsOf(rule.input), (input) => {
        // What a rule refuses is tried anew; a shape whose inputs are all refused fails.
        fc.pre(isAnswered(() => rule.explain(input)));
        inspect(input);
      }),
      { numRuns: 100 },
    );
  });
});
