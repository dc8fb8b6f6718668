import type messages from '../../../messages/en.json';
import { languageOf, type Wording, withWording } from '../../i18n/wording.ts';

type Words<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Words<Tree[Key]> };
/** The names and notes in a demo portfolio, and what stands on its papers: data like a user's own. */
export type DemoWords = Words<(typeof messages)['Server']['demo']>;

async function read(name: string) {
  const { default: messages } = await import(`../../../messages/${name}.json`, { with: { type: 'json' } });
  return messages.Server.demo;
}

/** In the language a demo is made in; also for programs that run without the bundler. */
export async function demoWords(wording: Wording): Promise<DemoWords> {
  const words = await read(languageOf(wording));
  return wording === 'en-US' ? withWording<DemoWords>(words, await read('wording/en-US')) : words;
}
