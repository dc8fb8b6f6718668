import type { Jurisdiction } from '../domain/vocabulary.ts';
import { type Language, languages } from '../lib/languages.ts';

/**
 * Whose words are read: those of a language, or what a country calls otherwise. `messages/wording/en-US.json` has the
 * sentences that differ from `messages/en.json`, by the same keys, and nothing else.
 */
export const wordings = [...languages, 'en-US'] as const;
export type Wording = (typeof wordings)[number];

/** The words for what lies in a country; dates and amounts follow the formats, which a user may choose. */
export function wordingOf(language: Language, jurisdiction: Jurisdiction | undefined): Wording {
  return language === 'en' && jurisdiction === 'US' ? 'en-US' : language;
}

export const isWording = (name: string): name is Wording => wordings.some((one) => one === name);

export const languageOf = (wording: Wording): Language => (wording === 'en-US' ? 'en' : wording);

type Tree = { readonly [key: string]: unknown };
// A sentence that was read while building is a list.
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words of a language with those that a country has otherwise. */
export function withWording<Words extends object>(words: Words, otherwise: object): Words {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(words));
  for (const [key, value] of Object.entries(otherwise)) {
    const before = merged[key];
    merged[key] = isTree(before) && isTree(value) ? withWording(before, value) : value;
  }
  return merged as Words;
}
