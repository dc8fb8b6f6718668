import 'server-only';
import { searchWords } from '@/lib/search';
import { type DocumentCategory, documentCategories } from '@/lib/vocabulary';
import german from '../../../messages/de.json';
import english from '../../../messages/en.json';

const names = documentCategories.map((category) => ({
  category,
  words: [english, german].flatMap((messages) => searchWords(messages.DocumentCategory[category])),
}));

/** The categories a word of a search names, in either language: "Rechnung" and "invoice" alike. */
export function categoriesNamed(word: string): DocumentCategory[] {
  return names.filter(({ words }) => words.some((name) => name.includes(word))).map((one) => one.category);
}
