import { type RefObject, useEffect, useId, useRef } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import type { FieldName } from './field-name';
import { type Comparison, type Reading, useFormConnection } from './form-context';
import type { Bound } from './longest';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** How a control compares with its record; the label is the control's own. */
type Compared<Element> = {
  mine: (element: Element) => string;
  saved: string;
  take: (element: Element) => void;
  put?: (element: Element, text: string) => void;
};

/**
 * Connects one control with the form around it. `read` turns what the control holds into the schema's value;
 * `compared` tells what the record holds instead, so that somebody else's change is not written over unseen.
 */
export function useField<Element extends Control>(
  name: FieldName | null,
  read: (element: Element) => Reading,
  compared?: Compared<Element>,
  /** The empty list this control would begin: what is wrong with that is shown here. */
  listName?: FieldName,
): {
  ref: RefObject<Element | null>;
  id: string;
  /** The sentence to show under the field, or undefined. */
  problem: string | undefined;
  typed: string | undefined;
  /** How long a text its schema takes. */
  bound: Bound | undefined;
  changed: () => void;
} {
  const form = useFormConnection();
  const words = useErrorWords();
  const id = useId();
  const ref = useRef<Element>(null);
  const key = name ?? (`${id}~` as const);

  // Registered anew after each render, so that `read` always sees the latest props.
  useEffect(() =>
    form?.register(key, {
      element: () => ref.current,
      read: () => {
        const reading: Reading = ref.current ? read(ref.current) : { ok: true, value: undefined };
        if (name !== null) return reading;
        return reading.ok ? { ok: true } : { ok: false, code: reading.code };
      },
      ...(compared && { compare: comparison(ref, compared) }),
      ...(compared?.put && { put: (text: string) => ref.current && compared.put?.(ref.current, text) }),
    }),
  );

  const problem = form?.problems[key] ?? (listName === undefined ? undefined : form?.problems[listName]);
  return {
    ref,
    id,
    problem: problem && words.field(problem),
    typed: form?.typed[key],
    bound: form?.boundOf?.(key),
    changed: () => form?.changed(key),
  };
}

function comparison<Element extends Control>(
  ref: RefObject<Element | null>,
  { mine, saved, take }: Compared<Element>,
): Comparison {
  return {
    label: () => ref.current?.labels?.[0]?.querySelector('span')?.textContent ?? labelOf(ref.current),
    mine: () => (ref.current ? mine(ref.current) : saved),
    saved: () => saved,
    take: () => ref.current && take(ref.current),
  };
}

const labelOf = (element: Control | null) => element?.labels?.[0]?.textContent ?? '';
