import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTypedName } from './typed-name';

test('spaces and the way an accent is composed do not count, capitals and letters do', () => {
  expect(isTypedName('  Haus  am See ', 'Haus am See')).toBe(true);
  expect(isTypedName('Mu\u0308llerhof', 'Müllerhof')).toBe(true);
  expect(isTypedName('haus am see', 'Haus am See')).toBe(false);
  expect(isTypedName('Haus am Se', 'Haus am See')).toBe(false);
  expect(isTypedName('', 'Haus')).toBe(false);
});

test('what nobody sees nobody has to type', () => {
  expect(isTypedName('Haus am See', '\u202aHaus\u200b am\u00a0See\u202c')).toBe(true);
  expect(isTypedName('Haus am See', 'Ha\u00adus am See')).toBe(true);
  expect(isTypedName('', '\u200b')).toBe(false);
});

test('any name typed as it stands is accepted', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => isTypedName(name, name)));
});
