'use server';

/** The second factor at sign-in. Challenge and answer both come from this server: they must share an address. */
import { redirect } from 'next/navigation';
import { createSupabaseServerClient } from '@/auth/server/supabase-server';
import { readForm, refusal, typedText } from './action-steps';
import { answerForm, challengeForm } from './credential-schema';
import { afterSignIn } from './event-steps';
import type { ChallengeState } from './form-schema';
import { pathAfterSignIn } from './site-steps';

/** Sends the code of a factor that is a phone. */
export async function sendFactorCode(_: ChallengeState, form: FormData): Promise<ChallengeState> {
  const reading = readForm(challengeForm, form);
  if (!reading.ok) return { failure: 'mfa_factor_not_found' };
  const { factorId } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) return { ...refusal(error, form), factorId };
  return { step: 'code', factorId, challengeId: data.id };
}

/** Takes the code of either kind of factor; the session is then worth the second factor, and goes on to `next`. */
export async function answerChallenge(before: ChallengeState, form: FormData): Promise<ChallengeState> {
  const reading = readForm(answerForm, form);
  if (!reading.ok) return { ...before, failure: undefined, ...reading.state };
  const { factorId, challengeId, code, next, language } = reading.input;
  const supabase = await createSupabaseServerClient();
  const { data, error } =
    challengeId === undefined
      ? await supabase.auth.mfa.challengeAndVerify({ factorId, code })
      : await supabase.auth.mfa.verify({ factorId, challengeId, code });
  if (error) {
    const { problems, failure } = refusal(error, form);
    return { ...before, problems, failure, typed: typedText(form) };
  }
  await afterSignIn(data);
  redirect(await pathAfterSignIn(next, language));
}
