'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useActionState } from 'react';
import { ActionForm } from '@/components/form/action-form';
import { SubmitButton } from '@/components/form/submit-button';
import { Notice } from '@/components/notice';
import { useErrorWords } from '@/i18n/error-words';
import { acceptInvitation, type InvitationState, signOutToAccept } from '../actions';

/** The one click an invitation waits for: the link itself does nothing, since mail scanners open it first. */
export function InvitationForm({ token, purpose }: { token: string; purpose: 'accept' | 'signOut' }) {
  const t = useTranslations('Invitation');
  const words = useErrorWords();
  const language = useLocale();
  const initial: InvitationState = {};
  const [state, send, pending] = useActionState(
    purpose === 'accept' ? acceptInvitation : signOutToAccept,
    initial,
  );
  return (
    <ActionForm action={send} state={{}} pending={pending}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="language" value={language} />
      {state.failure !== undefined && (
        <Notice tone="danger" live>
          {words.failure({ code: state.failure, fields: {} })}
        </Notice>
      )}
      <SubmitButton className="w-full">{t(purpose)}</SubmitButton>
    </ActionForm>
  );
}
