import type { CalendarDate } from '../../lib/calendar.ts';
import { searchWords } from '../../lib/search.ts';
import type { StatementLine } from '../statement.ts';

/** What is kept of a line that was read before, of the same account. */
export type KnownLine = Pick<StatementLine, 'bookedOn' | 'amountCents' | 'name' | 'account' | 'text'> & {
  id: string;
  endToEnd: string | null;
};

/** `known` says which lines were read before, by their place among the incoming ones; the others are new. */
export type Recognised = { known: Map<number, string>; fresh: number[] };

const sameDay = (bookedOn: CalendarDate, amountCents: number) => `${bookedOn} ${amountCents}`;

/**
 * Which lines of an account were read before, in whatever file and format. Counted by day and amount: of n lines in the file
 * and k known ones n − k are new, so that two equal payments on one day stay two and a file read twice adds nothing. The text
 * only pairs them, because banks write the same line in many ways; the bank's own reference is not asked, it changes from a
 * pending line to the booked one. Two lines whose payers gave them different end-to-end references are never one.
 *
 * A booking of several payments may have been read as one line before (a batch without its details, a CSV), or the other way
 * round: it is known, then, as a whole.
 */
export function recogniseLines(incoming: readonly StatementLine[], known: readonly KnownLine[]): Recognised {
  const waiting = Map.groupBy(known, (line) => sameDay(line.bookedOn, line.amountCents));
  const indexed = incoming.map((line, index) => ({ line, index }));
  const found = new Map<number, string>();
  for (const [key, group] of Map.groupBy(indexed, ({ line }) => sameDay(line.bookedOn, line.amountCents))) {
    const candidates = waiting.get(key) ?? [];
    for (const [index, id] of pair(group, candidates)) found.set(index, id);
    const paired = new Set(found.values());
    waiting.set(
      key,
      candidates.filter(({ id }) => !paired.has(id)),
    );
  }
  // Parts of one booking whose whole was known as one line.
  const entries = Map.groupBy(
    indexed,
    ({ line }) => `${line.bookedOn} ${line.entry.index} ${line.entry.amountCents}`,
  );
  for (const parts of entries.values()) {
    const [first] = parts;
    if (!first || parts.length < 2 || parts.some(({ index }) => found.has(index))) continue;
    const key = sameDay(first.line.bookedOn, first.line.entry.amountCents);
    const [whole, ...rest] = waiting.get(key) ?? [];
    if (!whole) continue;
    waiting.set(key, rest);
    for (const { index } of parts) found.set(index, whole.id);
  }
  return { known: found, fresh: indexed.flatMap(({ index }) => (found.has(index) ? [] : [index])) };
}

type Incoming = { line: StatementLine; index: number };

/** Pairs the likest first; each known line once. */
function pair(group: readonly Incoming[], candidates: readonly KnownLine[]): [index: number, id: string][] {
  if (candidates.length === 0) return [];
  const pairs = group.flatMap(({ line, index }) =>
    candidates.flatMap((known) => {
      const likeness = likenessOf(line, known);
      return likeness === null ? [] : [{ index, id: known.id, likeness }];
    }),
  );
  const [takenLines, takenKnown] = [new Set<number>(), new Set<string>()];
  const result: [number, string][] = [];
  for (const { index, id } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (takenLines.has(index) || takenKnown.has(id)) continue;
    takenLines.add(index);
    takenKnown.add(id);
    result.push([index, id]);
  }
  return result;
}

/** Null for two lines that are certainly two. */
function likenessOf(line: StatementLine, known: KnownLine): number | null {
  const [own, other] = [line.references.endToEnd, known.endToEnd];
  // Some tables cut references off.
  if (own && other && !own.startsWith(other) && !other.startsWith(own)) return null;
  const isSameAccount = line.account !== null && line.account === known.account;
  const words = new Set(searchWords(`${known.name ?? ''} ${known.text}`));
  const mine = searchWords(`${line.name ?? ''} ${line.text}`);
  const shared = mine.filter((word) => words.has(word)).length / Math.max(1, mine.length, words.size);
  return (own && other ? 4 : 0) + (isSameAccount ? 2 : 0) + shared;
}
