import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { searchWords } from '@/lib/search';
import { folded } from './folded';

/** Condition that every word of the search occurs somewhere in the texts; undefined for an empty search. */
export function matchesSearch(search: string, texts: (AnyPgColumn | SQL)[]): SQL | undefined {
  return matchesFolded(search, folded(sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`));
}

/** The same for a text that is kept folded: for tables that are too long to fold for each question. */
export function matchesFolded(search: string, text: AnyPgColumn | SQL): SQL | undefined {
  const words = searchWords(search);
  if (words.length === 0) return undefined;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return sql`${text} like all (${sql.param(patterns)}::text[])`;
}
