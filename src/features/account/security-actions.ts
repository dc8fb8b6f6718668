'use server';

/**
 * What the settings change about a person's own account. All of it is the auth server's to decide, and it asks
 * itself whether the session still lives and has shown its second factor.
 */
import type { z } from 'zod';
import { getSession } from '@/auth/server/session';
import { createSupabaseServerClient } from '@/auth/server/supabase-server';
import type { Language } from '@/domain/vocabulary';
import { getPathname } from '@/i18n/navigation';
import { codeOf, readForm, refusal, typedText } from './action-steps';
import {
  emailCodesForm,
  emailForm,
  factorCodeForm,
  factorForm,
  mailProfile,
  passwordForm,
  phoneCodeForm,
  phoneFactorForm,
  phoneForm,
  providerForm,
  rowForm,
} from './credential-schema';
import { afterChange } from './event-steps';
import type { AuthFormState, EnrolmentState } from './form-schema';
import { providerScopes } from './provider-rules';
import { firstRecoveryCodes } from './recovery-code-steps';
import { callbackAddress, leaveFor, siteOrigin } from './site-steps';

const accessPath = (language: Language) =>
  getPathname({ href: '/dashboard/settings/access', locale: language });

/** Mails both addresses; the change holds once both have confirmed it. */
export async function changeEmail(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(emailForm, form);
  if (!reading.ok) return reading.state;
  const { email, language } = reading.input;
  const [supabase, session] = [await createSupabaseServerClient(), await getSession()];
  const { data, error } = await supabase.auth.updateUser(
    { email },
    { emailRedirectTo: `${await siteOrigin()}${accessPath(language)}` },
  );
  // As if it went well: whether an address has an account is nobody else's business.
  if (error?.code === 'email_exists') return { step: 'code', address: email };
  if (error) return refusal(error, form);
  const isPending = Boolean(data.user.new_email);
  await afterChange(supabase, isPending ? 'email_change_asked' : 'email_changed', {
    formerEmail: session?.email ?? null,
  });
  return isPending ? { step: 'code', address: email } : { step: 'done' };
}

/** Takes the codes of the mails, for those who read them on another device; one at a time is enough. */
export async function confirmEmailChange(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(emailCodesForm, form);
  if (!reading.ok) return reading.state;
  const { current, changed, currentCode, changedCode } = reading.input;
  const supabase = await createSupabaseServerClient();
  let isComplete = false;
  for (const [name, email, typed] of [
    ['currentCode', current, currentCode],
    ['changedCode', changed, changedCode],
  ] as const) {
    const token = typed.replaceAll(/\D/g, '');
    if (token === '' || email === '') continue;
    const { data, error } = await supabase.auth.verifyOtp({ email, token, type: 'email_change' });
    if (error?.code === 'otp_expired') return { problems: { [name]: { code: 'code_expired' } } };
    if (error) return { failure: codeOf(error) };
    isComplete = data.session !== null;
  }
  if (isComplete) await afterChange(supabase, 'email_changed');
  return { step: isComplete ? 'done' : 'half' };
}

/** Sends a code to the new number. */
export async function changePhone(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(phoneForm, form);
  if (!reading.ok) return reading.state;
  const { phone } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.updateUser({ phone });
  if (error?.code === 'phone_exists') return { step: 'code', address: phone, channel: 'phone' };
  if (error) return refusal(error, form);
  const isDone = `+${data.user.phone?.replace(/^\+/, '')}` === phone;
  if (isDone) await afterChange(supabase, 'phone_changed');
  return isDone ? { step: 'done' } : { step: 'code', address: phone, channel: 'phone' };
}

export async function confirmPhone(before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(phoneCodeForm, form);
  if (!reading.ok) return { ...before, failure: undefined, ...reading.state };
  const { phone, code } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.verifyOtp({ phone, token: code, type: 'phone_change' });
  if (error) return { ...before, failure: undefined, ...refusal(error, form) };
  await afterChange(supabase, 'phone_changed');
  return { step: 'done' };
}

/** A session older than a day first proves by a mailed code that it is still in the right hands. */
export async function changePassword(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(passwordForm, form);
  if (!reading.ok) return { ...reading.state, ...(form.has('nonce') ? { step: 'nonce' } : {}) };
  const { password, nonce } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.updateUser({ password, ...(nonce === undefined ? {} : { nonce }) });
  if (!error) {
    await afterChange(supabase, 'password_changed');
    return { step: 'done' };
  }
  if (error.code !== 'reauthentication_needed') {
    return { ...refusal(error, form), ...(nonce === undefined ? {} : { step: 'nonce' }) };
  }
  const asked = await supabase.auth.reauthenticate();
  return asked.error && asked.error.code !== 'over_email_send_rate_limit'
    ? refusal(asked.error, form)
    : { step: 'nonce', typed: typedText(form) };
}

type Client = Awaited<ReturnType<typeof createSupabaseServerClient>>;

/**
 * Set-ups that were begun and left would keep their names taken; and one begun by somebody else with the password
 * alone could be finished with it.
 */
