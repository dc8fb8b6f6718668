import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { resendConfirmation } from '../actions';
import type { Channel } from '../form-schema';
import type { PasswordPolicy } from '../password-rules';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeForm } from './code-form';
import { IdentifierField } from './identifier-field';
import { SentNotice } from './sent-notice';

/** Sends the confirmation once more; asks for the address when it is not known. */
export function ResendForm({
  known,
  takesPhone = false,
  policy,
  next,
}: {
  known?: { channel: Channel; address: string };
  takesPhone?: boolean;
  policy?: PasswordPolicy;
  next?: string;
}) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(resendConfirmation);
  const { step, address, channel } = run.state;
  if (step === 'code' && address !== undefined && channel !== undefined) {
    return (
      <>
        <SentNotice
          channel={channel}
          title={channel === 'email' ? t('mailSent', { email: address }) : t('textSent', { phone: address })}
          text={channel === 'email' ? t('confirmSent') : t('confirmTextSent')}
        />
        <CodeForm channel={channel} address={address} purpose="sign_in" policy={policy} next={next} />
      </>
    );
  }
  return (
    <AuthForm run={run} next={next} hidden={known === undefined ? {} : { identifier: known.address }}>
      {known === undefined && <IdentifierField takesPhone={takesPhone} />}
      <SubmitButton look={known === undefined ? 'primary' : 'secondary'} className="w-full">
        {known?.channel === 'phone' ? t('resendText') : t('resend')}
      </SubmitButton>
    </AuthForm>
  );
}
