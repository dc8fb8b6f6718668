import { type Messages, NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';

/** Hands the named namespaces to client components below; what is not named never reaches the browser. */
export async function ClientMessages({
  only,
  children,
}: {
  only: readonly (keyof Messages)[];
  children: ReactNode;
}) {
  const all = await getMessages();
  const named: readonly string[] = only;
  const chosen = Object.fromEntries(Object.entries(all).filter(([namespace]) => named.includes(namespace)));
  return <NextIntlClientProvider messages={chosen}>{children}</NextIntlClientProvider>;
}