async function dropUnfinishedFactors(supabase: Client): Promise<void> {
  const { data } = await supabase.auth.mfa.listFactors();
  for (const { id, status } of data?.all ?? []) {
    if (status === 'unverified') await supabase.auth.mfa.unenroll({ factorId: id });
  }
}

/** Begins with an authenticator app: a picture to scan, or a secret to type. */
export async function enrolApp(_: EnrolmentState, form: FormData): Promise<EnrolmentState> {
  const reading = readForm(factorForm, form);
  if (!reading.ok) return reading.state;
  const { name } = reading.input;
  const supabase = await createSupabaseServerClient();
  await dropUnfinishedFactors(supabase);
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: 'Hausbuch',
  });
  if (error) return refusal(error, form);
  // The client marks the picture as text; as an address its `#` and `%` would end it.
  const svg = data.totp.qr_code.replace(/^data:image\/svg\+xml;utf-8,/, '');
  return {
    step: 'code',
    factorId: data.id,
    qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    secret: data.totp.secret,
  };
}

/** Begins with a phone: its first code is sent at once. */
export async function enrolPhone(_: EnrolmentState, form: FormData): Promise<EnrolmentState> {
  const reading = readForm(phoneFactorForm, form);
  if (!reading.ok) return reading.state;
  const { name, phone } = reading.input;
  const supabase = await createSupabaseServerClient();
  await dropUnfinishedFactors(supabase);
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'phone', friendlyName: name, phone });
  if (error) return refusal(error, form);
  const sent = await supabase.auth.mfa.challenge({ factorId: data.id, channel: 'sms' });
  if (sent.error) return refusal(sent.error, form);
  return { step: 'code', factorId: data.id, challengeId: sent.data.id, address: phone, channel: 'phone' };
}

/** Takes the new factor's first code; from then on every sign-in asks for one. */
export async function finishEnrolment(before: EnrolmentState, form: FormData): Promise<EnrolmentState> {
  const reading = readForm(factorCodeForm, form);
  if (!reading.ok) return { ...before, failure: undefined, ...reading.state };
  const { factorId, challengeId, code } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } =
    challengeId === undefined
      ? await supabase.auth.mfa.challengeAndVerify({ factorId, code })
      : await supabase.auth.mfa.verify({ factorId, challengeId, code });
  if (error) {
    const { problems, failure } = refusal(error, form);
    return { ...before, problems, failure };
  }
  await dropUnfinishedFactors(supabase);
  await afterChange(supabase, 'factor_added');
  // The factor holds by now: without codes the settings say that there are none.
  const recoveryCodes = await firstRecoveryCodes(supabase, data.access_token).catch(() => null);
  return { step: 'done', ...(recoveryCodes ? { recoveryCodes } : {}) };
}

export async function removeFactor(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(rowForm, form);
  if (!reading.ok) return { failure: 'mfa_factor_not_found' };
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.mfa.unenroll({ factorId: reading.input.id });
  if (error) return refusal(error, form);
  // The token in hand still speaks of the factor; a fresh one says what holds now.
  await supabase.auth.refreshSession();
  await afterChange(supabase, 'factor_removed');
  return { step: 'done' };
}

/** Leads to the provider, whose account then opens this one, too. */
export async function linkProvider(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(providerForm, form);
  if (!reading.ok) return { failure: 'oauth_provider_not_supported' };
  const { provider, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.linkIdentity({
    provider: provider as Parameters<typeof supabase.auth.signInWithOAuth>[0]['provider'],
    options: {
      ...providerScopes(provider),
      redirectTo: await callbackAddress(accessPath(language), language),
      skipBrowserRedirect: true,
    },
  });
  return error ? refusal(error, form) : leaveFor(data.url);
}

export async function unlinkIdentity(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(rowForm, form);
  if (!reading.ok) return { failure: 'identity_not_found' };
  const supabase = await createSupabaseServerClient();
  const { data } = await supabase.auth.getUserIdentities();
  const identity = data?.identities.find(({ identity_id }) => identity_id === reading.input.id);
  if (!identity) return { failure: 'identity_not_found' };
  const { error } = await supabase.auth.unlinkIdentity(identity);
  if (error) return refusal(error, form);
  await supabase.auth.refreshSession();
  await afterChange(supabase, 'identity_unlinked');
  return { step: 'done' };
}

/** Ends every other session, or every one; the latter signs out here, too. */
export async function endSessions(scope: 'others' | 'global'): Promise<AuthFormState> {
  const supabase = await createSupabaseServerClient();
  const { error } = await supabase.auth.signOut({ scope: scope === 'others' ? 'others' : 'global' });
  return error ? { failure: codeOf(error) } : { step: 'done' };
}

/** Tells the auth server name and language, for the mails it writes. */
export async function tellAuthServer(profile: z.input<typeof mailProfile>): Promise<void> {
  const { displayName, language } = mailProfile.parse(profile);
  const supabase = await createSupabaseServerClient();
  await supabase.auth.updateUser({ data: { display_name: displayName, language } });
}
