import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { searchWords } from '@/lib/search';

const withoutMarks = (text: SQL) =>
  sql`regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')`;

/**
 * Condition that every word of the search occurs somewhere in the texts; undefined for an empty search.
 * The stored text is read twice, with umlauts spelled out and without dots, so that Müller is found by
 * "müller", "mueller" and "muller".
 */
export function matchesSearch(search: string, texts: (AnyPgColumn | SQL)[]): SQL | undefined {
  const words = searchWords(search);
  if (words.length === 0) return undefined;
  const stored = sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`;
  // The collation decides what lower() knows; the database's own may be C.
  const text = sql`normalize(lower(${stored} collate "und-x-icu"), NFC)`;
  const sharp = sql`replace(${text}, 'ß', 'ss')`;
  const spelled = sql`replace(replace(replace(${sharp}, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')`;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  // Most texts have nothing to spell out, and finding that out takes a tenth of doing it for nothing.
  const readable = sql`case when octet_length(${stored}) = char_length(${stored}) then lower(${stored} collate "C") collate "und-x-icu"
    else ${withoutMarks(spelled)} || ' ' || ${withoutMarks(sharp)} end`;
  return sql`${readable} like all (${sql.param(patterns)}::text[])`;
}
