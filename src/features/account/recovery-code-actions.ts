'use server';

/** Codes that stand in for a lost second factor: made in the settings, used at the sign-in. */
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { accountAdmin } from '@/auth/server/account-admin';
import { getSession } from '@/auth/server/session';
import { createSupabaseServerClient } from '@/auth/server/supabase-server';
import { DomainError } from '@/lib/errors';
import { env } from '@/lib/server/env';
import { requestAddress } from '@/lib/server/request';
import { readForm } from './action-steps';
import { recoveryForm } from './credential-schema';
import { afterChange, afterSignIn, visitorPlace } from './event-steps';
import type { AuthFormState, RecoveryCodesState } from './form-schema';
import { ownCodes } from './recovery-code-commands';
import { recoverWithCode, replaceOwnCodes } from './recovery-code-steps';
import { pathAfterSignIn } from './site-steps';

/** The code of the auth server that says the same, so that the sentence is the same, too. */
const sameAs: Record<string, string> = {
  'auth.signed_out': 'session_not_found',
  'auth.token_invalid': 'session_not_found',
  'auth.second_factor_required': 'insufficient_aal',
  'auth.unavailable': 'unavailable',
};

function failureOf(error: unknown): AuthFormState {
  const failure = error instanceof DomainError ? sameAs[error.code] : undefined;
  if (failure === undefined) throw error;
  return { failure };
}

/** Ten new codes instead of those of before, for a session that has shown its second factor. */
export async function makeRecoveryCodes(): Promise<RecoveryCodesState> {
  const session = await getSession();
  if (session === null) return { failure: 'session_not_found' };
  try {
    const recoveryCodes = await replaceOwnCodes(ownCodes(session));
    await afterChange(await createSupabaseServerClient(), 'recovery_codes_made');
    return { step: 'done', recoveryCodes };
  } catch (error) {
    return failureOf(error);
  }
}

/** Takes the second factors away for one code, and goes on to `next` as signed in without them. */
export async function enterWithRecoveryCode(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(recoveryForm, form);
  if (!reading.ok) return reading.state;
  const { recoveryCode: code, next, language } = reading.input;
  const session = await getSession();
  if (session === null) return { failure: 'session_not_found' };
  const [supabase, place] = [await createSupabaseServerClient(), await visitorPlace({ marks: true })];
  try {
    const means = { admin: accountAdmin(), secret: env().supabaseSecretKey };
    const outcome = await recoverWithCode(ownCodes(session), means, {
      ...{ code, place, now: new Date() },
      address: requestAddress(await headers()),
    });
    if (outcome === 'wrong') return { problems: { recoveryCode: { code: 'recovery_code_wrong' } } };
    if (outcome === 'too_many') return { failure: 'mfa_recovery_codes_locked' };
    if (outcome === 'signed_out') return { failure: 'session_not_found' };
    // The token in hand still speaks of the factors; a fresh one says what holds now.
    const { data } = await supabase.auth.refreshSession();
    if (outcome === 'recovered') await afterChange(supabase, 'recovery_code_used', { isRecorded: true });
    if (data.session && data.user) await afterSignIn({ ...data.session, user: data.user });
  } catch (error) {
    return failureOf(error);
  }
  redirect(await pathAfterSignIn(next, language));
}
