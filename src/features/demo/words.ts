import type messages from '../../../messages/en.json';
import type { Language } from '../../lib/languages.ts';

type Words<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Words<Tree[Key]> };
/** The names and notes in a demo portfolio, and what stands on its papers: data like a user's own. */
export type DemoWords = Words<(typeof messages)['Server']['demo']>;

/** In the language a demo is made in; also for programs that run without the bundler. */
export async function demoWords(language: Language): Promise<DemoWords> {
  const { default: messages } = await import(`../../../messages/${language}.json`, {
    with: { type: 'json' },
  });
  return messages.Server.demo;
}
