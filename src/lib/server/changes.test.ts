import { expect, test } from 'vitest';
import { changesBetween } from './changes.ts';

test('only what differs, before and after; fields that are not given do not count', () => {
  const before = { name: 'Alt', kind: 'house', emails: ['a'], version: 3 };
  expect(changesBetween(before, { name: 'Neu', kind: 'house', emails: ['a'] })).toEqual({
    before: { name: 'Alt' },
    after: { name: 'Neu' },
  });
  expect(changesBetween(before, { emails: ['a', 'b'] })).toEqual({
    before: { emails: ['a'] },
    after: { emails: ['a', 'b'] },
  });
});

test('nothing given is as good as null', () => {
  expect(changesBetween({ city: null }, { city: undefined })).toBeNull();
  expect(changesBetween({}, { city: null })).toBeNull();
  expect(changesBetween({ city: 'Bonn' }, { city: null })).toEqual({
    before: { city: 'Bonn' },
    after: { city: null },
  });
});
