import { createContext, useContext } from 'react';
import type { FieldProblem } from '@/i18n/failure';
import type { FieldName } from './field-name';
import type { Bound } from './longest';

/**
 * What a field holds: its value in the shape the schema wants, none if it only steers the form, or the code of why it cannot
 * be read.
 */
export type Reading =
  | { ok: true; value?: unknown }
  /** The value is none that a rule could read: no field that holds something is taken for an empty one. */
  | { ok: false; code: string; value?: typeof Number.NaN };

/** What a field is registered under: its name, or a key that is no path of a value. */
export type FieldKey = FieldName | `${string}~`;

/** A field beside the record it edits, both as people read them: to see what changed, and who changed what. */
export type Comparison = {
  label: () => string;
  /** What stands in the field now. */
  mine: () => string;
  /** What the record holds, as the page knows it now. */
  saved: () => string;
  /** Puts what the record holds into the field. */
  take: () => void;
};

export type FieldHandle = {
  element: () => HTMLElement | null;
  /** Without it the form's parent keeps the value. */
  read?: () => Reading;
  compare?: Comparison;
  /** Writes into the field what else its user would type, e.g. what a file says. */
  put?: (text: string) => void;
};

export type FormConnection = {
  /** Field path → what is wrong with it. */
  problems: Record<string, FieldProblem>;
  /** What was typed before a server action answered; the browser's own values are gone by then. */
  typed: Record<string, string>;
  pending: boolean;
  register: (key: FieldKey, handle: FieldHandle) => () => void;
  /** Called when the user changes a field: what was said about it no longer holds. */
  changed: (key: FieldKey) => void;
  /** Writes into a field as its user would; nothing where there is no such field, or it cannot be typed into. */
  put: (key: FieldKey, text: string) => void;
  /** The same where nothing stands yet: what was typed is never written over. */
  fill: (key: FieldKey, text: string) => void;
  /** How long a text the form's schema takes there. */
  boundOf?: (key: FieldKey) => Bound | undefined;
};

/** For `fill` of a form. */
export function fillEmpty(handle: FieldHandle | undefined, text: string): void {
  const element = handle?.element();
  if (element && 'value' in element && element.value === '') handle?.put?.(text);
}

const FormContext = createContext<FormConnection | null>(null);

export const FormProvider = FormContext.Provider;

/** The form around a field; fields also work alone, e.g. as a filter. */
export function useFormConnection(): FormConnection | null {
  return useContext(FormContext);
}
