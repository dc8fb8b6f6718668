'use server';

/** The forms of the sign-in pages. They answer with codes; words and layout are the components' business. */
import type { AuthError, Session } from '@supabase/supabase-js';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { createSupabaseServerClient, createWaitingClient } from '@/auth/server/supabase-server';
import type { Language } from '@/domain/vocabulary';
import { getPathname } from '@/i18n/navigation';
import { lastPortfolioCookie } from '@/lib/last-portfolio';
import { portfolioCookieName } from '@/lib/server/request';
import { codeOf, readForm, refusal, typedText } from './action-steps';
import {
  confirmForm,
  forgotForm,
  providerForm,
  registerForm,
  resendForm,
  resetForm,
  sendCodeForm,
  signInForm,
  verifyCodeForm,
} from './credential-schema';
import { afterChange, afterSignIn } from './event-steps';
import type { AuthFormState } from './form-schema';
import type { Identifier } from './identifier-rules';
import { firstUnmetRule } from './password-rules';
import { getPasswordPolicy } from './password-steps';
import { isFirstProof, takePossession } from './proof-steps';
import { providerScopes } from './provider-rules';
import { callbackAddress, leaveFor, pathAfterSignIn, siteOrigin } from './site-steps';
import { enter } from './switch-steps';

/** Refusals that would tell a stranger whether an address has an account; they are answered like success. */
const telling = new Set([
  'otp_disabled',
  'user_not_found',
  'over_email_send_rate_limit',
  'over_sms_send_rate_limit',
]);

type Client = Awaited<ReturnType<typeof createWaitingClient>>;

const tells = (error: AuthError) => error.code !== undefined && telling.has(error.code);

const asCredential = ({ kind, value }: Identifier) =>
  kind === 'email' ? { email: value } : { phone: value };

const codeSent = ({ kind, value }: Identifier, form: FormData): AuthFormState => ({
  step: 'code',
  address: value,
  channel: kind,
  typed: typedText(form),
});

/** A password that breaks the rules is refused while the proof beside it is not yet used up. */
async function weakness(password: string | undefined, form: FormData): Promise<AuthFormState | null> {
  const rule = password === undefined ? null : firstUnmetRule(password, await getPasswordPolicy());
  if (rule === null) return null;
  const code = rule === 'length' ? 'password_length' : 'password_characters';
  return { problems: { password: { code } }, typed: typedText(form) };
}

