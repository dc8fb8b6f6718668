'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../button';
import { refreshCwIcon } from '../icons';
import { Notice } from '../notice';
import type { DomainForm } from './use-domain-form';

/**
 * After a version conflict: fetches what the other person saved, so that saving again means what it says.
 * `reload` must renew the version the form sends; what was typed stays.
 */
export function EditConflict({ form, reload }: { form: DomainForm; reload: () => Promise<unknown> }) {
  const t = useTranslations('EditConflict');
  const [step, setStep] = useState<'idle' | 'loading' | 'loaded'>('idle');
  if (form.failure?.code !== 'version_conflict') return null;
  if (step === 'loaded') return <Notice>{t('kept')}</Notice>;
  return (
    <Button
      icon={refreshCwIcon}
      size="sm"
      className="self-start"
      pending={step === 'loading'}
      onClick={() => {
        setStep('loading');
        reload().then(
          () => setStep('loaded'),
          () => setStep('idle'),
        );
      }}
    >
      {t('reload')}
    </Button>
  );
}
