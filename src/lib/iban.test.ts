import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatIban,
  formatRfReference,
  isIban,
  makeRfReference,
  parseIban,
  parseRfReference,
} from './iban.ts';

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const body = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 21 });

describe('parseIban', () => {
  // Examples published in the registry itself.
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'AT61 1904 3002 3457 3201',
    'CH93 0076 2011 6238 5295 7',
    'GB29 NWBK 6016 1331 9268 19',
    'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
    'NO93 8601 1117 947',
    'LC55 HEMM 0001 0001 0012 0012 0002 3015',
  ])('%s is right and prints back the same', (text) => {
    const result = parseIban(text);
    expect(result).toEqual({ ok: true, iban: text.replaceAll(' ', '') });
    expect(formatIban(text.toLowerCase())).toBe(text);
  });
  it.each([
    ['  ', 'empty'],
    ['DE89-3704-0044', 'characters'],
    ['370400440532013000', 'characters'],
    ['ZZ89370400440532013000', 'country'],
    ['DE8937040044053201300', 'length'],
    ['DE89370400440532013001', 'checksum'],
    ['DE89370400440532010300', 'checksum'],
  ])('%s fails by %s', (text, reason) => {
    expect(parseIban(text)).toEqual({ ok: false, reason });
    expect(isIban(text)).toBe(false);
  });
  it('one wrong digit or two swapped neighbours never pass', () => {
    const right = 'DE89370400440532013000';
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, step) => {
        const digit = (Number(right[at]) + step) % 10;
        expect(isIban(right.slice(0, at) + digit + right.slice(at + 1))).toBe(false);
        const swapped = right.slice(0, at - 1) + right[at] + right[at - 1] + right.slice(at + 1);
        expect(isIban(swapped)).toBe(swapped === right);
      }),
    );
  });
});

describe('ISO 11649 references', () => {
  it('body 539007547034 has check digits 18', () => {
    expect(makeRfReference('539007547034')).toBe('RF18539007547034');
    expect(formatRfReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
  });
  it('what is made is read back, also printed and in small letters', () => {
    fc.assert(
      fc.property(body, (text) => {
        const reference = makeRfReference(text);
        expect(parseRfReference(formatRfReference(reference).toLowerCase())).toBe(reference);
        expect(reference.length).toBeLessThanOrEqual(25);
      }),
    );
  });
  it('no other pair of check digits passes, not even one that leaves the same remainder', () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 0, max: 99 }), (text, digits) => {
        const reference = `RF${String(digits).padStart(2, '0')}${text}`;
        expect(parseRfReference(reference)).toBe(reference === makeRfReference(text) ? reference : null);
      }),
    );
  });
  it('refuses an empty, a long and a strange body', () => {
    expect(() => makeRfReference('')).toThrow(RangeError);
    expect(() => makeRfReference('A'.repeat(22))).toThrow(RangeError);
    expect(() => makeRfReference('Ä1')).toThrow(RangeError);
    expect(parseRfReference('RF18')).toBeNull();
  });
});
