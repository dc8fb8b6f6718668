import { type Messages, NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';

/** Hands the named namespaces to client components below; what is not named never reaches the browser. */
export async function ClientMessages({
  only,
  except,
  children,
}: {
  only?: readonly (keyof Messages)[];
  except?: readonly (keyof Messages)[];
  children: ReactNode;
}) {
  const all = await getMessages();
  const chosen = Object.fromEntries(
    Object.entries(all).filter(([namespace]) => {
      const isNamed = (names: readonly string[]) => names.includes(namespace);
      return only ? isNamed(only) : !isNamed(except ?? []);
    }),
  );
  return <NextIntlClientProvider messages={chosen}>{children}</NextIntlClientProvider>;
}
