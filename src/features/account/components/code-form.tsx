import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { verifyCode } from '../actions';
import type { Channel } from '../form-schema';
import type { PasswordPolicy } from '../password-rules';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeField } from './code-field';
import { PasswordAgain } from './password-again';

/** Takes the six digits of a message; of a mail too, for those who read it on another device. */
export function CodeForm({
  channel,
  address,
  purpose,
  policy,
  next,
}: {
  channel: Channel;
  address: string;
  purpose: 'sign_in' | 'recovery';
  /** Of the password that a sign-up asks for once more. */
  policy?: PasswordPolicy;
  next?: string;
}) {
  const t = useTranslations('AuthPages');
  return (
    <AuthForm run={useAuthAction(verifyCode)} next={next} hidden={{ identifier: address, purpose }}>
      <CodeField label={channel === 'email' ? t('code') : t('textCode')} autoFocus />
      {policy !== undefined && <PasswordAgain policy={policy} />}
      <SubmitButton className="w-full">{t('continue')}</SubmitButton>
    </AuthForm>
  );
}
