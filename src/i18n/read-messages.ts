import type { Messages } from 'next-intl';
import american from '../../messages/wording/en-US.json';
import { languageOf, type Wording, withWording } from './wording';

/** Every word of a language, or of a country that has some otherwise, from the disk: never for a browser. */
export async function readMessages(wording: Wording): Promise<Messages> {
  const { default: messages }: { default: Messages } = await import(
    `../../messages/${languageOf(wording)}.json`
  );
  return wording === 'en-US' ? withWording(messages, american) : messages;
}
