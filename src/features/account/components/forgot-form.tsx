'use client';

import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { requestReset } from '../actions';
import type { forgotForm } from '../credential-schema';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeForm } from './code-form';
import { SentNotice } from './sent-notice';

const field = fieldsOf<typeof forgotForm>();

export function ForgotForm() {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(requestReset);
  const { step, address } = run.state;
  if (step === 'code' && address !== undefined) {
    return (
      <>
        <SentNotice
          channel="email"
          title={t('mailSent', { email: address })}
          text={t('resetSent')}
          onOther={run.back}
        />
        <CodeForm channel="email" address={address} purpose="recovery" />
        <p className="mt-5 text-xs text-muted">{t('mailHint')}</p>
      </>
    );
  }
  return (
    <AuthForm run={run}>
      <TextField
        name={field('email')}
        type="email"
        label={t('email')}
        autoComplete="username"
        inputMode="email"
      />
      <SubmitButton className="mt-1 w-full">{t('sendReset')}</SubmitButton>
    </AuthForm>
  );
}
