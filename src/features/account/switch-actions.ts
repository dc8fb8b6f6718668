'use server';

import { redirect } from 'next/navigation';
import { createSupabaseServerClient, createWaitingClient } from '@/auth/server/supabase-server';
import { getPathname } from '@/i18n/navigation';
import { codeOf, readForm } from './action-steps';
import { switchForm } from './credential-schema';
import { afterSignIn } from './event-steps';
import type { AuthFormState } from './form-schema';
import { forgetWaiting, readWaiting } from './switch-steps';

/** Puts the account whose link was opened in the place of the one that was signed in, or keeps that one. */
export async function chooseAccount(_: AuthFormState, form: FormData): Promise<AuthFormState> {
  const reading = readForm(switchForm, form);
  if (!reading.ok) return reading.state;
  const { choice, language } = reading.input;
  const waiting = await readWaiting();
  if (choice === 'stay') {
    if (waiting) await endWaiting(waiting.refreshToken);
    await forgetWaiting();
    redirect(getPathname({ href: '/dashboard', locale: language }));
  }
  if (!waiting) return { failure: 'session_not_found' };
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.refreshSession({ refresh_token: waiting.refreshToken });
  if (error) return { failure: codeOf(error) };
  await forgetWaiting();
  await afterSignIn(data.session);
  redirect(waiting.path);
}

/** The session nobody took up; that of the browser is another. */
async function endWaiting(refreshToken: string): Promise<void> {
  const { supabase } = await createWaitingClient();
  const { data } = await supabase.auth.refreshSession({ refresh_token: refreshToken });
  if (data.session) await supabase.auth.signOut({ scope: 'local' });
}
