import { expect, test } from 'vitest';
import { pathIn, readPath, wantedLanguage } from './language-path';

test('a path and its language are put together and taken apart again', () => {
  for (const [language, path, whole] of [
    ['en', '/', '/'],
    ['de', '/', '/de'],
    ['en', '/what', '/what'],
    ['de', '/property/1', '/de/property/1'],
  ] as const) {
    expect(pathIn(language, path)).toBe(whole);
    expect(readPath(whole)).toEqual({ language, path });
  }
  expect(readPath('/en/what')).toEqual({ language: 'en', path: '/what' });
  expect(readPath('/demo')).toEqual({ language: 'en', path: '/demo' });
});

test.each([
  ['en-GB,de;q=0.7', 'en'],
  ['de-AT, en;q=0.9', 'de'],
  ['de;q=0.3, en-US;q=0.8', 'en'],
  ['fr-FR, de;q=0.5, en;q=0.4', 'de'],
  ['DE-de', 'de'],
  ['de;q=0, en', 'en'],
  ['fr', undefined],
  ['*', undefined],
  ['', undefined],
  [null, undefined],
] as const)('the first language "%s" names that is spoken here: %s', (header, language) => {
  expect(wantedLanguage(header)).toBe(language);
});
