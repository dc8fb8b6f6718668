/** What the auth server demands of a new password; the wording of `password_requirements` in supabase/config.toml. */
export type PasswordPolicy = {
  minLength: number;
  requirements: '' | 'letters_digits' | 'lower_upper_letters_digits' | 'lower_upper_letters_digits_symbols';
};

export type PasswordRule = 'length' | 'letter' | 'lower' | 'upper' | 'digit' | 'symbol';

const kinds: Record<PasswordPolicy['requirements'], PasswordRule[]> = {
  '': [],
  letters_digits: ['letter', 'digit'],
  lower_upper_letters_digits: ['lower', 'upper', 'digit'],
  lower_upper_letters_digits_symbols: ['lower', 'upper', 'digit', 'symbol'],
};

export function passwordRules(policy: PasswordPolicy): PasswordRule[] {
  return ['length', ...kinds[policy.requirements]];
}

// ASCII only, as the auth server counts them: an `ä` is no letter to it.
const patterns: Record<Exclude<PasswordRule, 'length'>, RegExp> = {
  letter: /[a-zA-Z]/,
  lower: /[a-z]/,
  upper: /[A-Z]/,
  digit: /[0-9]/,
  symbol: /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/,
};

export function meetsRule(password: string, rule: PasswordRule, policy: PasswordPolicy): boolean {
  if (rule === 'length') return new TextEncoder().encode(password).length >= policy.minLength;
  return patterns[rule].test(password);
}

export function firstUnmetRule(password: string, policy: PasswordPolicy): PasswordRule | null {
  return passwordRules(policy).find((rule) => !meetsRule(password, rule, policy)) ?? null;
}
