'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useActionState } from 'react';
import { ActionForm } from '@/components/form/action-form';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { Notice } from '@/components/notice';
import { type ContactState, sendMessage } from '../actions';

const none: ContactState = {};

/** Writes to whoever runs this installation; works without scripts, too. */
export function ContactForm() {
  const t = useTranslations('ContactForm');
  const language = useLocale();
  const [state, send, pending] = useActionState(sendMessage, none);
  if (state.outcome === 'sent') {
    return (
      <Notice tone="success" title={t('sentTitle')} live>
        {t('sentText')}
      </Notice>
    );
  }
  return (
    <ActionForm action={send} state={state} pending={pending}>
      {state.outcome && (
        <Notice tone="danger" live>
          {t(state.outcome)}
        </Notice>
      )}
      <input type="hidden" name="language" value={language} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label={t('name')} autoComplete="name" />
        <TextField name="email" type="email" label={t('email')} autoComplete="email" inputMode="email" />
      </div>
      <TextareaField name="message" label={t('message')} rows={6} maxLength={5_000} />
      <div className="absolute -left-[9999px]" aria-hidden="true">
        <label htmlFor="contact-website">{t('website')}</label>
        <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <SubmitButton className="self-start">{t('send')}</SubmitButton>
    </ActionForm>
  );
}
