'use client';

import { NextIntlClientProvider, useLocale } from 'next-intl';
import { type ReactNode, use } from 'react';
import type { Language } from '@/domain/vocabulary';
import { demandMessages } from './message-loader';

const known = new Map<Language, Promise<Record<string, unknown>>>();

/** On the server from the disk; the browser never has these files among its scripts. */
function messagesOf(language: Language): Promise<Record<string, unknown>> {
  const asked = known.get(language);
  if (asked) return asked;
  const words: Promise<Record<string, unknown>> =
    typeof window === 'undefined'
      ? import(`../../messages/${language}.json`).then(
          (file: { default: Record<string, unknown> }) => file.default,
        )
      : demandMessages(language);
  known.set(language, words);
  return words;
}

/** The page is there to be read while its words for what happens next are on their way. */
export function FetchedMessages({ children }: { children: ReactNode }) {
  const language = useLocale();
  const messages = use(messagesOf(language));
  return (
    <NextIntlClientProvider locale={language} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
