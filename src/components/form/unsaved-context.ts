import { createContext } from 'react';

export type Check = () => boolean;

const held = new Set<Check>();

/** Whether anything on the page was entered and not saved: then nothing may take the page away by itself. */
export const hasUnsavedEntries = () => [...held].some((check) => check());

/** Says so for a form; answers with the way to take it back. */
export function holdEntries(check: Check): () => void {
  held.add(check);
  return () => void held.delete(check);
}

/** Where the forms of a dialog say that they hold unsaved entries; the dialog asks before it closes. */
export const UnsavedContext = createContext<((check: Check) => () => void) | null>(null);
