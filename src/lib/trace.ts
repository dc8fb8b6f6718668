import type { CalendarDate, Month } from './calendar.ts';

/**
 * How a figure came about, as data without words: the rule, its formula, what went in and the steps between.
 * The words stand in messages/ (`Explain.rules.<rule>`, `Explain.inputs.<name>`), so that one viewer shows any
 * trace in any language, and `npm run -s explain` prints the same.
 */
export type Trace = {
  /** The rule's name in the registry. */
  rule: string;
  /** Signs and names in braces: `{yearly_net_rent} ÷ {price}`. */
  formula: string;
  /** Statutes, judgments, publications; empty where the agreement or plain arithmetic is the source. */
  sources: readonly string[];
  inputs: TraceInput[];
  steps: TraceStep[];
  result: TraceValue;
};

export type TraceInput = {
  name: string;
  value: TraceValue;
  /** How the input itself came about. */
  trace?: Trace;
};

/** One line of a calculation: what it is about, its formula and what it gives. */
export type TraceStep = {
  of: TraceValue[];
  formula: string;
  inputs: TraceInput[];
  result: TraceValue;
};

export type TraceUnit = 'days' | 'months' | 'units' | 'shares';

export type TraceValue =
  | { kind: 'money'; cents: number }
  | { kind: 'number'; value: number; unit?: TraceUnit }
  | { kind: 'percent'; basisPoints: number }
  | { kind: 'day'; day: CalendarDate }
  | { kind: 'month'; month: Month }
  /** A value of a list of the domain: `Labels.<list>.<code>` in messages/. */
  | { kind: 'label'; list: string; code: string }
  /** A word of the explanation itself: `Explain.words.<code>`. */
  | { kind: 'word'; code: string }
  /** A name somebody gave. */
  | { kind: 'text'; text: string }
  /** There is no such value: an open end, a figure without a base. */
  | { kind: 'none' };

/** A rule's result with the trace of how it came about. */
export type Explained<T> = { result: T; trace: Trace };

export const none: TraceValue = { kind: 'none' };
export const money = (cents: number | null): TraceValue => (cents === null ? none : { kind: 'money', cents });
export const number = (value: number | null, unit?: TraceUnit): TraceValue =>
  value === null ? none : { kind: 'number', value, ...(unit && { unit }) };
/** Hundredths of a per cent. */
export const percent = (basisPoints: number | null): TraceValue =>
  basisPoints === null ? none : { kind: 'percent', basisPoints };
export const day = (value: CalendarDate | null): TraceValue =>
  value === null ? none : { kind: 'day', day: value };
export const month = (value: Month): TraceValue => ({ kind: 'month', month: value });
export const label = (list: string, code: string): TraceValue => ({ kind: 'label', list, code });
export const word = (code: string): TraceValue => ({ kind: 'word', code });
export const text = (value: string): TraceValue => ({ kind: 'text', text: value });

/** Inputs in the order of their names. */
export function inputs(values: Record<string, TraceValue>): TraceInput[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** A formula cut into its signs and the names between them. */
export function formulaParts(formula: string): ({ text: string } | { name: string })[] {
  return formula.split(/(\{[a-z0-9_]+\})/).flatMap((part): ({ text: string } | { name: string })[] => {
    if (part === '') return [];
    return part.startsWith('{') ? [{ name: part.slice(1, -1) }] : [{ text: part }];
  });
}
