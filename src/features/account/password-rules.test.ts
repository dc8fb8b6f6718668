import { describe, expect, it } from 'vitest';
import { meetsRule, type PasswordPolicy, passwordRules } from './password-rules';

const policy: PasswordPolicy = { minLength: 10, requirements: 'lower_upper_letters_digits' };
const met = (password: string) => passwordRules(policy).filter((rule) => meetsRule(password, rule, policy));

describe('password rules', () => {
  it('lists a rule per kind of character the server demands', () => {
    expect(passwordRules(policy)).toEqual(['length', 'lower', 'upper', 'digit']);
    expect(passwordRules({ minLength: 8, requirements: '' })).toEqual(['length']);
    expect(passwordRules({ minLength: 8, requirements: 'lower_upper_letters_digits_symbols' })).toContain(
      'symbol',
    );
  });

  it('ticks off what is there', () => {
    expect(met('')).toEqual([]);
    expect(met('abc')).toEqual(['lower']);
    expect(met('Abc1')).toEqual(['lower', 'upper', 'digit']);
    expect(met('Lindenallee12')).toEqual(['length', 'lower', 'upper', 'digit']);
  });

  it('takes umlauts for no letters, as the server does', () => {
    expect(met('äöüß')).toEqual([]);
  });
});
