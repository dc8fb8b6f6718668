import { createContext, useContext } from 'react';

/** Who changed a record last, as far as it is known, and when. */
export type LastChange = { at: Date; by: 'self' | 'program' | 'other'; name: string | null };

type Records = {
  /** Rejects where nothing is known. */
  whoChanged: (recordId: string) => Promise<LastChange>;
  /** Waits until the page shows what a refusal has made it fetch, or cannot. */
  whenFresh: () => Promise<unknown>;
  /** Fetches everything on the page once more. */
  fetchAgain: () => Promise<unknown>;
};

const RecordsContext = createContext<Records | null>(null);

/** Gives the forms below what they ask about the record they edit; they know no procedures. */
export const RecordsProvider = RecordsContext.Provider;

export const useRecords = (): Records | null => useContext(RecordsContext);
