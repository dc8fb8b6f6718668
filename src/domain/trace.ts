import type { CalendarDate, Month } from '../lib/calendar.ts';
import { type InputName, inputNames, type RuleName, type TraceWord } from './trace-names.ts';
import type { ChargeState, DueRule, LeaseState, NoticeParty, ProrationMethod } from './vocabulary.ts';

/**
 * How a figure came about, as data without words: the rule, its formula, what went in and the steps between.
 * The words stand in messages/ (`Explain.rules.<rule>`, `Explain.inputs.<name>`), so that one viewer shows any
 * trace in any language, and `npm run -s explain` prints the same.
 */
export type Trace = {
  /** The rule's name in the registry. */
  rule: RuleName;
  /** Signs and names in braces: `{yearly_net_rent} ÷ {price}`. */
  formula: string;
  /** Statutes, judgments, publications; empty where the agreement or plain arithmetic is the source. */
  sources: readonly string[];
  inputs: TraceInput[];
  steps: TraceStep[];
  result: TraceValue;
  /** Where the result is not what the formula gives, rounded half up to the place that is shown. */
  rounding?: TraceRounding;
};

/**
 * How a result was rounded (`Explain.rounding.<code>`): down; to one decimal; a change to a tenth of a per cent; parts so that they add up to
 * the whole; the interest of a day first; only the end, so that the parts are shown rounded.
 */
export const traceRoundings = ['down', 'tenth', 'tenth_percent', 'remainder', 'daily', 'at_end'] as const;
export type TraceRounding = (typeof traceRoundings)[number];

export type TraceInput = {
  name: InputName;
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
  rounding?: TraceRounding;
};

export type TraceUnit = 'days' | 'months';

/**
 * Decimals a number of a trace is shown with: those of a reading or an index. With fewer the equation a reader sees would
 * not hold: 842.415 − 812.404 is 30.011, but 842.42 − 812.40 is not 30.01.
 */
export const NUMBER_DECIMALS = 3;

type TraceLabel = { kind: 'label' } & (
  | { list: 'chargeState'; code: ChargeState }
  | { list: 'dueRule'; code: DueRule }
  | { list: 'leaseState'; code: LeaseState }
  | { list: 'noticeBy'; code: NoticeParty }
  | { list: 'proration'; code: ProrationMethod }
);

export type TraceValue =
  | { kind: 'money'; cents: number }
  | { kind: 'number'; value: number; unit?: TraceUnit }
  | { kind: 'percent'; basisPoints: number }
  | { kind: 'day'; day: CalendarDate }
  | { kind: 'month'; month: Month }
  /** A value of a list of the domain: `Labels.<list>.<code>` in messages/. */
  | TraceLabel
  /** A word of the explanation itself: `Explain.words.<code>`. */
  | { kind: 'word'; code: TraceWord }
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
export const word = (code: TraceWord): TraceValue => ({ kind: 'word', code });
export const text = (value: string): TraceValue => ({ kind: 'text', text: value });

/** Inputs in the order of their names. */
export function inputs(values: Partial<Record<InputName, TraceValue>>): TraceInput[] {
  return inputNamesOf(values).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

// Object.keys forgets the type of its keys; an object literal of this type has no others.
const inputNamesOf = (values: Partial<Record<InputName, TraceValue>>): InputName[] =>
  Object.keys(values).filter(isInputName);

const known: ReadonlySet<string> = new Set(inputNames);
const isInputName = (name: string): name is InputName => known.has(name);

/** A formula cut into its signs and the names between them. */
export function formulaParts(formula: string): ({ text: string } | { name: InputName })[] {
  return formula.split(/(\{[a-z0-9_]+\})/).flatMap((part): ({ text: string } | { name: InputName })[] => {
    if (part === '') return [];
    const name = part.slice(1, -1);
    return part.startsWith('{') && isInputName(name) ? [{ name }] : [{ text: part }];
  });
}

// What banks and standards say holds in other countries, too, and American law is asked for only there; all else that is cited
// here is German law.
const isKnownAbroad = (source: string) => /^(SEPA |EPC\d|ISO |TARGET|IRC |IRS )/.test(source);

/** What an explanation cites: no German law to whoever lets in another country. */
export const citedSources = ({ sources }: Pick<Trace, 'sources'>, isGerman: boolean): readonly string[] =>
  isGerman ? sources : sources.filter(isKnownAbroad);
