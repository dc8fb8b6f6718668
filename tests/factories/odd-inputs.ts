import { z } from 'zod';
import { procedures } from './procedure-calls.ts';

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  "'; --",
  '%_\\',
  'x'.repeat(20_001),
];
const days = [
  '0001-01-01',
  '0999-12-31',
  '1899-12-31',
  '1900-01-01',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
  '2023-02-29',
];
const months = ['0001-01', '1900-01', '2199-12', '9999-12', '2023-13'];
const numbers = [
  -1,
  0,
  1,
  0.5,
  12,
  366,
  9_999,
  2 ** 31 - 1,
  2 ** 31,
  99_999_999_999,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53 - 1),
  Number.NaN,
  Infinity,
];
const anything = [undefined, null, true, 5, [], {}, 'constructor', { __proto__: null }];

const oddIn = (value: unknown): unknown[] => {
  if (typeof value === 'number') return [...numbers, ...anything];
  if (typeof value !== 'string') return anything;
  return [...texts, ...(/^\d{4}-\d\d/.test(value) ? [...days, ...months] : []), ...anything];
};
/** For what a valid case leaves out: of every kind one that may pass. */
const oddOutOfNothing = [...texts, ...days, ...months, ...numbers, true, false, null, [], {}];

/** The input with each of its parts replaced by each odd value, at every depth. */
export function* variantsOf(value: unknown): Generator<unknown> {
  yield* oddIn(value);
  if (Array.isArray(value)) {
    yield Array.from({ length: 600 }, () => value[0]);
    for (const [i, item] of value.entries()) for (const odd of variantsOf(item)) yield value.with(i, odd);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const odd of variantsOf(item)) yield { ...value, [key]: odd };
  }
}

export const parsers = new Map(
  procedures.map(([path, { _def }]) => [path, z.instanceof(z.ZodType).safeParse(_def.inputs[0]).data]),
);

/** Its valid input made odd in each place, and with something odd in each place it leaves out. */
export function* oddInputsOf(path: string, valid: Record<string, unknown>): Generator<unknown> {
  yield* variantsOf(valid);
  const parser = parsers.get(path);
  const shape = parser instanceof z.ZodObject ? Object.keys(parser.shape) : [];
  for (const key of shape) {
    if (key in valid) continue;
    for (const odd of oddOutOfNothing) yield { ...valid, [key]: odd };
  }
}
