import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { transformer } from './transformer';

const sent = (serialize: (value: unknown) => unknown, value: unknown) => JSON.stringify(serialize(value));

describe('what is sent', () => {
  const twice = { cents: 1 };
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  test.each<[string, unknown]>([
    ['plain rows', { rows: [{ id: 'a', cents: 1, isOpen: true, note: null }], nextCursor: null }],
    ['nothing', undefined],
    ['what is left out', { note: undefined }],
    ['a date', { rows: [{ archivedAt: new Date(0) }] }],
    ['no number', [Number.NaN, Number.POSITIVE_INFINITY, -0]],
    ['a large number', { cents: 1n }],
    ['a map and a set', { byAge: new Map([['a', new Set([1])]]) }],
    ['an object without a prototype', Object.assign(Object.create(null), { cents: 1 })],
    ['an object of a class', new (class Row extends Array {})()],
    ['the same row twice', { first: twice, second: twice }],
    ['a circle', circle],
    ['names with dots', { 'a.b': { 'c\\d': undefined } }],
  ])('%s: as superjson writes it', (_, value) => {
    expect(sent(transformer.serialize, value)).toBe(sent(superjson.serialize, value));
  });

  test('any value: as superjson writes it, and it comes back', () => {
    const anything = fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true });
    fc.assert(
      fc.property(anything, (value) => {
        const written = (serialize: (one: unknown) => unknown) => {
          try {
            return sent(serialize, value);
          } catch {
            return 'refused';
          }
        };
        expect(written(transformer.serialize)).toBe(written(superjson.serialize));
      }),
    );
  });

  test('a key that reaches into prototypes is refused', () => {
    const value = { rows: [JSON.parse('{"constructor": 1}')] };
    expect(() => transformer.serialize(value)).toThrow('prototype pollution');
  });
});
