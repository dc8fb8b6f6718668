'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { setPassword } from '../actions';
import type { PasswordPolicy } from '../password-rules';
import { AuthForm, useAuthAction } from './auth-form';
import { NewPasswordField } from './new-password-field';

export function ResetForm({ policy, email, next }: { policy: PasswordPolicy; email: string; next: string }) {
  const t = useTranslations('AuthPages');
  return (
    <AuthForm run={useAuthAction(setPassword)} next={next}>
      {/* Lets a password manager know whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField label={t('newPassword')} policy={policy} />
      <SubmitButton className="mt-1 w-full">{t('setPassword')}</SubmitButton>
    </AuthForm>
  );
}
