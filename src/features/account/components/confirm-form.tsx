'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { LinkButton } from '@/components/link-button';
import { Notice } from '@/components/notice';
import { confirmLink } from '../actions';
import type { LinkType } from '../credential-schema';
import type { PasswordPolicy } from '../password-rules';
import { AuthFailure, AuthForm, useAuthAction } from './auth-form';
import { PasswordAgain } from './password-again';
import { ResendForm } from './resend-form';

/** The click that a mailed link waits for; a link that no longer works leads on to a new one. */
export function ConfirmForm({
  type,
  tokenHash,
  policy,
  next,
}: {
  type: LinkType;
  tokenHash: string | null;
  policy: PasswordPolicy;
  next: string;
}) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(confirmLink, tokenHash === null ? { failure: 'otp_expired' } : {});
  const { failure, step } = run.state;

  if (step === 'half') {
    return (
      <Notice tone="success" live>
        {t('confirm.half')}
      </Notice>
    );
  }
  if (failure === 'otp_expired') {
    return (
      <div className="grid gap-5">
        <AuthFailure code={failure} />
        <NewLink type={type} policy={policy} next={next} />
      </div>
    );
  }
  return (
    <AuthForm run={run} next={next} hidden={{ type, tokenHash: tokenHash ?? '' }}>
      {type === 'signup' && <PasswordAgain policy={policy} />}
      <SubmitButton className="w-full">{t(`confirm.${type}.action`)}</SubmitButton>
    </AuthForm>
  );
}

function NewLink({ type, policy, next }: { type: LinkType; policy: PasswordPolicy; next: string }) {
  const t = useTranslations('AuthPages');
  switch (type) {
    case 'recovery':
      return (
        <LinkButton href="/auth/forgot" className="w-full">
          {t('newResetLink')}
        </LinkButton>
      );
    case 'magiclink':
    case 'email':
      return (
        <LinkButton href={{ pathname: '/auth/login', query: { way: 'code' } }} className="w-full">
          {t('newSignInLink')}
        </LinkButton>
      );
    case 'signup':
      return <ResendForm takesPhone={false} policy={policy} next={next} />;
    case 'invite':
      return <p className="text-sm text-muted">{t('newInvite')}</p>;
    case 'email_change':
      return (
        <LinkButton href="/dashboard/settings/access" look="secondary" className="w-full">
          {t('toSettings')}
        </LinkButton>
      );
  }
}
