import { type SQL, sql } from 'drizzle-orm';

const withoutMarks = (text: SQL) =>
  sql`regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')`;

/**
 * A stored text as a search reads it: in small letters and twice, with umlauts spelled out and without dots, so that
 * Müller is found by "müller", "mueller" and "muller", and Yılmaz by "yilmaz". As `foldedText` of `lib/search.ts`. Immutable, so
 * that a column can keep it.
 */
export function folded(stored: SQL): SQL {
  // The collation decides what lower() knows; the database's own may be C.
  const text = sql`normalize(lower(${stored} collate "und-x-icu"), NFC)`;
  const latin = sql`translate(${text}, 'ıłøđð', 'ilodd')`;
  const sharp = sql`replace(replace(replace(replace(${latin}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
  const spelled = sql`replace(replace(replace(${sharp}, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')`;
  // Most texts have nothing to spell out, and finding that out takes a tenth of doing it for nothing.
  return sql`case when octet_length(${stored}) = char_length(${stored}) then lower(${stored} collate "C") collate "und-x-icu"
    else ${withoutMarks(spelled)} || ' ' || ${withoutMarks(sharp)} end`;
}
