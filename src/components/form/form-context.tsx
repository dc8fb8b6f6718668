'use client';

import { createContext, useContext } from 'react';
import type { FieldProblem } from '@/i18n/failure';

/** What a field holds: its value in the shape the schema wants, or the code of why it cannot be read. */
export type Reading = { ok: true; value: unknown } | { ok: false; code: string };

export type FieldHandle = { element: () => HTMLElement | null; read: () => Reading };

export type FormConnection = {
  /** Field path → what is wrong with it. */
  problems: Record<string, FieldProblem>;
  /** What was typed before a server action answered; the browser's own values are gone by then. */
  typed: Record<string, string>;
  pending: boolean;
  register: (name: string, handle: FieldHandle) => () => void;
  /** Called when the user changes a field: what was said about it no longer holds. */
  changed: (name: string) => void;
};

const FormContext = createContext<FormConnection | null>(null);

export const FormProvider = FormContext.Provider;

/** The form around a field; fields also work alone, e.g. as a filter. */
export function useFormConnection(): FormConnection | null {
  return useContext(FormContext);
}
