import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedText, searchWords } from './search.ts';

test('umlauts are spelled out, accents dropped, words counted once', () => {
  expect(searchWords('  MÜLLER   Straße ')).toEqual(['mueller', 'strasse']);
  expect(searchWords('Mu\u0308ller Mueller')).toEqual(['mueller']);
  expect(searchWords('Élysée')).toEqual(['elysee']);
  expect(searchWords('Yılmaz İnci Łódź Sørensen Þór Æsop')).toEqual([
    ...['yilmaz', 'inci', 'lodz', 'sorensen', 'thor', 'aesop'],
  ]);
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

test.each(['müller', 'mueller', 'muller', 'MÜLLER', 'Mu\u0308ller', 'strasse', 'Straße', 'élysée'])(
  'a text kept folded is found by "%s"',
  (search) => {
    const kept = foldedText('Frau Müller,\n Straße des Élysée');
    for (const word of searchWords(search)) expect(kept).toContain(word);
  },
);

test('every word of a text finds it, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const kept = foldedText(text);
      for (const word of searchWords(text)) expect(kept).toContain(word);
    }),
  );
});
