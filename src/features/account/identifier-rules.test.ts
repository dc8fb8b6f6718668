import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIdentifier, readPhone } from './identifier-rules';

test.each([
  ['+49 170 1234567', '+491701234567'],
  ['0049 (170) 123-45 67', '+491701234567'],
  ['+49 (0)170 1234567', '+491701234567'],
  ['+1 (415) 555-0132', '+14155550132'],
])('%s is the number %s', (typed, phone) => {
  expect(readIdentifier(typed)).toEqual({ kind: 'phone', value: phone });
});

test.each(['0170 1234567', '170 1234567', '+0 170 1234567', '+49', '+4917012345678901'])(
  '%s could be anywhere or nowhere: the country code is asked for',
  (typed) => {
    expect(readIdentifier(typed)).toBe('phone_international');
  },
);

test.each([
  [' Petra.Vogel+flat@Example.COM ', 'petra.vogel+flat@example.com'],
  ['müller@bücher.example', 'müller@bücher.example'],
])('%s is the address %s', (typed, email) => {
  expect(readIdentifier(typed)).toEqual({ kind: 'email', value: email });
});

test.each(['petra@nowhere', 'petra', 'a@b@c.de', 'a b@c.de', `${'x'.repeat(250)}@c.de`, '@c.de', 'a@c..de'])(
  '%s is no address',
  (typed) => {
    expect(readIdentifier(typed)).toBe('email');
  },
);

test('nothing typed is missing', () => {
  expect(readIdentifier('  ')).toBe('required');
});

test('a number that was read is read the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-/') }), (typed) => {
      const phone = readPhone(typed);
      if (phone !== null) expect(readPhone(phone)).toBe(phone);
    }),
  );
});
