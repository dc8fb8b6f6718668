'use client';

import { NextIntlClientProvider, useLocale } from 'next-intl';
import { type ReactNode, use } from 'react';
import { demandMessages } from './message-loader';
import type { Wording } from './wording';

const known = new Map<Wording, Promise<Record<string, unknown>>>();

/**
 * On the server from the disk; the browser never has these files among its scripts, but while developing, where a
 * changed word takes the place of the old one.
 */
function messagesOf(wording: Wording): Promise<Record<string, unknown>> {
  const asked = known.get(wording);
  if (asked) return asked;
  const words: Promise<Record<string, unknown>> =
    typeof window === 'undefined' || process.env.NODE_ENV === 'development'
      ? import('./read-messages').then(({ readMessages }) => readMessages(wording))
      : demandMessages(wording);
  known.set(wording, words);
  return words;
}

/** The page is there to be read while its words for what happens next are on their way. */
export function FetchedMessages({ wording, children }: { wording: Wording; children: ReactNode }) {
  const language = useLocale();
  const messages = use(messagesOf(wording));
  return (
    <NextIntlClientProvider locale={language} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
