import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchWords } from './search.ts';

test('umlauts are spelled out, accents dropped, words counted once', () => {
  expect(searchWords('  MÜLLER   Straße ')).toEqual(['mueller', 'strasse']);
  expect(searchWords('Mu\u0308ller Mueller')).toEqual(['mueller']);
  expect(searchWords('Élysée')).toEqual(['elysee']);
  expect(searchWords(' \t ')).toEqual([]);
});

test('words never hold spaces, marks or capitals, and are few', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const words = searchWords(text);
      expect(words.length).toBeLessThanOrEqual(12);
      for (const word of words) expect(word).not.toMatch(/\s|[\u0300-\u036f]|[äöüß]/u);
    }),
  );
});
