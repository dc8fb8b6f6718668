import { expect, test } from 'vitest';
import { fieldCodes } from '@/lib/errors';
import { makeCode, typedCodeHash } from './rules';
import { codeForm } from './schema';

/** What a tenant types as the code of their mail. */

const read = (code: string) => codeForm.safeParse({ room: 'link', language: 'de', code });

test.each([
  ['as it was mailed', (code: string) => code],
  ['in small letters, with spaces', (code: string) => ` ${code.toLowerCase().replaceAll('-', ' ')} `],
  ['without dashes', (code: string) => code.replaceAll('-', '')],
  ['with other dashes', (code: string) => code.replaceAll('-', ' – ')],
])('a code is one %s', (_, write) => {
  const { code, codeHash } = makeCode('room');
  const { data } = read(write(code));
  expect(typedCodeHash('room', data?.code ?? '')).toBe(codeHash);
});

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['K7QM-2XRT-9HV', 'mailed_code'],
  ['K7QM-2XRT-9HVBB', 'mailed_code'],
  ['K7QM-2XRT-9HV?', 'mailed_code'],
])('“%s” is told apart before it is tried: %s', (code, problem) => {
  const { error } = read(code);
  expect(error && fieldCodes(error)).toEqual({ code: problem });
});

test('a form without a room or with a language nobody speaks leads nowhere, and fails nowhere', () => {
  const form = { code: 'K7QM-2XRT-9HVB', language: 'xx' };
  expect(codeForm.parse(form)).toMatchObject({ room: '', code: form.code });
});
