'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { verifyCode } from '../actions';
import { AuthForm, useAuthAction } from './auth-form';

/** Takes the six digits of a mail, for those who read it on another device. */
export function CodeForm({
  email,
  purpose,
  next,
}: {
  email: string;
  purpose: 'email' | 'recovery';
  next?: string;
}) {
  const t = useTranslations('AuthPages');
  return (
    <AuthForm run={useAuthAction(verifyCode)} next={next} hidden={{ email, purpose }}>
      <TextField
        name="code"
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        maxLength={12}
      />
      <SubmitButton className="w-full">{t('continue')}</SubmitButton>
    </AuthForm>
  );
}
