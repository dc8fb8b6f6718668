import { type RefObject, Suspense, useContext, useEffect } from 'react';
import { lazyPart } from '../lazy-part';
import { UnsavedContext } from './unsaved-context';

const UnsavedGuard = lazyPart(() => import('./unsaved').then((part) => ({ default: part.UnsavedGuard })));

/** Whether a form of plain fields holds something else than it began with. */
function differs(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some(
    (field) =>
      (field instanceof HTMLTextAreaElement ||
        (field instanceof HTMLInputElement && field.type !== 'hidden')) &&
      field.value !== field.defaultValue,
  );
}

/** Asks before entries of a form sent to a server action are lost; loaded when there is something to lose. */
export function EntryGuard({
  form,
  isTouched,
}: {
  form: RefObject<HTMLFormElement | null>;
  isTouched: boolean;
}) {
  const register = useContext(UnsavedContext);
  // A dialog may be closed before the guard is there that was sent for with the first letter.
  useEffect(() => {
    if (isTouched) return register?.(() => differs(form.current));
  }, [isTouched, register, form]);
  if (!isTouched) return null;
  return (
    <Suspense fallback={null}>
      <UnsavedGuard isTouched isDirty={() => differs(form.current)} />
    </Suspense>
  );
}
