import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { FetchedMessages } from '../fetched-messages';
import { messagesAddress } from '../message-loader';
import type { Language } from '../routing';

/**
 * Gives the client parts of the signed-in pages every word of the language. They come beside the page, from an
 * answer the browser keeps: in each page they would be half of its weight and its longest pause.
 */
export async function AppMessages({ children }: { children: ReactNode }) {
  const language: Language = await getLocale();
  preload(messagesAddress(language), { as: 'fetch', crossOrigin: 'anonymous', fetchPriority: 'low' });
  return <FetchedMessages>{children}</FetchedMessages>;
}
