import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '@/i18n/failure';
import { classNames } from '../class-names';
import { EntryGuard } from './entry-guard';
import { type FieldHandle, FormProvider, fillEmpty } from './form-context';
import { ProblemAlert } from './problem-alert';
import { focusFirst } from './use-domain-form';

/** What a server action says about what was sent: codes, and the text that was typed. */
export type ActionProblems = { problems?: Record<string, FieldProblem>; typed?: Record<string, string> };

/** A form sent to a server action; works before, and without, JavaScript. Use with `useActionState`. */
export function ActionForm({
  action,
  state,
  pending,
  guarded = false,
  className,
  children,
}: {
  action: (data: FormData) => void;
  state: ActionProblems;
  pending: boolean;
  /** Asks before what was entered is lost. */
  guarded?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  /** The answer since which something was entered that has not been sent. */
  const [enteredSince, setEnteredSince] = useState<ActionProblems | null>(null);
  const handles = useRef(new Map<string, FieldHandle>());
  // Names changed since this answer came: what it said about them no longer holds.
  const [changed, setChanged] = useState<{ since: ActionProblems; names: string[] }>({
    since: state,
    names: [],
  });
  const [answer, setAnswer] = useState({ state, attempt: 0 });
  if (answer.state !== state) setAnswer({ state, attempt: answer.attempt + 1 });
  const settled = changed.since === state ? changed.names : [];
  const problems = Object.fromEntries(
    Object.entries(state.problems ?? {}).filter(([name]) => !settled.includes(name)),
  );

  useEffect(() => {
    const wrong = Object.keys(state.problems ?? {});
    focusFirst(wrong.map((name) => handles.current.get(name)?.element() ?? null));
  }, [state.problems]);

  return (
    <FormProvider
      value={{
        problems,
        typed: state.typed ?? {},
        pending,
        register(name, handle) {
          handles.current.set(name, handle);
          return () => {
            handles.current.delete(name);
          };
        },
        put: (name, text) => handles.current.get(name)?.put?.(text),
        fill: (name, text) => fillEmpty(handles.current.get(name), text),
        changed(name) {
          if (guarded) setEnteredSince(state);
          if (problems[name]) setChanged({ since: state, names: [...settled, name] });
        },
      }}
    >
      <form
        ref={form}
        noValidate
        action={action}
        onSubmit={() => setEnteredSince(null)}
        className={classNames('flex flex-col gap-4', className)}
      >
        <ProblemAlert
          refused={{
            attempt: answer.attempt,
            // What is said above is said once.
            count: 'failure' in state && state.failure ? 0 : Object.keys(state.problems ?? {}).length,
          }}
        />
        {children}
      </form>
      <EntryGuard form={form} isTouched={enteredSince === state && !pending} />
    </FormProvider>
  );
}
