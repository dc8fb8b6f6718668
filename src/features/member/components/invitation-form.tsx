'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useActionState, useSyncExternalStore } from 'react';
import { ActionForm } from '@/components/form/action-form';
import { SubmitButton } from '@/components/form/submit-button';
import { Notice } from '@/components/notice';
import { browserRegion } from '@/i18n/browser/browser-region';
import { useErrorWords } from '@/i18n/error-words';
import { acceptInvitation, type InvitationState, signOutToAccept } from '../actions';

/** The one click an invitation waits for: the link itself does nothing, since mail scanners open it first. */
export function InvitationForm({ token, purpose }: { token: string; purpose: 'accept' | 'signOut' }) {
  const t = useTranslations('Invitation');
  const words = useErrorWords();
  const language = useLocale();
  // Only the browser knows; without scripts days and numbers are those of the language.
  const region = useSyncExternalStore(
    () => () => {},
    () => browserRegion().locale ?? '',
    () => '',
  );
  const initial: InvitationState = {};
  const [state, send, pending] = useActionState(
    purpose === 'accept' ? acceptInvitation : signOutToAccept,
    initial,
  );
  return (
    <ActionForm action={send} state={{}} pending={pending}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="region" value={region} />
      {state.failure !== undefined && (
        <Notice tone="danger" live>
          {state.failure === 'not_found' ? t('goneText') : words.failure({ code: state.failure, fields: {} })}
        </Notice>
      )}
      <SubmitButton className="w-full">{t(purpose)}</SubmitButton>
    </ActionForm>
  );
}
