import { createContext } from 'react';

export type Check = () => boolean;

/** Where the forms of a dialog say that they hold unsaved entries; the dialog asks before it closes. */
export const UnsavedContext = createContext<((check: Check) => () => void) | null>(null);
