'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, Suspense, useActionState, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { lazyPart } from '@/components/lazy-part';
import { type ContactState, sendMessage } from '../actions';
import type { contactForm } from '../schema';

const Notice = lazyPart(() => import('@/components/notice').then((module) => ({ default: module.Notice })));
const EntryGuard = lazyPart(() =>
  import('@/components/form/entry-guard').then((module) => ({ default: module.EntryGuard })),
);
type ShownField = Exclude<keyof (typeof contactForm)['shape'], 'language' | 'website'>;
const none: ContactState = {};
const codes = ['required', 'too_long', 'email'] as const;

/**
 * Writes to whoever runs this installation; works without scripts, too. Its fields are plain ones: those of the
 * signed-in pages weigh as much as all the rest of a public page that is ours.
 */
export function ContactForm() {
  // A form this small renders at once; what the compiler would remember of it weighs more than it saves.
  'use no memo';
  const t = useTranslations('ContactForm');
  const language = useLocale();
  const [state, send, pending] = useActionState(sendMessage, none);
  const form = useRef<HTMLFormElement>(null);
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (state.problems) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [state]);
  if (state.outcome === 'sent') {
    return (
      <Suspense>
        <Notice tone="success" title={t('sentTitle')} live>
          {t('sentText')}
        </Notice>
      </Suspense>
    );
  }
  const fieldOf = (name: ShownField) => {
    const given = state.problems?.[name]?.code;
    const code = codes.find((known) => known === given) ?? 'invalid';
    return {
      label: t(name),
      problem: given === undefined ? undefined : t(`wrong.${code}`),
      control: { name, id: `contact-${name}`, defaultValue: state.typed?.[name], required: true },
    };
  };
  return (
    <form
      noValidate
      action={send}
      ref={form}
      onInput={() => setTouched(true)}
      onSubmit={() => setTouched(false)}
      className="flex flex-col gap-4"
    >
      {isTouched && (
        <Suspense fallback={null}>
          <EntryGuard form={form} isTouched={!pending} />
        </Suspense>
      )}
      {state.outcome && (
        <Suspense>
          <Notice tone="danger" live>
            {t(state.outcome)}
          </Notice>
        </Suspense>
      )}
      <input type="hidden" name="language" value={language} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...fieldOf('name')} autoComplete="name" />
        <Field {...fieldOf('email')} type="email" autoComplete="email" />
      </div>
      <Field {...fieldOf('message')} rows={6} />
      <div className="absolute -left-[9999px]" aria-hidden="true">
        <label htmlFor="contact-website">{t('website')}</label>
        <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <Button type="submit" look="primary" pending={pending} className="self-start">
        {t('send')}
      </Button>
    </form>
  );
}

type FieldProps = {
  label: string;
  problem: string | undefined;
  control: { name: string; id: string; defaultValue: string | undefined; required: boolean };
  /** Of lines: the field is then one of several. */
  rows?: number;
} & Pick<ComponentProps<'input'>, 'type' | 'autoComplete'>;

function Field({ label, problem, control, rows, type = 'text', ...more }: FieldProps) {
  'use no memo';
  const problemId = `${control.id}-problem`;
  const described = problem ? { 'aria-invalid': true, 'aria-describedby': problemId } : {};
  const attributes = { ...more, ...control, ...described, 'data-invalid': problem ? true : undefined };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={control.id} className="text-sm font-medium">
        {label}
      </label>
      {rows === undefined ? (
        <input {...attributes} type={type} className="input input--full-width" />
      ) : (
        <textarea {...attributes} rows={rows} className="textarea textarea--full-width" />
      )}
      {problem && (
        <p id={problemId} className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
