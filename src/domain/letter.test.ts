import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unbroken, windowLines, withPictures } from './letter';

const address = ['Lindenstraße 4', '10969 Berlin'];

test('two tenants have a line each, five share the four lines above street and town', () => {
  expect(windowLines({ recipients: ['Anna Müller', 'Ben Müller'], address })).toEqual([
    'Anna Müller',
    'Ben Müller',
    ...address,
  ]);
  expect(windowLines({ recipients: ['A', 'B', 'C', 'D', 'E'], address })).toEqual([
    'A, B',
    'C, D',
    'E',
    ...address,
  ]);
});

test('never more than six lines, five in America, each name in one of them, and street and town last', () => {
  fc.assert(
    fc.property(fc.nat(40), (count) => {
      const recipients = Array.from({ length: count }, (_, index) => `Mieter ${index}`);
      const lines = windowLines({ recipients, address });
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(windowLines({ recipients, address, sheet: 'LETTER' }).length).toBeLessThanOrEqual(5);
      expect(lines.slice(-2)).toEqual(address);
      expect(lines.slice(0, -2).flatMap((line) => line.split(', '))).toEqual(recipients);
    }),
  );
});

test('a line break in a name makes no line of its own', () => {
  expect(windowLines({ recipients: ['Anna\r\nMüller'], address })).toEqual(['Anna Müller', ...address]);
});

test('the logo is the first of those who let; a signature is of one alone, and of nobody where ink is wanted', () => {
  const all = [
    { id: 'a', logo: null, signature: 'sa' },
    { id: 'b', logo: 'lb', signature: 'sb' },
  ];
  const of = (landlordIds: string[], needsInk = false) =>
    withPictures({ sender: { name: 'A', address: [], landlordIds }, needsInk }, all).pictures;
  expect(of(['a'])).toEqual({ logo: null, signature: 'sa' });
  expect(of(['b'])).toEqual({ logo: 'lb', signature: 'sb' });
  expect(of(['a', 'b'])).toEqual({ logo: 'lb', signature: null });
  expect(of(['b'], true)).toEqual({ logo: 'lb', signature: null });
  expect(of([])).toEqual({ logo: null, signature: null });
  // Letters of before name no landlord.
  expect(withPictures({ sender: { name: 'A', address: [] } }, all).pictures).toEqual({
    logo: null,
    signature: null,
  });
});

test('the sign of a paragraph stays on the line of its number', () => {
  expect(unbroken('nach § 543 BGB, auch §§ 569, 573 BGB')).toBe(
    'nach §\u00a0543 BGB, auch §§\u00a0569, 573 BGB',
  );
  expect(unbroken('das Zeichen § allein')).toBe('das Zeichen § allein');
});
