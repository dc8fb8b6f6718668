import { expect, test } from 'vitest';
import { senderGap } from './sender-rules';

const home = { street: 'Lindenstraße', postalCode: '28203', city: 'Bremen' };

test('a letter of nobody, or of somebody whose address is not whole, lacks something', () => {
  expect(senderGap([])).toBe('nobody');
  expect(senderGap([home])).toBeNull();
  for (const part of ['street', 'postalCode', 'city'] as const) {
    expect(senderGap([{ ...home, [part]: null }]), part).toBe('address');
  }
});

test('only the address of the first stands on a letter', () => {
  expect(senderGap([home, { street: null, postalCode: null, city: null }])).toBeNull();
});
