import { expect, test } from 'vitest';
import { findFloor, isFloorNamed, readFloor } from './floor';

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

test.each([
  ['Wohnung 2. OG links', 'Wohnung', 'upper', 2, 'links'],
  ['VH 2. OG li', 'VH', 'upper', 2, 'li'],
  ['Whg. EG rechts', 'Whg.', 'ground', 0, 'rechts'],
  ['Wohnung 3, DG', 'Wohnung 3', 'attic', 0, ''],
  ['Flat 3, 2nd floor', 'Flat 3', 'upper', 2, ''],
  ['2. OG links', '', 'upper', 2, 'links'],
])('%s says its floor, wherever it stands', (name, before, kind, number, rest) => {
  expect(findFloor(name)).toEqual({ before, kind, number, rest });
});

test.each(['Wohnung 3', '3', '-1', 'Keller 4a', 'Attica 2', 'Haus Stock', 'Top 3', 'Wohnung 12. Mai'])(
  '%s is a name without a floor',
  (name) => {
    expect(findFloor(name)).toBeNull();
  },
);

test('a name says its floor, or does not', () => {
  expect(isFloorNamed('Wohnung 2. OG links', '2')).toBe(true);
  expect(isFloorNamed('Whg. EG rechts', '0')).toBe(true);
  expect(isFloorNamed('Wohnung 1. OG', '2. OG')).toBe(false);
  expect(isFloorNamed('2. OG links', '2')).toBe(true);
  expect(isFloorNamed('2. OG links', '2. OG')).toBe(true);
  expect(isFloorNamed('Wohnung Erdgeschoss', 'Erdgeschoss')).toBe(true);
  expect(isFloorNamed('EG rechts', 'Erdgeschoss')).toBe(true);
  expect(isFloorNamed('3', '3')).toBe(false);
  expect(isFloorNamed('Wohnung 3', '3')).toBe(false);
  expect(isFloorNamed('1. OG', '2. OG')).toBe(false);
});
