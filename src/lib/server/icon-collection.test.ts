import { expect, test } from 'vitest';
import { findIcons } from './icon-collection.ts';

test('icons and names of icons; what every object has is none of them', async () => {
  const names = ['house', '__proto__', 'constructor', 'no-such-icon', 'toString', 'home'];
  const found = await findIcons('lucide', names);
  expect(Object.keys(found?.icons ?? {})).toEqual(['house']);
  expect(Object.keys(found?.aliases ?? {})).toEqual(['home']);
  expect(found?.not_found).toEqual(['__proto__', 'constructor', 'no-such-icon', 'toString']);
  expect(await findIcons('lucide', ['constructor'])).toEqual({
    prefix: 'lucide',
    icons: {},
    not_found: ['constructor'],
  });
  expect(await findIcons('__proto__', ['house'])).toBeNull();
});
