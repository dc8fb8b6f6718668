import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import type { z } from 'zod';
import { fieldCodes } from '@/lib/errors';
import { askingEveryRule } from '@/lib/every-rule';
import type { AuthFormState } from './form-schema';

/** What the server actions of the account share: reading a form, and answering with codes. */

const neverEchoed = new Set([
  'password',
  'code',
  'nonce',
  'currentCode',
  'changedCode',
  'tokenHash',
  'recoveryCode',
]);

/** What was typed, to stand in the form again; secrets are typed anew. */
export function typedText(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string' && !neverEchoed.has(name) && !name.startsWith('$')) typed[name] = value;
  }
  return typed;
}

type Read<Output> = { ok: true; input: Output } | { ok: false; state: AuthFormState };

export function readForm<Schema extends z.ZodType>(schema: Schema, form: FormData): Read<z.output<Schema>> {
  const parsed = askingEveryRule(schema).safeParse(Object.fromEntries(form));
  if (parsed.success) return { ok: true, input: parsed.data };
  const problems = Object.fromEntries(
    Object.entries(fieldCodes(parsed.error)).map(([name, code]) => [name, { code }]),
  );
  // Both belong together; an e-mail alone or a password alone is no way to sign in or up.
  const isIncomplete = [problems.identifier, problems.password].some(
    (problem) => problem?.code === 'required',
  );
  const asksBoth = form.has('identifier') && form.has('password') && !form.has('code');
  const failure = isIncomplete && asksBoth ? { failure: 'missing_credentials' } : {};
  return { ok: false, state: { ...failure, problems, typed: typedText(form) } };
}

/** The auth server's code, or ours where it gave none. */
export function codeOf(error: AuthError): string {
  if (error.code) return error.code;
  if (error.name === 'AuthSessionMissingError') return 'session_not_found';
  const unreachable = error.status === 0 || error.status === undefined || error.status >= 502;
  return unreachable ? 'unavailable' : 'unknown';
}

/** Codes that are about one field of the form, under that field. */
const fieldsOf: Record<string, { field: string; code: string }> = {
  same_password: { field: 'password', code: 'password_same' },
  email_address_invalid: { field: 'email', code: 'email' },
  mfa_verification_failed: { field: 'code', code: 'code_wrong' },
  mfa_challenge_expired: { field: 'code', code: 'code_expired' },
  mfa_factor_name_conflict: { field: 'name', code: 'factor_name_taken' },
  reauthentication_not_valid: { field: 'nonce', code: 'code_expired' },
  otp_expired: { field: 'code', code: 'code_expired' },
};

/** A refusal of the auth server: under the field it is about where the form has it, else on top. */
export function refusal(error: AuthError, form: FormData): AuthFormState {
  const typed = typedText(form);
  if (error.code === 'weak_password') {
    const reasons = 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : [];
    const [reason = 'characters'] = reasons.filter((one) => typeof one === 'string');
    return { problems: { password: { code: `password_${reason}` } }, typed };
  }
  const place = error.code === undefined ? undefined : fieldsOf[error.code];
  if (place && form.has(place.field)) return { problems: { [place.field]: { code: place.code } }, typed };
  return { failure: codeOf(error), typed };
}
