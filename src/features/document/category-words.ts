import 'server-only';
import { type DocumentCategory, documentCategories } from '@/domain/vocabulary';
import { messagesIn } from '@/i18n/server/messages-in';
import { languages } from '@/lib/languages';
import { searchWords } from '@/lib/search';

async function readNames() {
  const spoken = await Promise.all(languages.map(messagesIn));
  return documentCategories.map((category) => ({
    category,
    words: spoken.flatMap((messages) => searchWords(messages.DocumentCategory[category])),
  }));
}

let names: ReturnType<typeof readNames> | undefined;

/** The categories a word of a search names, in any language: "Rechnung" and "invoice" alike. */
export async function categoriesNamed(word: string): Promise<DocumentCategory[]> {
  names ??= readNames();
  return (await names)
    .filter(({ words }) => words.some((name) => name.includes(word)))
    .map((one) => one.category);
}
