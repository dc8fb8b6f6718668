'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { resendConfirmation } from '../actions';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeForm } from './code-form';
import { SentNotice } from './sent-notice';

/** Mails the confirmation once more; asks for the address when it is not known. */
export function ResendForm({ email, next }: { email?: string; next?: string }) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(resendConfirmation);
  const { state } = run;
  if (state.step === 'code' && state.email !== undefined) {
    return (
      <>
        <SentNotice email={state.email} text={t('confirmSent')} />
        <CodeForm email={state.email} purpose="email" next={next} />
      </>
    );
  }
  return (
    <AuthForm run={run} next={next} hidden={email === undefined ? {} : { email }}>
      {email === undefined && (
        <TextField name="email" type="email" label={t('email')} autoComplete="email" inputMode="email" />
      )}
      <SubmitButton look={email === undefined ? 'primary' : 'secondary'} className="w-full">
        {t('resend')}
      </SubmitButton>
    </AuthForm>
  );
}
