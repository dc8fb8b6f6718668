import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeFields, ownVersion } from './merge';

const field = (name: string, base: string | undefined, mine: string, theirs: string) => ({
  name,
  label: name,
  base,
  mine,
  theirs,
});

test('what only the other person changed is taken over', () => {
  const { taken, differing } = mergeFields([field('city', 'Bonn', 'Bonn', 'Köln')]);
  expect(taken.map((one) => one.name)).toEqual(['city']);
  expect(differing).toEqual([]);
});

test('what both changed waits for a decision, unless both meant the same', () => {
  const { taken, differing } = mergeFields([
    field('city', 'Bonn', 'Köln', 'Essen'),
    field('street', 'Am Ring', 'Am Wall', 'Am Wall'),
  ]);
  expect(taken).toEqual([]);
  expect(differing).toEqual([{ name: 'city', label: 'city', mine: 'Köln', theirs: 'Essen' }]);
});

test('what only the user changed stays as typed', () => {
  expect(mergeFields([field('city', 'Bonn', 'Köln', 'Bonn')])).toEqual({ taken: [], differing: [] });
});

test('nothing typed is ever taken over, and no change of theirs goes unmentioned unless it is also mine', () => {
  const word = fc.constantFrom('', 'a', 'b', 'c');
  fc.assert(
    fc.property(word, word, word, (base, mine, theirs) => {
      const { taken, differing } = mergeFields([field('x', base, mine, theirs)]);
      expect(taken.length > 0 && mine !== base).toBe(false);
      expect(taken.length + differing.length).toBe(theirs !== base && theirs !== mine ? 1 : 0);
    }),
  );
});

test('one’s own version is the one the answer tells; without a change it is the one there was, so the next is not', () => {
  expect(ownVersion({ id: 'x', version: 4 }, 3)).toBe(4);
  expect(ownVersion({ id: 'x', version: 3 }, 3)).toBe(3);
  expect(ownVersion({ id: 'x' }, 3)).toBe(4);
  expect(ownVersion(undefined, undefined)).toBeUndefined();
});
