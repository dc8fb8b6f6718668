'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { SubmitButton } from '@/components/form/submit-button';
import { Icon } from '@/components/icon';
import { keyRoundIcon, phoneIcon, smartphoneIcon } from '@/components/icons';
import { getPathname } from '@/i18n/navigation';
import { signOut } from '../actions';
import { answerChallenge, sendFactorCode } from '../challenge-actions';
import type { ChallengeState } from '../form-schema';
import type { Factor } from '../user-steps';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeField } from './code-field';
import { RecoveryForm } from './recovery-form';
import { announceSignOut } from './session-channel';

type Choice = Pick<Factor, 'id' | 'kind' | 'name'> & { phone: string | null };

/** Asks for the second factor; who has several chooses one. */
export function ChallengeForm({ factors, next }: { factors: readonly Choice[]; next: string }) {
  const t = useTranslations('AuthPages');
  const language = useLocale();
  const [chosenId, setChosenId] = useState(factors[0]?.id);
  const [isLost, setLost] = useState(false);
  const chosen = factors.find(({ id }) => id === chosenId) ?? factors[0];
  if (!chosen) return null;
  const others = factors.filter(({ id }) => isLost || id !== chosen.id);
  const choose = (id: string) => {
    setChosenId(id);
    setLost(false);
  };

  async function leave() {
    await signOut();
    announceSignOut();
    window.location.assign(getPathname({ href: '/auth/login', locale: language }));
  }

  return (
    <>
      {isLost ? <RecoveryForm next={next} /> : <FactorForm key={chosen.id} factor={chosen} next={next} />}
      {(others.length > 0 || !isLost) && (
        <div className="mt-6 grid gap-2 border-t border-separator pt-5">
          <p className="text-sm text-muted">{t('mfa.other')}</p>
          {others.map((factor) => (
            <Button key={factor.id} look="outline" className="w-full" onClick={() => choose(factor.id)}>
              <Icon icon={factor.kind === 'totp' ? smartphoneIcon : phoneIcon} />
              <span className="truncate">{factor.name || factor.phone}</span>
            </Button>
          ))}
          {!isLost && (
            <Button look="outline" className="w-full" onClick={() => setLost(true)}>
              <Icon icon={keyRoundIcon} />
              <span className="truncate">{t('mfa.useRecoveryCode')}</span>
            </Button>
          )}
        </div>
      )}
      <p className="mt-6 text-xs text-muted">{t('mfa.lost')}</p>
      <Button look="ghost" size="sm" className="mt-3 -ms-3" onClick={() => void leave()}>
        {t('mfa.signOut')}
      </Button>
    </>
  );
}

function FactorForm({ factor, next }: { factor: Choice; next: string }) {
  const t = useTranslations('AuthPages');
  const sending = useAuthAction<ChallengeState>(sendFactorCode);
  const answering = useAuthAction<ChallengeState>(answerChallenge);
  const { challengeId } = sending.state;
  if (factor.kind === 'phone' && challengeId === undefined) {
    return (
      <AuthForm run={sending} next={next} hidden={{ factorId: factor.id }}>
        <SubmitButton className="w-full">{t('mfa.send', { phone: factor.phone ?? '' })}</SubmitButton>
      </AuthForm>
    );
  }
  return (
    <>
      <AuthForm
        run={answering}
        next={next}
        hidden={{ factorId: factor.id, ...(challengeId === undefined ? {} : { challengeId }) }}
      >
        <CodeField
          label={factor.kind === 'totp' ? t('mfa.appCode') : t('textCode')}
          hint={factor.kind === 'totp' ? t('mfa.appHint', { name: factor.name }) : undefined}
          autoFocus
        />
        <SubmitButton className="w-full">{t('continue')}</SubmitButton>
      </AuthForm>
      {factor.kind === 'phone' && (
        <AuthForm run={sending} next={next} hidden={{ factorId: factor.id }} className="mt-3">
          <SubmitButton look="ghost" className="w-full">
            {t('mfa.again')}
          </SubmitButton>
        </AuthForm>
      )}
    </>
  );
}
