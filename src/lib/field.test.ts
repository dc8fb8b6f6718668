import { expect, test } from 'vitest';
import { z } from 'zod';
import { calendarDate, email, forwards, iban, paging, phone } from './field.ts';

test('paging takes what the client’s infinite queries send: cursor and direction', () => {
  const list = z.strictObject(paging);
  expect(list.parse({ cursor: null, direction: 'forward' })).toEqual({
    cursor: null,
    direction: 'forward',
    limit: 50,
  });
  expect(list.safeParse({ direction: 'backward' }).success).toBe(false);
});

test('rules over several days are not asked about what is no day', () => {
  const term = z.strictObject({ from: calendarDate, to: calendarDate }).superRefine(({ from }) => {
    throw new RangeError(`asked about ${from}`);
  });
  expect(term.safeParse({ from: 'soon', to: '2026-01-01' }).error?.issues).toMatchObject([
    { path: ['from'], message: 'date' },
  ]);
});

test('a period runs forwards, of one day as well', () => {
  const period = z.strictObject({ from: calendarDate, to: calendarDate }).refine(...forwards);
  const ends = (to: string) => period.safeParse({ from: '2026-02-01', to }).error?.issues ?? [];
  expect(ends('2026-02-01')).toEqual([]);
  expect(ends('2026-01-31')).toMatchObject([{ path: ['to'], message: 'end_before_start' }]);
});

test('a phone number is taken as it is written at home: area code in brackets, extension behind', () => {
  for (const number of [
    '(614) 555-0134',
    '614.555.0134',
    '+1 (614) 555\u20110134',
    '614-555-0134 x12',
    '(614) 555-0134 ext. 12',
    '(030) 123456',
    '+49 (0)30 / 12 34 56',
    '+ 49 30 123456',
    '+(49) 30 123456',
    '(+49) 30 123456',
  ]) {
    expect(phone.safeParse(number)).toEqual({ success: true, data: number });
  }
  for (const number of ['(((', '()-', 'ext. 12', 'call me', '614-555-0134 xyz', '614-555-0134;123']) {
    expect(phone.safeParse(number).error?.issues[0]?.message).toBe('phone');
  }
});

test('an address is taken out of what mail programs copy with it', () => {
  for (const pasted of [
    'anna@example.com',
    ' Anna@Example.com\u00a0',
    'mailto:anna@example.com',
    'MAILTO:anna@example.com?subject=Flat%203',
    'Anna Roth <anna@example.com>',
    '"Roth, Anna" <Anna@example.com>;',
    '<mailto:anna@example.com>',
    '\u202aanna@example.com\u202c',
  ]) {
    expect(email.safeParse(pasted), pasted).toEqual({ success: true, data: 'anna@example.com' });
  }
  for (const none of [
    'Anna Roth',
    '<anna@example.com> <ben@example.com>',
    'a@b.de c@d.de',
    'anna@',
    'mailto:',
  ]) {
    expect(email.safeParse(none).error?.issues[0]?.message, none).toBe('email');
  }
});

test('an IBAN is taken in small letters, with blanks and with its name before it', () => {
  for (const pasted of [
    'DE89370400440532013000',
    'de89 3704 0044 0532 0130 00 ',
    'IBAN: DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
    'IBAN DE89 3704 0044 0532 0130 00',
    '\u200bDE89370400440532013000',
  ]) {
    expect(iban.safeParse(pasted), pasted).toEqual({ success: true, data: 'DE89370400440532013000' });
  }
  expect(iban.safeParse('DE88370400440532013000').success).toBe(false);
});

test('a phone number is taken out of what address books copy with it', () => {
  for (const pasted of [
    'tel:+493012345',
    'Tel.: +493012345',
    '\u202a+493012345\u202c',
    ' +493012345 ',
    'Telefon +493012345',
  ]) {
    expect(phone.safeParse(pasted), pasted).toEqual({ success: true, data: '+493012345' });
  }
});
