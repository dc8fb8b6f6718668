import type { Messages } from 'next-intl';
import american from '../../messages/wording/en-US.json';
import { languageOf, spelledIn, type Wording, withWording } from './wording';

const spelled = new WeakMap<Messages, Map<Wording, Messages>>();

/** Every word of a language, or of a country that has some otherwise, from the disk: never for a browser. */
export async function readMessages(wording: Wording): Promise<Messages> {
  const { default: messages }: { default: Messages } = await import(
    `../../messages/${languageOf(wording)}.json`
  );
  if (wording === 'en-US') return withWording(messages, american);
  // All sentences are looked through once, until a language's file is another.
  const known = spelled.get(messages) ?? new Map<Wording, Messages>();
  const words = known.get(wording) ?? spelledIn(wording, messages);
  spelled.set(messages, known.set(wording, words));
  return words;
}
