import { expect, test } from 'vitest';
import { isSold } from './owned-rules';

test('sold on 15 April, a house is one’s own on the 14th and no more on the 15th', () => {
  const sold = { soldOn: '2026-04-15' };
  expect(['2026-04-14', '2026-04-15'].map((day) => isSold(sold, day))).toEqual([false, true]);
  expect(isSold({ soldOn: null }, '2026-04-15')).toBe(false);
});
