import { expect, test } from 'vitest';
import { propertyKinds, unitKinds } from '@/domain/vocabulary';
import { firstUnitKind, isCoOwnershipShare, isSingleUnit } from './rules';

test('every kind of property has a first unit of a known kind', () => {
  for (const kind of propertyKinds) expect(unitKinds).toContain(firstUnitKind(kind));
  expect(firstUnitKind('parking')).toBe('parking');
});

test('a house with several flats is not one unit, a flat or a garage is', () => {
  expect(propertyKinds.filter((kind) => !isSingleUnit(kind))).toEqual(['multi_family', 'mixed']);
});

test('a co-ownership share is a whole fraction up to one, or not known at all', () => {
  expect(isCoOwnershipShare(null, null)).toBe(true);
  expect(isCoOwnershipShare(125, 1_000)).toBe(true);
  expect(isCoOwnershipShare(1, 1)).toBe(true);
  expect(isCoOwnershipShare(0, 1)).toBe(true);
  expect(isCoOwnershipShare(2, 1)).toBe(false);
  expect(isCoOwnershipShare(1, null)).toBe(false);
  expect(isCoOwnershipShare(null, 1)).toBe(false);
});
