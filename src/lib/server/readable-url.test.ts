import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readableUrl } from './readable-url.ts';

test.each([
  ['/en/what?a=%ff', '/en/what?a=%ff'],
  ['/property/%C3%BC', '/property/%C3%BC'],
  ['/a%2Fb', '/a%2Fb'],
  ['/%zz', '/%EF%BF%BDzz'],
  ['/de/%ff', '/de/%EF%BF%BD'],
  ['/api/trpc/%E0%A4%A', '/api/trpc/%EF%BF%BD%EF%BF%BDA'],
  ['/%00', '/%EF%BF%BD'],
  ['/%', '/%EF%BF%BD'],
])('%s is read as %s', (url, read) => {
  expect(readableUrl(url)).toBe(read);
});

test('whatever is asked for, its path can be decoded, and nothing is changed twice', () => {
  const part = fc.oneof(
    fc.constantFrom('%', '%f', '%ff', '%00', '%e0', '%a4', '/', '%2e', '%C3%BC'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const read = readableUrl(`/${parts.join('').replace(/[?#]/g, '')}`);
      decodeURIComponent(read);
      expect(readableUrl(read)).toBe(read);
    }),
  );
});
