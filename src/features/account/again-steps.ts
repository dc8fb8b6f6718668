import 'server-only';
import { createSupabaseServerClient } from '@/auth/server/supabase-server';
import { readForm, refusal } from './action-steps';
import { signInForm } from './credential-schema';
import { afterSignIn } from './event-steps';
import type { AuthFormState } from './form-schema';

/**
 * Signing in by password where the page stays as it is. No server action: one that sets cookies has the page served
 * anew, and without a session that leads away from it.
 */
export async function signInAgain(form: FormData): Promise<AuthFormState> {
  const reading = readForm(signInForm, form);
  if (!reading.ok) return reading.state;
  const { identifier, password } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.signInWithPassword({
    ...(identifier.kind === 'email' ? { email: identifier.value } : { phone: identifier.value }),
    password,
  });
  if (error) return refusal(error, form);
  await afterSignIn(data.session);
  return { step: 'done' };
}
