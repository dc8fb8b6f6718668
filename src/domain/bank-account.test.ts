import { expect, test } from 'vitest';
import {
  accountText,
  isAccountNumber,
  isNamedBy,
  isRoutingNumber,
  isSortCode,
  usualScheme,
} from './bank-account';

test('a routing number has nine digits whose sum by 3, 7, 1 ends in nought', () => {
  // 0×3+2×7+1×1+0×3+0×7+0×1+0×3+2×7+1×1 = 30
  expect(isRoutingNumber('021000021')).toBe(true);
  expect(isRoutingNumber('021000022')).toBe(false);
  expect(isRoutingNumber('02100002')).toBe(false);
  expect(isRoutingNumber('000000000')).toBe(false);
});

test('a sort code has six digits, and numbers are as long as a country has them', () => {
  expect(isSortCode('203002')).toBe(true);
  expect(isSortCode('20300')).toBe(false);
  expect(isAccountNumber('gb', '1234 5678')).toBe(true);
  expect(isAccountNumber('gb', '123456789')).toBe(false);
  expect(isAccountNumber('us', '12345678901234567')).toBe(true);
  expect(isAccountNumber('us', '123456789012345678')).toBe(false);
  expect(isAccountNumber('other', 'NZ 01-0902')).toBe(true);
});

test('an account is written as its country knows it', () => {
  const none = { iban: null, bankCode: null, accountNumber: null };
  expect(accountText({ ...none, scheme: 'iban', iban: 'DE02120300000000202051' })).toBe(
    'DE02 1203 0000 0000 2020 51',
  );
  expect(accountText({ ...none, scheme: 'us', bankCode: '021000021', accountNumber: '1234567' })).toBe(
    '021000021 / 1234567',
  );
  expect(accountText({ ...none, scheme: 'gb', bankCode: '203002', accountNumber: '12345678' })).toBe(
    '20-30-02 / 12345678',
  );
  expect(accountText({ ...none, scheme: 'other', accountNumber: '99-1' })).toBe('99-1');
  expect([usualScheme('US'), usualScheme('GB'), usualScheme('AT')]).toEqual(['us', 'gb', 'iban']);
});

test('a file names an account by its number, with the code of the bank or without, filled up with noughts', () => {
  const none = { iban: null, bankCode: null, accountNumber: null };
  const us = { ...none, scheme: 'us', bankCode: '021000021', accountNumber: '1234567' } as const;
  for (const written of ['1234567', '021000021/1234567', '0210000210001234567', '000-1234567', '123 4567'])
    expect(isNamedBy(us, written), written).toBe(true);
  for (const written of ['', '12345678', '021000021', '1234560', 'XXX4567', '026009593/1234567'])
    expect(isNamedBy(us, written), written).toBe(false);
  const other = { ...none, scheme: 'other', accountNumber: '01-0902-0068389-00' } as const;
  expect(isNamedBy(other, '010902006838900')).toBe(true);
  expect(isNamedBy({ ...none, scheme: 'iban', iban: 'DE02120300000000202051' }, '202051')).toBe(false);
});
