import fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowLines } from './letter';

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

test('never more than six lines, each name in one of them, and street and town last', () => {
  fc.assert(
    fc.property(fc.nat(40), (count) => {
      const recipients = Array.from({ length: count }, (_, index) => `Mieter ${index}`);
      const lines = windowLines({ recipients, address });
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines.slice(-2)).toEqual(address);
      expect(lines.slice(0, -2).flatMap((line) => line.split(', '))).toEqual(recipients);
    }),
  );
});

test('a line break in a name makes no line of its own', () => {
  expect(windowLines({ recipients: ['Anna\r\nMüller'], address })).toEqual(['Anna Müller', ...address]);
});
