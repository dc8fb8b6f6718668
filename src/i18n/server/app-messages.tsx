import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { isDeveloping } from '@/lib/server/env';
import { FetchedMessages } from '../fetched-messages';
import { messagesAddress } from '../message-loader';
import type { Wording } from '../wording';

/**
 * Gives the client parts of the signed-in pages every word they may say. They come beside the page, from an
 * answer the browser keeps: in each page they would be half of its weight and its longest pause.
 */
export function AppMessages({ wording, children }: { wording: Wording; children: ReactNode }) {
  if (!isDeveloping())
    preload(messagesAddress(wording), { as: 'fetch', crossOrigin: 'anonymous', fetchPriority: 'low' });
  return <FetchedMessages wording={wording}>{children}</FetchedMessages>;
}
