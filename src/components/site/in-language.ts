import { defaultLanguage } from '@/lib/languages';

/** What was drawn for a language; until it is (`npm run pictures:site`), what was drawn for the default one. */
export function inLanguage<Drawn>(
  drawn: { [defaultLanguage]: Drawn } & Record<string, Drawn>,
  language: string,
): Drawn {
  return drawn[language] ?? drawn[defaultLanguage];
}
