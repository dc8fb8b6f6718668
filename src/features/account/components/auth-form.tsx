'use client';

import { useLocale, useMessages, useTranslations } from 'next-intl';
import { type ReactNode, useActionState } from 'react';
import { ActionForm } from '@/components/form/action-form';
import { Notice } from '@/components/notice';
import { leadsToWords } from '@/i18n/message-path';
import type { AuthFormState } from '../form-state';

export type AuthRun = { state: AuthFormState; send: (form: FormData) => void; pending: boolean };

export function useAuthAction(
  action: (state: AuthFormState, form: FormData) => Promise<AuthFormState>,
  initial: AuthFormState = {},
): AuthRun {
  const [state, send, pending] = useActionState(action, initial);
  return { state, send, pending };
}

/** A form of the sign-in pages: its language and target travel along, its refusal stands on top. */
export function AuthForm({
  run,
  next,
  hidden = {},
  children,
}: {
  run: AuthRun;
  next?: string;
  hidden?: Record<string, string>;
  children: ReactNode;
}) {
  const language = useLocale();
  return (
    <ActionForm action={run.send} state={run.state} pending={run.pending}>
      <input type="hidden" name="language" value={language} />
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {run.state.failure !== undefined && <AuthFailure code={run.state.failure} />}
      {children}
    </ActionForm>
  );
}

/** The sentence for a code of the auth server; one without words is named, so that it can be looked up. */
export function AuthFailure({ code }: { code: string }) {
  const t = useTranslations('AuthErrors');
  const { AuthErrors: known } = useMessages();
  return (
    <Notice tone="danger" live>
      {leadsToWords(known, code) && code !== 'unknown' ? t(code) : t('unknown', { code })}
    </Notice>
  );
}
