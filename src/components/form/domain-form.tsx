import { type ReactNode, useEffect, useRef } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import type { Failure } from '@/i18n/failure';
import { classNames } from '../class-names';
import { Notice } from '../notice';
import { FormProvider } from './form-context';
import { ProblemAlert } from './problem-alert';
import { UnsavedGuard } from './unsaved';
import type { DomainForm as DomainFormState } from './use-domain-form';

/** The form of `useDomainForm`; lays its fields out in one column, and asks before entries are lost. */
export function DomainForm({
  form,
  className,
  children,
}: {
  form: DomainFormState;
  className?: string;
  children: ReactNode;
}) {
  return (
    <FormProvider value={form.connection}>
      <form noValidate onSubmit={form.onSubmit} className={classNames('flex flex-col gap-4', className)}>
        <FormFailure failure={form.failure} />
        {/* What failed as a whole is said above, once. */}
        {form.failure === null && <ProblemAlert refused={form.refused} />}
        {children}
      </form>
      <UnsavedGuard isTouched={form.isTouched} isDirty={form.isDirty} />
    </FormProvider>
  );
}

/** What failed as a whole, brought into view: the button that was pressed may be a long way below. */
export function FormFailure({ failure }: { failure: Failure | null }) {
  const words = useErrorWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={box}>
      <Notice tone="danger" live>
        {words.failure(failure)}
      </Notice>
    </div>
  );
}
