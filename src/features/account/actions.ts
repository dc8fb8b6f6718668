'use server';

/** The forms of the sign-in pages. They answer with codes; words and layout are the components' business. */
import type { AuthError } from '@supabase/supabase-js';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { z } from 'zod';
import { createSupabaseServerClient } from '@/auth/supabase-server';
import { getPathname } from '@/i18n/navigation';
import { fieldCodes } from '@/lib/errors';
import { portfolioCookieName } from '@/lib/request';
import {
  confirmForm,
  forgotForm,
  registerForm,
  resendForm,
  resetForm,
  sendLinkForm,
  signInForm,
  verifyCodeForm,
} from './credentials';
import type { AuthFormState } from './form-state';
import { pathAfterSignIn, siteOrigin } from './site-address';

const neverEchoed = new Set(['password', 'code', 'tokenHash']);

/** What was typed, to stand in the form again; secrets are typed anew. */
function typedText(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string' && !neverEchoed.has(name) && !name.startsWith('$')) typed[name] = value;
  }
  return typed;
}

type Read<Output> = { ok: true; input: Output } | { ok: false; state: AuthFormState };

function read<Schema extends z.ZodType>(schema: Schema, form: FormData): Read<z.output<Schema>> {
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (parsed.success) return { ok: true, input: parsed.data };
  const problems = Object.fromEntries(
    Object.entries(fieldCodes(parsed.error)).map(([name, code]) => [name, { code }]),
  );
  return { ok: false, state: { problems, typed: typedText(form) } };
}

function codeOf(error: AuthError): string {
  if (error.code) return error.code;
  const unreachable = error.status === 0 || error.status === undefined || error.status >= 502;
  return unreachable ? 'unavailable' : 'unknown';
}

function refusal(error: AuthError, form: FormData): AuthFormState {
  const typed = typedText(form);
  if (error.code === 'weak_password' || error.code === 'same_password') {
    const reasons = 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : [];
    const [reason = 'characters'] = reasons.filter((one) => typeof one === 'string');
    const code = error.code === 'same_password' ? 'password_same' : `password_${reason}`;
    return { problems: { password: { code } }, typed };
  }
  if (error.code === 'email_address_invalid') return { problems: { email: { code: 'email' } }, typed };
  return { failure: codeOf(error), typed };
}

/** Refusals that would tell a stranger whether an address has an account; they are answered like success. */
const telling = new Set(['otp_disabled', 'user_not_found', 'over_email_send_rate_limit']);

const tells = (error: AuthError) => error.code !== undefined && telling.has(error.code);

export async function signIn(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(signInForm, form);
  if (!reading.ok) return reading.state;
  const { email, password, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error?.code === 'email_not_confirmed') {
    return { failure: error.code, typed: typedText(form), step: 'unconfirmed', email };
  }
  if (error) return refusal(error, form);
  redirect(await pathAfterSignIn(next, language));
}

/** Mails a link and a code. An address without an account gets the same answer and no mail. */
export async function sendLink(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(sendLinkForm, form);
  if (!reading.ok) return reading.state;
  const { email, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.signInWithOtp({
    email,
    options: {
      shouldCreateUser: false,
      emailRedirectTo: `${await siteOrigin()}${await pathAfterSignIn(next, language)}`,
    },
  });
  if (error && !tells(error)) return refusal(error, form);
  return { step: 'code', email, typed: typedText(form) };
}

export async function verifyCode(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(verifyCodeForm, form);
  if (!reading.ok) return reading.state;
  const { email, code, purpose, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.verifyOtp({ email, token: code, type: purpose });
  if (error?.code === 'otp_expired')
    return { problems: { code: { code: 'code_expired' } }, typed: typedText(form) };
  if (error) return refusal(error, form);
  if (purpose === 'recovery') redirect(getPathname({ href: '/auth/reset', locale: language }));
  redirect(await pathAfterSignIn(next, language));
}

export async function register(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(registerForm, form);
  if (!reading.ok) return reading.state;
  const { displayName, email, password, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const path = await pathAfterSignIn(next, language);
  const { data, error } = await supabase.auth.signUp({
    email,
    password,
    options: {
      data: { display_name: displayName, language },
      emailRedirectTo: `${await siteOrigin()}${path}`,
    },
  });
  if (error) return refusal(error, form);
  if (data.session) redirect(path);
  return { step: 'code', email, typed: typedText(form) };
}

export async function resendConfirmation(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(resendForm, form);
  if (!reading.ok) return reading.state;
  const { email, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${await siteOrigin()}${await pathAfterSignIn(next, language)}` },
  });
  if (error) return refusal(error, form);
  return { step: 'code', email, resent: true, typed: typedText(form) };
}

export async function requestReset(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(forgotForm, form);
  if (!reading.ok) return reading.state;
  const { email, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const reset = getPathname({ href: '/auth/reset', locale: language });
  const { error } = await supabase.auth.resetPasswordForEmail(email, {
    redirectTo: `${await siteOrigin()}${reset}`,
  });
  if (error && !tells(error)) return refusal(error, form);
  return { step: 'code', email, typed: typedText(form) };
}

/** Needs the session a recovery link gave. */
export async function setPassword(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(resetForm, form);
  if (!reading.ok) return reading.state;
  const { password, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.updateUser({ password });
  if (error) return refusal(error, form);
  redirect(getPathname({ href: '/dashboard', locale: language }));
}

/** The click on the page a mail leads to. The link itself does nothing: mail scanners open it first. */
export async function confirmLink(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = read(confirmForm, form);
  if (!reading.ok) return { failure: 'otp_expired' };
  const { tokenHash, type, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.verifyOtp({ token_hash: tokenHash, type });
  if (error) return { failure: codeOf(error) };
  // A change of address asks in both mailboxes; the first answer opens no session.
  if (type === 'email_change' && !data.session) return { step: 'half' };
  if (type === 'recovery') redirect(getPathname({ href: '/auth/reset', locale: language }));
  redirect(await pathAfterSignIn(next, language));
}

/** Signs out on this device. The caller then loads a new page, which drops everything that was cached. */
export async function signOut(): Promise<void> {
  const supabase = await createSupabaseServerClient();
  await supabase.auth.signOut({ scope: 'local' });
  const store = await cookies();
  store.delete(portfolioCookieName);
}
