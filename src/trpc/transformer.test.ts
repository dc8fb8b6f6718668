import fc from 'fast-check';
import superjson from 'superjson';
import { expect, test } from 'vitest';
import { transformer } from './transformer';

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const anything = fc.anything({
  ...{ withDate: true, withMap: true, withSet: true, withBigInt: true },
  key: fc.string().filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key)),
});

test('what is plain, and what is not, arrives as SuperJSON alone would bring it', () => {
  fc.assert(
    fc.property(anything, (value) => {
      const wanted = superjson.deserialize(overTheWire(superjson.serialize(value)) as never);
      expect(transformer.deserialize(overTheWire(transformer.serialize(value)))).toEqual(wanted);
      expect(superjson.deserialize(overTheWire(transformer.serialize(value)) as never)).toEqual(wanted);
    }),
    { numRuns: 2_000 },
  );
});

test('numbers JSON has not, and a nothing in a list, are kept', () => {
  const value = { list: [undefined, Number.NaN, -0, Number.POSITIVE_INFINITY], at: new Date(0) };
  expect(transformer.deserialize(overTheWire(transformer.serialize(value)))).toEqual(value);
  expect(transformer.deserialize(overTheWire(transformer.serialize(undefined)))).toBe(undefined);
});

test('plain rows carry no description of themselves', () => {
  expect(transformer.serialize({ rows: [{ cents: 5, note: undefined }] })).toEqual({
    json: { rows: [{ cents: 5 }] },
  });
});
