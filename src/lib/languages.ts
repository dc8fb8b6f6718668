// Written by scripts/languages.ts from the files in messages/: a file there is a language.
import type { DateFormat, NumberFormat } from './format-names.ts';

/** The default language first: its pages have no prefix. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage = 'en' satisfies Language;

type LanguageFacts = {
  /** What those who speak it call it. */
  name: string;
  /** BCP 47, with the region whose habits hold where a user has chosen nothing else. */
  locale: string;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
  /** `5,00 €`, not `€5.00`. */
  isSignBehind: boolean;
  /** `19 %`, not `19%`. */
  isPercentApart: boolean;
};

export const languageFacts: Record<Language, LanguageFacts> = {
  en: {
    name: 'English',
    locale: 'en-US',
    dateFormat: 'mm/dd/yyyy',
    numberFormat: 'en',
    isSignBehind: false,
    isPercentApart: false,
  },
  de: {
    name: 'Deutsch',
    locale: 'de-DE',
    dateFormat: 'dd.mm.yyyy',
    numberFormat: 'de',
    isSignBehind: true,
    isPercentApart: true,
  },
};
