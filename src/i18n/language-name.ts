import type { Language } from '../lib/languages.ts';

/** What a language is called in another: German is `Deutsch` in German. */
export const languageName = (language: Language, inLanguage: Language) =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language;
