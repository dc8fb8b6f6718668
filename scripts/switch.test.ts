import { expect, test } from 'vitest';
import { readSwitch } from './switch.ts';

const read = (value: string | undefined) => readSwitch('DISABLE_SIGNUP', { DISABLE_SIGNUP: value });

test.each(['true', 'TRUE', ' true ', '1', 'yes', 'on'])('%j closes', (value) => {
  expect(read(value)).toBe(true);
});

test.each([undefined, '', 'false', 'False', '0', 'no', 'off'])('%j leaves open', (value) => {
  expect(read(value)).toBe(false);
});

test.each(['ture', 'ja', 'closed'])('%j is neither, and the start says so', (value) => {
  expect(() => read(value)).toThrow(`DISABLE_SIGNUP is "${value}": write true or false.`);
});
