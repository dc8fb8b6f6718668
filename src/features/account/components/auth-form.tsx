import { useLocale, useMessages, useTranslations } from 'next-intl';
import { type ReactNode, useActionState, useEffect, useMemo, useState } from 'react';
import { ActionForm } from '@/components/form/action-form';
import { Notice } from '@/components/notice';
import { leadsToWords } from '@/i18n/message-path';
import type { AuthFieldName, AuthFormState } from '../form-schema';

export type AuthRun<State extends AuthFormState = AuthFormState> = {
  state: State;
  send: (form: FormData) => void;
  pending: boolean;
  /** Leads from the step of an answer back to the form, with what was typed. */
  back: () => void;
};

export function useAuthAction<State extends AuthFormState = AuthFormState>(
  action: (state: Awaited<State>, form: FormData) => Promise<State>,
  initial: Awaited<State> = {} as Awaited<State>,
): AuthRun<Awaited<State>> {
  const [answer, send, pending] = useActionState(action, initial);
  const [left, setLeft] = useState<Awaited<State> | null>(null);
  const state = useMemo(() => (answer === left ? { ...answer, step: undefined } : answer), [answer, left]);
  const leavesFor = state.step === 'leave' ? state.leadsTo : undefined;
  useEffect(() => {
    if (leavesFor === undefined) return;
    // Whoever comes back by the browser's own button finds the form as it was.
    const comeBack = () => setLeft(answer);
    window.addEventListener('pageshow', comeBack);
    window.location.assign(leavesFor);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [answer, leavesFor]);
  return { state, send, pending: pending || leavesFor !== undefined, back: () => setLeft(answer) };
}

/** A form of the account: its language and target travel along, its refusal stands on top. */
export function AuthForm({
  run,
  next,
  hidden = {},
  guarded,
  className,
  children,
}: {
  run: AuthRun;
  next?: string;
  hidden?: { readonly [Name in AuthFieldName]?: string };
  /** Asks before what was entered is lost. */
  guarded?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const language = useLocale();
  return (
    <ActionForm
      action={run.send}
      state={run.state}
      pending={run.pending}
      guarded={guarded}
      className={className}
    >
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

/** Finds the sentence for a code of the auth server; one without words is named, so that it can be looked up. */
export function useAuthErrorWords(): (code: string) => string {
  const t = useTranslations('AuthErrors');
  const { AuthErrors: known } = useMessages();
  return (code) => (leadsToWords(known, code) && code !== 'unknown' ? t(code) : t('unknown', { code }));
}

export function AuthFailure({ code }: { code: string }) {
  const words = useAuthErrorWords();
  return (
    <Notice tone="danger" live>
      {words(code)}
    </Notice>
  );
}
