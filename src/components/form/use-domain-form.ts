/**
 * The one way a dialog or page sends what was typed to a procedure.
 *
 *   const create = trpc.tenant.create.useMutation();
 *   const form = useDomainForm({
 *     schema: createTenantInput,                  // the schema the procedure itself uses
 *     fixed: { id: tenantId, version },           // values without a field
 *     submit: (input) => create.mutateAsync(input),
 *     onSuccess: (tenant) => close(),
 *   });
 *   const field = fieldsOf<typeof createTenantInput>();    // beside the component
 *   <DomainForm form={form}>
 *     <TextField name={field('lastName')} label={t('lastName')} />
 *     <MoneyField name={field('lines.0.amountCents')} label={t('netRent')} currency="EUR" />
 *     <SubmitButton>{t('save')}</SubmitButton>
 *   </DomainForm>
 *
 * Fields keep their own text (uncontrolled) and register under the path their value has in the schema's input;
 * `lines.0.amountCents` makes lists. An empty field reads as null, or as undefined with `empty="omit"`. A field that only
 * steers the form has `name={null}`: it must be readable, but is not sent.
 * On submit the values are read and checked by the schema; what is wrong stands under its field and the first
 * wrong field is focused. A failure of the server goes to the field it names, else to the form's alert;
 * nothing typed is ever lost. `prepare` reshapes the values where the form looks different from the input.
 * A form with a `version` in `fixed` compares itself with its record whenever that becomes another one
 * (`use-edit-merge.ts`); put `<EditConflict>` into it. A form with unsaved entries asks before it is left.
 */
import { type FormEvent, useRef, useState } from 'react';
import { type Failure, type FieldProblem, failureOf, isUnanswered } from '@/i18n/failure';
import type { fieldCodes } from '@/lib/errors';
import { checkEntry } from './check-entry';
import { type FieldHandle, type FormConnection, fillEmpty } from './form-context';
import { placeProblems } from './form-values';
import { boundAt } from './longest';
import type { Refused } from './problem-alert';
import { type EditMerge, useEditMerge } from './use-edit-merge';

type Issues = Parameters<typeof fieldCodes>[0];

/** As much of a zod schema as a form needs. */
export type InputSchema<Input> = {
  safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: Issues };
  readonly _zod: { readonly input: Input };
};

export type DomainForm = {
  connection: FormConnection;
  failure: Failure | null;
  /** How many fields were found wrong when it was last sent. */
  refused: Refused;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The record this form edits, if it has an id. */
  recordId: string | undefined;
  /** What somebody else has changed meanwhile. */
  merge: EditMerge | null;
  /** Grows when saving has to wait for a decision about what both changed. */
  waiting: number;
  /** Whether the user has entered anything, and whether it still differs from what is saved. */
  isTouched: boolean;
  isDirty: () => boolean;
};

export function useDomainForm<Input, Result>({
  schema,
  submit,
  onSuccess,
  fixed = {},
  recordId = typeof fixed.id === 'string' ? fixed.id : undefined,
  state = fixed.version,
  prepare,
}: {
  schema: InputSchema<Input>;
  submit: (input: Input) => Promise<Result>;
  onSuccess?: (result: Result) => void;
  fixed?: Record<string, unknown>;
  /** The record being edited; default `fixed.id`. */
  recordId?: string;
  /** Differs when the form has another record under it; default `fixed.version`. */
  state?: unknown;
  prepare?: (values: Record<string, unknown>) => Record<string, unknown>;
}): DomainForm {
  const handles = useRef(new Map<string, FieldHandle>());
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState<Refused>({ attempt: 0, count: 0 });
  const [waiting, setWaiting] = useState(0);
  const touched = useRef(new Set<string>());
  const [isTouched, setTouched] = useState(false);
  const { merge, remember, differs, standing, saved } = useEditMerge(
    handles,
    { state, version: fixed.version },
    // That no answer came is still so, whatever the record has become: who reads it has not been told how it ended.
    () => setFailure((now) => (now && isUnanswered(now) ? now : null)),
  );

  function show(found: Record<string, FieldProblem>, whole: Failure | null) {
    const { placed, homeless } = placeProblems(found, new Set(handles.current.keys()));
    setProblems(placed);
    const wrong = [...handles.current].filter(([name]) => placed[name]);
    // A field that begins a list shows what is wrong with the list, too: it is one.
    const elements = wrong.map(([name, handle]) => handle.element() ?? name);
    setRefused(({ attempt }) => ({ attempt: attempt + 1, count: new Set(elements).size }));
    const [first] = homeless;
    const covered = whole !== null && Object.keys(placed).length > 0 && homeless.length === 0;
    setFailure(covered ? null : (whole ?? (first ? { ...first, fields: {} } : null)));
    focusFirst(wrong.map(([, handle]) => handle.element()));
  }

  async function send() {
    if (merge && merge.differing.length > 0) return setWaiting(waiting + 1);
    const unreadable: Record<string, FieldProblem> = {};
    const values: [string, unknown][] = Object.entries(fixed);
    for (const [name, handle] of handles.current) {
      const reading = handle.read?.();
      if (reading === undefined) continue;
      if (!reading.ok) unreadable[name] = { code: reading.code };
      if ('value' in reading) values.push([name, reading.value]);
    }
    const { input, found, isAccepted } = checkEntry({ schema, values, unreadable, prepare });
    if (Object.keys(found).length > 0 || !isInputOf(schema, input, isAccepted)) return show(found, null);

    const sent = standing();
    setPending(true);
    setFailure(null);
    setProblems({});
    setRefused(({ attempt }) => ({ attempt, count: 0 }));
    try {
      const result = await submit(input);
      saved(sent, result);
      // What was typed while it was being saved is not saved.
      touched.current = new Set([...touched.current].filter((name) => sent.has(name) && differs(name)));
      setTouched(touched.current.size > 0);
      onSuccess?.(result);
    } catch (error) {
      const failed = failureOf(error);
      show(failed.fields, failed);
    } finally {
      setPending(false);
    }
  }

  return {
    failure,
    refused,
    recordId,
    merge,
    waiting,
    isTouched,
    // A field that is gone was one of a list, which differs by that.
    isDirty: () => [...touched.current].some((name) => !handles.current.has(name) || differs(name)),
    onSubmit(event) {
      event.preventDefault();
      event.stopPropagation(); // a dialog's form may stand inside another form's React tree
      if (busy.current) return;
      busy.current = true;
      void send().finally(() => {
        busy.current = false;
      });
    },
    connection: {
      problems,
      typed: {},
      pending,
      register(name, handle) {
        handles.current.set(name, handle);
        remember(name, handle);
        return () => {
          if (handles.current.get(name) === handle) handles.current.delete(name);
        };
      },
      put: (name, text) => handles.current.get(name)?.put?.(text),
      fill: (name, text) => fillEmpty(handles.current.get(name), text),
      boundOf: (name) => boundAt(schema, name),
      changed(name) {
        touched.current.add(name);
        setTouched(true);
        setProblems((before) => {
          if (!before[name]) return before;
          const { [name]: _gone, ...rest } = before;
          return rest;
        });
      },
    },
  };
}

/** The server parses the same input again, so it gets what the schema accepted and not what it made of it. */
function isInputOf<Input>(_: InputSchema<Input>, input: unknown, accepted: boolean): input is Input {
  return accepted && typeof input === 'object';
}

/** Focuses the one that stands first on the page. */
export function focusFirst(elements: (HTMLElement | null)[]): void {
  const present = elements.filter((element) => element !== null);
  present.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  present[0]?.focus();
}
