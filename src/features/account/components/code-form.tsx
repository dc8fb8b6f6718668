'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { verifyCode } from '../actions';
import type { Channel } from '../form-schema';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeField } from './code-field';

/** Takes the six digits of a message; of a mail too, for those who read it on another device. */
export function CodeForm({
  channel,
  address,
  purpose,
  next,
}: {
  channel: Channel;
  address: string;
  purpose: 'sign_in' | 'recovery';
  next?: string;
}) {
  const t = useTranslations('AuthPages');
  return (
    <AuthForm run={useAuthAction(verifyCode)} next={next} hidden={{ identifier: address, purpose }}>
      <CodeField label={channel === 'email' ? t('code') : t('textCode')} />
      <SubmitButton className="w-full">{t('continue')}</SubmitButton>
    </AuthForm>
  );
}
