'use client';

import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { PasswordField } from '@/components/form/password-field';
import { SubmitButton } from '@/components/form/submit-button';
import { Link } from '@/i18n/navigation';
import { sendCode, signIn } from '../actions';
import type { signInForm } from '../credential-schema';
import type { AuthFormState } from '../form-schema';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeForm } from './code-form';
import { IdentifierField } from './identifier-field';
import { ResendForm } from './resend-form';
import { SentNotice } from './sent-notice';

const field = fieldsOf<typeof signInForm>();

/** Signing in by password. `initial` says why somebody was sent here. */
export function SignInForm({
  next,
  takesPhone,
  address: invited,
  initial,
}: {
  next: string;
  takesPhone: boolean;
  /** Of whoever was invited. */
  address: string | null;
  initial?: AuthFormState;
}) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(signIn, initial);
  const { step, address, channel } = run.state;
  return (
    <>
      <AuthForm run={run} next={next}>
        <IdentifierField takesPhone={takesPhone} address={invited} />
        <div className="relative">
          <PasswordField name={field('password')} label={t('password')} autoComplete="current-password" />
          <Link
            href="/auth/forgot"
            className="absolute end-0 top-0 rounded text-sm text-link hover:underline"
          >
            {t('forgotLink')}
          </Link>
        </div>
        <SubmitButton className="mt-1 w-full">{t('signIn')}</SubmitButton>
      </AuthForm>
      {step === 'unconfirmed' && address !== undefined && channel !== undefined && (
        <div className="mt-6 border-t border-separator pt-6">
          <ResendForm known={{ channel, address }} next={next} />
        </div>
      )}
    </>
  );
}

/** Signing in without a password: by a mailed link or its code, or by a code sent to a phone. */
export function CodeSignIn({
  next,
  takesPhone,
  initial,
}: {
  next: string;
  takesPhone: boolean;
  initial?: AuthFormState;
}) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(sendCode, initial);
  const { step, address, channel } = run.state;
  if (step === 'code' && address !== undefined && channel !== undefined) {
    const byMail = channel === 'email';
    return (
      <>
        <SentNotice
          channel={channel}
          title={byMail ? t('mailSent', { email: address }) : t('textSent', { phone: address })}
          text={byMail ? t('signInSent') : t('signInTextSent')}
          onOther={run.back}
        />
        <CodeForm channel={channel} address={address} purpose="sign_in" next={next} />
        <p className="mt-5 text-xs text-muted">{byMail ? t('mailHint') : t('textHint')}</p>
      </>
    );
  }
  return (
    <AuthForm run={run} next={next}>
      <IdentifierField takesPhone={takesPhone} />
      <SubmitButton className="mt-1 w-full">{takesPhone ? t('sendCode') : t('sendLink')}</SubmitButton>
    </AuthForm>
  );
}
