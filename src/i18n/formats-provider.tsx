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