export async function signIn(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(signInForm, form);
  if (!reading.ok) return reading.state;
  const { identifier, password, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.signInWithPassword({ ...asCredential(identifier), password });
  if (error?.code === 'email_not_confirmed' || error?.code === 'phone_not_confirmed') {
    const { kind, value } = identifier;
    return {
      failure: error.code,
      typed: typedText(form),
      step: 'unconfirmed',
      address: value,
      channel: kind,
    };
  }
  if (error) return refusal(error, form);
  await afterSignIn(data.session);
  redirect(await pathAfterSignIn(next, language));
}

/** Mails a link and a code, or sends a code by text. Whoever has no account gets the same answer and no message. */
export async function sendCode(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(sendCodeForm, form);
  if (!reading.ok) return reading.state;
  const { identifier, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.signInWithOtp(
    identifier.kind === 'email'
      ? {
          email: identifier.value,
          options: {
            shouldCreateUser: false,
            emailRedirectTo: `${await siteOrigin()}${await pathAfterSignIn(next, language)}`,
          },
        }
      : { phone: identifier.value, options: { shouldCreateUser: false } },
  );
  if (error && !tells(error)) return refusal(error, form);
  return codeSent(identifier, form);
}

export async function verifyCode(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(verifyCodeForm, form);
  if (!reading.ok) return reading.state;
  const { identifier, code, purpose, password, next, language } = reading.input;
  const weak = await weakness(password, form);
  if (weak) return weak;
  const client = await createWaitingClient();
  const { data, error } = await client.supabase.auth.verifyOtp(
    identifier.kind === 'phone'
      ? { phone: identifier.value, token: code, type: 'sms' }
      : { email: identifier.value, token: code, type: purpose === 'recovery' ? 'recovery' : 'email' },
  );
  if (error) return refusal(error, form);
  return goOn(client, data.session, { asksAnyway: purpose === 'recovery', password, next, language });
}

/** Onward from a proof that opened a session: past a new password where one is due. */
async function goOn(
  client: Client,
  session: Session | null,
  to: { asksAnyway: boolean; password: string | undefined; next: string; language: Language },
): Promise<never> {
  const { asksAnyway, password, next, language } = to;
  const isFirst = session !== null && (password !== undefined || isFirstProof(session));
  const isDue =
    isFirst && !(await takePossession(client.supabase.auth, session.user, { typed: password, language }));
  const path = await pathAfterSignIn(next, language);
  if (!isDue && !asksAnyway) return enter(client, { path, language });
  // Who has forgotten a password was to come to that very page.
  const query = asksAnyway ? {} : { next: path };
  const reset = getPathname({ href: { pathname: '/auth/reset', query }, locale: language });
  return enter(client, { path: reset, language });
}

export async function register(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(registerForm, form);
  if (!reading.ok) return reading.state;
  const { displayName, identifier, password, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const path = await pathAfterSignIn(next, language);
  const data = { display_name: displayName, language };
  const { data: answer, error } = await supabase.auth.signUp(
    identifier.kind === 'email'
      ? {
          email: identifier.value,
          password,
          options: { data, emailRedirectTo: `${await siteOrigin()}${path}` },
        }
      : { phone: identifier.value, password, options: { data } },
  );
  if (error) return refusal(error, form);
  if (answer.session) {
    await afterSignIn(answer.session);
    redirect(path);
  }
  return codeSent(identifier, form);
}

export async function resendConfirmation(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(resendForm, form);
  if (!reading.ok) return reading.state;
  const { identifier, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.resend(
    identifier.kind === 'email'
      ? {
          type: 'signup',
          email: identifier.value,
          options: { emailRedirectTo: `${await siteOrigin()}${await pathAfterSignIn(next, language)}` },
        }
      : { type: 'sms', phone: identifier.value },
  );
  if (error) return refusal(error, form);
  return { ...codeSent(identifier, form), resent: true };
}

/** Leads to the provider; the way back is /auth/callback. */
export async function signInWithProvider(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(providerForm, form);
  if (!reading.ok) return { failure: 'oauth_provider_not_supported' };
  const { provider, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.signInWithOAuth({
    // The client's list of names is closed; which of them there are is the auth server's word.
    provider: provider as Parameters<typeof supabase.auth.signInWithOAuth>[0]['provider'],
    options: {
      ...providerScopes(provider),
      redirectTo: await callbackAddress(next, language),
      skipBrowserRedirect: true,
    },
  });
  return error ? refusal(error, form) : leaveFor(data.url);
}

export async function requestReset(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(forgotForm, form);
  if (!reading.ok) return reading.state;
  const { email, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const reset = getPathname({ href: '/auth/reset', locale: language });
  const { error } = await supabase.auth.resetPasswordForEmail(email, {
    redirectTo: `${await siteOrigin()}${reset}`,
  });
  if (error && !tells(error)) return refusal(error, form);
  return codeSent({ kind: 'email', value: email }, form);
}

/** Needs the session a recovery link gave. */
export async function setPassword(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(resetForm, form);
  if (!reading.ok) return reading.state;
  const { password, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.updateUser({ password });
  if (error) return refusal(error, form);
  await afterChange(supabase, 'password_changed');
  redirect(await pathAfterSignIn(next, language));
}

/** The click on the page a mail leads to. The link itself does nothing: mail scanners open it first. */
export async function confirmLink(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(confirmForm, form);
  if (!reading.ok) return form.has('password') ? reading.state : { failure: 'otp_expired' };
  const { tokenHash, type, password, next, language } = reading.input;
  const weak = await weakness(password, form);
  if (weak) return weak;
  const client = await createWaitingClient();
  const { supabase } = client;
  const { data, error } = await supabase.auth.verifyOtp({ token_hash: tokenHash, type });
  if (error) return { failure: codeOf(error) };
  // A change of address asks in both mailboxes; the first answer opens no session.
  if (type === 'email_change' && !data.session) return { step: 'half' };
  if (type === 'email_change') await afterChange(supabase, 'email_changed');
  return goOn(client, data.session, { asksAnyway: type === 'recovery', password, next, language });
}

/** Signs out on this device. The caller then loads a new page, which drops everything that was cached. */
export async function signOut(): Promise<void> {
  const supabase = await createSupabaseServerClient();
  await supabase.auth.signOut({ scope: 'local' });
  const store = await cookies();
  store.delete(portfolioCookieName);
  store.delete(lastPortfolioCookie);
}
