'use client';

import { type RefObject, useEffect, useId, useRef } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { type Reading, useFormConnection } from './form-context';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Connects one control with the form around it. `read` turns what the control holds into the schema's value. */
export function useField<Element extends Control>(
  name: string,
  read: (element: Element) => Reading,
): {
  ref: RefObject<Element | null>;
  id: string;
  /** The sentence to show under the field, or undefined. */
  problem: string | undefined;
  typed: string | undefined;
  changed: () => void;
} {
  const form = useFormConnection();
  const words = useErrorWords();
  const id = useId();
  const ref = useRef<Element>(null);

  // Registered anew after each render, so that `read` always sees the latest props.
  useEffect(() =>
    form?.register(name, {
      element: () => ref.current,
      read: () => (ref.current ? read(ref.current) : { ok: true, value: undefined }),
    }),
  );

  const problem = form?.problems[name];
  return {
    ref,
    id,
    problem: problem && words.field(problem),
    typed: form?.typed[name],
    changed: () => form?.changed(name),
  };
}
