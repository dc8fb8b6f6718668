import { type Explained, inputs, money, number, percent, type TraceInput } from '../../domain/trace.ts';
import type { RuleName } from '../../domain/trace-names.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';

/** Hundredths of a per cent, half up; null without a base. */
export function ratioBp(numeratorCents: number, denominatorCents: number): number | null {
  if (denominatorCents === 0) return null;
  return divideRounded(BigInt(numeratorCents) * 10_000n, BigInt(denominatorCents));
}

/** Money that came in and went out, by the day it did; deposits and opening credits are none of it. */
export type Cash = { paidInCents: number; otherIncomeCents: number; expensesCents: number };

/** What came in: from tenants, less what was paid back to them, and other income. */
export function moneyIn(cash: Omit<Cash, 'expensesCents'>): Explained<number> {
  const result = sumCents([cash.paidInCents, cash.otherIncomeCents]);
  return {
    result,
    trace: {
      rule: 'money_in',
      formula: '{paid_in} + {other_income}',
      sources: [],
      inputs: inputs({ paid_in: money(cash.paidInCents), other_income: money(cash.otherIncomeCents) }),
      steps: [],
      result: money(result),
    },
  };
}

/** Money in less money out. */
export function cashFlow(cash: Cash): Explained<number> {
  const income = moneyIn(cash);
  const result = sumCents([income.result, -cash.expensesCents]);
  const moneyInInput: TraceInput = { name: 'money_in', value: income.trace.result, trace: income.trace };
  return {
    result,
    trace: {
      rule: 'cash_flow',
      formula: '{money_in} − {expenses}',
      sources: [],
      inputs: [moneyInInput, ...inputs({ expenses: money(cash.expensesCents) })],
      steps: [],
      result: money(result),
    },
  };
}

/** How much of the rents due is received by today, whenever it was paid. Null when nothing was due. */
export function collectionRate(claims: {
  dueCents: number;
  receivedCents: number;
}): Explained<number | null> {
  const result = ratioBp(claims.receivedCents, claims.dueCents);
  return {
    result,
    trace: {
      rule: 'collection_rate',
      formula: '{received} ÷ {due}',
      sources: [],
      inputs: inputs({ due: money(claims.dueCents), received: money(claims.receivedCents) }),
      steps: [],
      result: percent(result),
    },
  };
}

/** How many of the payments of a period were matched by themselves. Null when there were none. */
export function matchedByItself(payments: {
  byItself: number;
  confirmed: number;
  typed: number;
}): Explained<number | null> {
  const { byItself, confirmed, typed } = payments;
  const result = ratioBp(byItself, byItself + confirmed + typed);
  return {
    result,
    trace: {
      rule: 'matched_by_itself',
      formula: '{by_itself} ÷ ({by_itself} + {confirmed} + {typed})',
      sources: [],
      inputs: inputs({ by_itself: number(byItself), confirmed: number(confirmed), typed: number(typed) }),
      steps: [],
      result: percent(result),
    },
  };
}

/**
 * Change against the year before in hundredths of a per cent of it; null when there was none to measure by: of nothing or
 * of a loss a per cent says nothing.
 */
export function yearChange(values: {
  currentCents: number;
  previousCents: number;
}): Explained<number | null> {
  const { currentCents, previousCents } = values;
  const result = previousCents > 0 ? ratioBp(currentCents - previousCents, previousCents) : null;
  return {
    result,
    trace: {
      rule: 'year_change',
      formula: '({this_period} − {year_before}) ÷ {year_before}',
      sources: [],
      inputs: inputs({ this_period: money(currentCents), year_before: money(previousCents) }),
      steps: [],
      result: percent(result),
    },
  };
}

/** A sum of named amounts, e.g. the months of a year. */
export function sumOf(
  rule: RuleName,
  parts: readonly { of: TraceInput['value']; cents: number }[],
): Explained<number> {
  const result = sumCents(parts.map((part) => part.cents));
  return {
    result,
    trace: {
      rule,
      formula: 'Σ {amount}',
      sources: [],
      inputs: [],
      steps: parts.map((part) => ({
        of: [part.of],
        formula: '{amount}',
        inputs: inputs({ amount: money(part.cents) }),
        result: money(part.cents),
      })),
      result: money(result),
    },
  };
}
