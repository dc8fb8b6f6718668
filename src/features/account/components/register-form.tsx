'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { register } from '../actions';
import type { registerForm } from '../credential-schema';
import type { PasswordPolicy } from '../password-rules';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeForm } from './code-form';
import { IdentifierField } from './identifier-field';
import { NewPasswordField } from './new-password-field';
import { ResendForm } from './resend-form';
import { SentNotice } from './sent-notice';

const field = fieldsOf<typeof registerForm>();

export function RegisterForm({
  policy,
  takesPhone,
  next,
  address: invited,
  children,
}: {
  policy: PasswordPolicy;
  takesPhone: boolean;
  next: string;
  /** Of whoever was invited. */
  address: string | null;
  /** Other ways to an account, until one was taken. */
  children?: ReactNode;
}) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(register);
  const { step, address, channel } = run.state;
  if (step === 'code' && address !== undefined && channel !== undefined) {
    const byMail = channel === 'email';
    return (
      <>
        <SentNotice
          channel={channel}
          title={byMail ? t('mailSent', { email: address }) : t('textSent', { phone: address })}
          text={byMail ? t('confirmSent') : t('confirmTextSent')}
          onOther={run.back}
        />
        <CodeForm channel={channel} address={address} purpose="sign_in" policy={policy} next={next} />
        <p className="mt-6 mb-3 border-t border-separator pt-6 text-sm text-muted">
          {byMail ? t('noMail') : t('noText')}
        </p>
        <ResendForm known={{ channel, address }} policy={policy} next={next} />
      </>
    );
  }
  return (
    <>
      <AuthForm run={run} next={next} guarded>
        <TextField name={field('displayName')} label={t('name')} autoComplete="name" />
        <IdentifierField takesPhone={takesPhone} address={invited} />
        <NewPasswordField label={t('password')} policy={policy} />
        <SubmitButton className="mt-1 w-full">{t('register')}</SubmitButton>
      </AuthForm>
      {children}
    </>
  );
}
