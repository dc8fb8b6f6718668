import { expect, test } from 'vitest';
import { registerForm, resetForm, signInForm, verifyCodeForm } from '@/features/account/credential-schema';
import { readForm } from './action-steps';

const filled = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ next: '', language: 'en', ...fields })) form.set(name, value);
  return form;
};
const required = { code: 'required' };

test.each([
  [
    { identifier: '', password: '' },
    { identifier: required, password: required },
  ],
  [{ identifier: '', password: 'Lindenallee12' }, { identifier: required }],
  [{ identifier: 'a@example.com', password: '' }, { password: required }],
])(
  'without an address or a password a sentence stands above the words at the fields: %o',
  (fields, problems) => {
    for (const schema of [signInForm, registerForm]) {
      const read = readForm(schema, filled({ displayName: 'Anna', ...fields }));
      expect(read).toMatchObject({ ok: false, state: { failure: 'missing_credentials', problems } });
    }
  },
);

test('anything else that is wrong stands at its field alone', () => {
  for (const fields of [
    { identifier: '0170', password: 'x' },
    { identifier: 'a@example.com', password: 'x', displayName: '' },
  ]) {
    const read = readForm(registerForm, filled({ displayName: 'Anna', ...fields }));
    expect(read.ok).toBe(false);
    expect(read).not.toHaveProperty('state.failure');
  }
});

test('where a password alone is asked for, nothing is said of an address', () => {
  const code = { identifier: 'a@example.com', code: '123456', purpose: 'sign_in', password: '' };
  for (const read of [
    readForm(verifyCodeForm, filled(code)),
    readForm(resetForm, filled({ password: '' })),
  ]) {
    expect(read).toMatchObject({ ok: false, state: { problems: { password: required } } });
    expect(read).not.toHaveProperty('state.failure');
  }
});
