import fc from 'fast-check';
import superjson from 'superjson';
import { expect, expectTypeOf, test } from 'vitest';
import type { Trace } from '@/domain/trace';
import { browserTransformer } from './browser-transformer';
import type { Outputs } from './outputs';
import { transformer } from './transformer';

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const names = ['a.b', 'a\\b', '\\', '.', 'a\\.b', '', '0'];
const answers = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    ...[fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined)],
    fc.date({ noInvalidDate: true }),
    fc.array(tie('value')),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(...names),
        fc.string().filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name)),
      ),
      tie('value'),
    ),
  ),
})).value;

test('answers are read as SuperJSON would read them', () => {
  fc.assert(
    fc.property(answers, (value) => {
      const written = overTheWire(transformer.serialize(value));
      const wanted = superjson.deserialize(structuredClone(written) as never);
      expect(browserTransformer.deserialize(written)).toStrictEqual(wanted);
    }),
    { numRuns: 5_000 },
  );
});

test('what stands twice in an answer is there twice', () => {
  const at = new Date('2026-12-01T00:00:00Z');
  const row = { at, none: undefined };
  const written = overTheWire(transformer.serialize({ rows: [row, row], first: row, at }));
  expect(browserTransformer.deserialize(written)).toEqual({ rows: [row, row], first: row, at });
});

test('what a page hands to several of its parts is read by each, to the millisecond, and stays as it was', () => {
  const row = { at: new Date('2026-12-01T00:00:00.123Z'), none: undefined };
  const written = transformer.serialize({ rows: [row, row] });
  const before = structuredClone(written);
  for (const _ of ['once', 'again'])
    expect(browserTransformer.deserialize(written)).toEqual({ rows: [row, row] });
  expect(written).toEqual(before);
});

test('inputs arrive as they were sent', () => {
  for (const input of [undefined, null, { id: 'x', note: undefined, days: ['2026-12-01'] }])
    expect(transformer.deserialize(overTheWire(browserTransformer.serialize(input)))).toEqual(input);
  expect(browserTransformer.serialize(undefined)).toEqual(superjson.serialize(undefined));
});

test('what is no number arrives as none, which its field refuses; minus nothing is nothing', () => {
  const arrives = (input: unknown) =>
    transformer.deserialize(overTheWire(browserTransformer.serialize(input)));
  expect(arrives({ cents: Number.NaN, rows: [-0, Number.POSITIVE_INFINITY] })).toEqual({
    cents: 'NaN',
    rows: [0, 'Infinity'],
  });
});

test('what is not read is refused, not passed on as something else', () => {
  const written = overTheWire(superjson.serialize({ names: new Set(['a']) }));
  expect(() => browserTransformer.deserialize(written)).toThrow(new TypeError('nothing here reads a set'));
});

/** An explanation holds others; it is JSON. */
type Known = string | number | boolean | null | undefined | Date | Trace;
/** What an answer has that is not read: `never` where there is nothing. */
type Unread<Value> = Value extends Known
  ? never
  : Value extends readonly (infer Item)[]
    ? Unread<Item>
    : Value extends
          | bigint
          | symbol
          | RegExp
          | Error
          | URL
          | ReadonlySet<unknown>
          | ReadonlyMap<unknown, unknown>
      ? Value
      : Value extends AsyncIterable<infer Message>
        ? Unread<Message>
        : { [Key in keyof Value]-?: Unread<Value[Key]> }[keyof Value];

test('no answer has anything else', () => {
  type Found = { [Room in keyof Outputs]: Unread<Outputs[Room]> }[keyof Outputs];
  expectTypeOf<Found>().toBeNever();
});
