import type { Jurisdiction } from '../domain/vocabulary.ts';
import { type Language, languages } from '../lib/languages.ts';

/**
 * Whose words are read: those of a language, or what a country calls otherwise. `messages/wording/en-US.json` has the
 * sentences that differ from `messages/en.json`, by the same keys, and nothing else; German differs in Austria and
 * Switzerland by single words (`spelledIn`).
 */
export const wordings = [...languages, 'en-US', 'de-AT', 'de-CH'] as const;
export type Wording = (typeof wordings)[number];

/** The words for what lies in a country; dates and amounts follow the formats, which a user may choose. */
export function wordingOf(language: Language, jurisdiction: Jurisdiction | undefined): Wording {
  return wordings.find((one) => one === `${language}-${jurisdiction}`) ?? language;
}

export const isWording = (name: string): name is Wording => wordings.some((one) => one === name);

export const languageOf = (wording: Wording): Language =>
  languages.find((language) => wording.startsWith(language)) ?? 'en';

type Tree = { readonly [key: string]: unknown };
// A sentence that was read while building is a list.
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words of the same gender and number, so that nothing around them changes. */
const spellings: Partial<Record<Wording, readonly (readonly [string, string])[]>> = {
  'de-AT': [
    ['Kaltmiete', 'Nettomiete'],
    ['kaltmiete', 'nettomiete'],
    ['Nebenkosten', 'Betriebskosten'],
  ],
  // Without ß: Schweizerische Bundeskanzlei, Rechtschreibung, 4th ed. 2017, no. 1.3. VAT is the “Mehrwertsteuer” of the MWSTG.
  'de-CH': [
    ['ß', 'ss'],
    ['Kaltmiete', 'Nettomiete'],
    ['kaltmiete', 'nettomiete'],
    ['Umsatzsteuer', 'Mehrwertsteuer'],
    ['USt.', 'MWST'],
  ],
};

/** Every sentence as it is spelled in a country. */
export function spelledIn<Words extends object>(wording: Wording, words: Words): Words {
  const pairs = spellings[wording];
  if (pairs === undefined) return words;
  const spell = (value: unknown): unknown => {
    if (typeof value === 'string')
      return pairs.reduce((text, [from, to]) => text.replaceAll(from, to), value);
    if (Array.isArray(value)) return value.map(spell);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spell(part)]));
  };
  return spell(words) as Words;
}

/** The words of a language with those that a country has otherwise. */
export function withWording<Words extends object>(words: Words, otherwise: object): Words {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(words));
  for (const [key, value] of Object.entries(otherwise)) {
    const before = merged[key];
    merged[key] = isTree(before) && isTree(value) ? withWording(before, value) : value;
  }
  return merged as Words;
}
