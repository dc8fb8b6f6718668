'use client';

import { useLocale } from 'next-intl';
import { createContext, type ReactNode, useContext } from 'react';
import { defaultFormats, type UserFormats } from './formats';

// What the browser reads before it writes its first date costs a slow phone 50 ms: on its own it holds nothing up.
if (typeof window !== 'undefined') {
  setTimeout(() => new Intl.DateTimeFormat(undefined, { month: 'long' }));
}

const FormatsContext = createContext<UserFormats | null>(null);

/** The formats the signed-in user chose; without it the language's own hold. */
export function FormatsProvider({ formats, children }: { formats: UserFormats; children: ReactNode }) {
  return <FormatsContext value={formats}>{children}</FormatsContext>;
}

export function useFormats(): UserFormats {
  const chosen = useContext(FormatsContext);
  const language = useLocale();
  return chosen ?? defaultFormats(language);
}

/** What lies in a country: outside Germany nothing in it is explained by German law, wherever its landlord is. */
export function LawOfPlace({ isGerman, children }: { isGerman: boolean; children: ReactNode }) {
  const formats = useFormats();
  if (isGerman) return children;
  return <FormatsProvider formats={{ ...formats, citesGermanLaw: false }}>{children}</FormatsProvider>;
}
