'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/form/submit-button';
import { chooseAccount } from '../switch-actions';
import { AuthForm, useAuthAction } from './auth-form';

/** Which of two accounts this browser works with from now on. Addresses may be longer than the button is wide. */
export function SwitchForm({ current, other }: { current: string; other: string }) {
  const t = useTranslations('AuthPages');
  const staying = useAuthAction(chooseAccount);
  const switching = useAuthAction(chooseAccount);
  const wrapping = 'h-auto min-h-10 w-full py-2 whitespace-normal wrap-anywhere';
  return (
    <div className="grid gap-3">
      <AuthForm run={staying} hidden={{ choice: 'stay' }}>
        <SubmitButton className={wrapping}>{t('switch.stay', { account: current })}</SubmitButton>
      </AuthForm>
      <AuthForm run={switching} hidden={{ choice: 'switch' }}>
        <SubmitButton look="outline" className={wrapping}>
          {t('switch.other', { account: other })}
        </SubmitButton>
      </AuthForm>
    </div>
  );
}
