'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { register } from '../actions';
import type { PasswordPolicy } from '../password-rules';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeForm } from './code-form';
import { NewPasswordField } from './new-password-field';
import { ResendForm } from './resend-form';
import { SentNotice } from './sent-notice';

export function RegisterForm({ policy, next }: { policy: PasswordPolicy; next: string }) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(register);
  const { step, email } = run.state;
  if (step === 'code' && email !== undefined) {
    return (
      <>
        <SentNotice email={email} text={t('confirmSent')} />
        <CodeForm email={email} purpose="email" next={next} />
        <p className="mt-6 mb-3 border-t border-separator pt-6 text-sm text-muted">{t('noMail')}</p>
        <ResendForm email={email} next={next} />
      </>
    );
  }
  return (
    <AuthForm run={run} next={next}>
      <TextField name="displayName" label={t('name')} autoComplete="name" />
      <TextField name="email" type="email" label={t('email')} autoComplete="email" inputMode="email" />
      <NewPasswordField label={t('password')} policy={policy} />
      <SubmitButton className="mt-1 w-full">{t('register')}</SubmitButton>
    </AuthForm>
  );
}
