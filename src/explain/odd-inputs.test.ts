import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rules } from './registry';

/** Whatever somebody types, a rule answers or refuses it in a sentence; nothing else ever comes out. */
const odd = fc.oneof(
  fc.constantFrom(null, '', 'viel', [], {}, true, -1, 0, 0.5, 1e15, 9_007_199_254_740_991, 1e300),
  fc.constantFrom('2024-02-29', '2023-02-29', '0000-01-01', '9999-12-31', '31.04.2026', '2026-00', '9999-12'),
);

/** Every place of a value, as the keys that lead there. */
function placesOf(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return [at, ...value.flatMap((one, index) => placesOf(one, [...at, index]))];
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, one]) => placesOf(one, [...at, key]))];
}

/** The value with another at a place; without the place where there is none. */
function changed(
  value: unknown,
  [key, ...rest]: (string | number)[],
  change: { to: unknown } | null,
): unknown {
  if (key === undefined) return change?.to;
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => {
      if (index !== key) return [one];
      return rest.length === 0 && change === null ? [] : [changed(one, rest, change)];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (name !== key) return [[name, one]];
      return rest.length === 0 && change === null ? [] : [[name, changed(one, rest, change)]];
    }),
  );
}

describe.each(Object.entries(rules))('%s', (_name, rule) => {
  const places = placesOf(rule.example);
  const place = fc.constantFrom(...places);
  test('answers or refuses in a sentence whatever is missing, of another kind, negative or huge', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, fc.option(odd.map((to) => ({ to })))), { minLength: 1, maxLength: 2 }),
        (moves) => {
          let input: unknown = rule.example;
          for (const [at, change] of moves) input = changed(input, at, change);
          try {
            expect(rule.explain(input).trace).toBeDefined();
          } catch (error) {
            const isSentence = error instanceof z.ZodError || error instanceof RangeError;
            if (!isSentence) throw error;
            expect(error.message.length).toBeGreaterThan(5);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
