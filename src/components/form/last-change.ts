'use client';

import { createContext, useContext } from 'react';

/** Who changed a record last, as far as it is known, and when. */
export type LastChange = { at: Date; by: 'self' | 'program' | 'other'; name: string | null };

/** Rejects where nothing is known. */
type Ask = (recordId: string) => Promise<LastChange>;

const LastChangeContext = createContext<Ask | null>(null);

/** Gives the forms below a way to ask who changed a record; they know no procedures. */
export const LastChangeProvider = LastChangeContext.Provider;

export const useAskLastChange = (): Ask | null => useContext(LastChangeContext);
