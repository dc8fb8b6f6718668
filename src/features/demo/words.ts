import type messages from '../../../messages/en.json';
import { languageOf, spelledIn, type Wording, withWording } from '../../i18n/wording.ts';

type Words<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Words<Tree[Key]> };
/** The names and notes in a demo portfolio, and what stands on its papers: data like a user's own. */
export type DemoWords = Words<(typeof messages)['Server']['demo']>;

/** In the language a demo is made in; also for programs that run without the bundler. */
export async function demoWords(wording: Wording): Promise<DemoWords> {
  const { default: messages } = await import(`../../../messages/${languageOf(wording)}.json`, {
    with: { type: 'json' },
  });
  const words: DemoWords = messages.Server.demo;
  if (wording !== 'en-US') return spelledIn(wording, words);
  const { default: american } = await import('../../../messages/wording/en-US.json', {
    with: { type: 'json' },
  });
  return withWording(words, american.Server.demo);
}
