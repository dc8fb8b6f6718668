import { buildId } from '@/lib/build';
import { fetchAgain } from '@/lib/fetch-again';
import type { Wording } from './wording';

const againMs = 2_000;
/** The build in the address lets browsers keep the answer (for good, from `scripts/app-server.ts`) and still see new words at once. */
export const messagesAddress = (wording: Wording) => `/_i18n/${wording}/messages.json?v=${buildId}`;

const asked = new Map<Wording, Promise<Record<string, unknown> | null>>();

async function fetchMessages(wording: Wording): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetchAgain(messagesAddress(wording));
    if (!response.ok) throw new Error(`status ${response.status}`);
    const words: unknown = await response.json();
    if (typeof words !== 'object' || words === null) throw new Error('no words');
    return { ...words };
  } catch (error) {
    console.warn(`The messages for "${wording}" could not be loaded.`, error);
    asked.delete(wording);
    return null;
  }
}

/**
 * The words of a language that a page does not carry; its own come with it. Asked for once; null, and a warning
 * in the console, when they cannot be had: what the page shows stays.
 */
export function loadMessages(wording: Wording): Promise<Record<string, unknown> | null> {
  const known = asked.get(wording);
  if (known) return known;
  const words = fetchMessages(wording);
  asked.set(wording, words);
  return words;
}

/** As `loadMessages`, for a page that does nothing without them: asks until it has them. */
export async function demandMessages(wording: Wording): Promise<Record<string, unknown>> {
  for (;;) {
    const words = await loadMessages(wording);
    if (words) return words;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

/** One sentence of loaded words, by namespace and name; null where it is none. */
export function wordOf(
  words: Record<string, unknown> | null,
  namespace: string,
  name: string,
): string | null {
  const part = words?.[namespace];
  if (typeof part !== 'object' || part === null) return null;
  const word = Object.entries(part).find(([key]) => key === name)?.[1];
  return typeof word === 'string' ? word : null;
}
