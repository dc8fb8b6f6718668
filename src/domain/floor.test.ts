import { expect, test } from 'vitest';
import { isFloorNamed, readFloor } from './floor';

test.each([
  ['EG', 'ground', 0, ''],
  ['0', 'ground', 0, ''],
  ['Erdgeschoss rechts', 'ground', 0, 'rechts'],
  ['3', 'upper', 3, ''],
  ['2. OG links', 'upper', 2, 'links'],
  ['2.OG, links', 'upper', 2, 'links'],
  ['4. Etage', 'upper', 4, ''],
  ['1st floor, left', 'upper', 1, 'left'],
  ['-1', 'basement', 1, ''],
  ['2. UG', 'basement', 2, ''],
  ['Souterrain', 'basement', 1, ''],
  ['DG', 'attic', 0, ''],
])('%s is read', (text, kind, number, rest) => {
  expect(readFloor(text)).toEqual({ kind, number, rest });
});

test.each(['EGON', 'Hinterhaus', 'VH 3', '12a', 'DGL'])('%s is no floor', (text) => {
  expect(readFloor(text)).toBeNull();
});

test('a name says its floor, or does not', () => {
  expect(isFloorNamed('2. OG links', '2')).toBe(true);
  expect(isFloorNamed('2. OG links', '2. OG')).toBe(true);
  expect(isFloorNamed('Wohnung Erdgeschoss', 'Erdgeschoss')).toBe(true);
  expect(isFloorNamed('EG rechts', 'Erdgeschoss')).toBe(true);
  expect(isFloorNamed('3', '3')).toBe(false);
  expect(isFloorNamed('Wohnung 3', '3')).toBe(false);
  expect(isFloorNamed('1. OG', '2. OG')).toBe(false);
});
