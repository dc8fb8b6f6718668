'use client';

import { useTranslations } from 'next-intl';
import { PasswordField } from '@/components/form/password-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { Link } from '@/i18n/navigation';
import { sendLink, signIn } from '../actions';
import type { AuthFormState } from '../form-state';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeForm } from './code-form';
import { ResendForm } from './resend-form';
import { SentNotice } from './sent-notice';

/** Signing in by password. `initial` says why somebody was sent here. */
export function SignInForm({ next, initial }: { next: string; initial?: AuthFormState }) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(signIn, initial);
  const { state } = run;
  return (
    <>
      <AuthForm run={run} next={next}>
        <TextField name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" />
        <div className="relative">
          <PasswordField name="password" label={t('password')} autoComplete="current-password" />
          <Link
            href="/auth/forgot"
            className="absolute end-0 top-0 rounded text-sm text-link hover:underline"
          >
            {t('forgotLink')}
          </Link>
        </div>
        <SubmitButton className="mt-1 w-full">{t('signIn')}</SubmitButton>
      </AuthForm>
      {state.step === 'unconfirmed' && state.email !== undefined && (
        <div className="mt-6 border-t border-separator pt-6">
          <ResendForm email={state.email} next={next} />
        </div>
      )}
    </>
  );
}

/** Signing in by a mailed link or its code. */
export function LinkSignIn({ next }: { next: string }) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(sendLink);
  const { step, email } = run.state;
  if (step === 'code' && email !== undefined) {
    return (
      <>
        <SentNotice email={email} text={t('signInSent')} />
        <CodeForm email={email} purpose="email" next={next} />
        <p className="mt-5 text-xs text-muted">{t('mailHint')}</p>
      </>
    );
  }
  return (
    <AuthForm run={run} next={next}>
      <TextField name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" />
      <SubmitButton className="mt-1 w-full">{t('sendLink')}</SubmitButton>
    </AuthForm>
  );
}
