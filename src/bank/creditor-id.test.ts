import { expect, test } from 'vitest';
import { checkCreditorId } from './creditor-id';

test('the published example is valid, whatever its business code', () => {
  expect(checkCreditorId('DE98ZZZ09999999999').result).toEqual({
    isValid: true,
    country: 'DE',
    checkDigits: '98',
    businessCode: 'ZZZ',
    national: '09999999999',
  });
  expect(checkCreditorId('de98 abc 09999999999').result?.isValid).toBe(true);
});

test.each(['DE97ZZZ09999999999', 'DE98ZZZ09999999998', 'AT98ZZZ09999999999'])(
  '%s has wrong check digits',
  (id) => {
    expect(checkCreditorId(id).result?.isValid).toBe(false);
  },
);

test.each(['', 'DE98ZZZ0999999999', 'DE98ZZZ099999999990', 'D198ZZZ09999999999', 'DE98ZZZ0999999999A'])(
  '%s is none',
  (id) => {
    expect(checkCreditorId(id).result).toBeNull();
  },
);
