import type { CalendarDate } from '../../lib/calendar.ts';
import { isIban } from '../../lib/iban.ts';
import { searchWords } from '../../lib/search.ts';
import type { StatementLine } from '../statement.ts';

/** What is kept of a line that was read before, of the same account. */
export type KnownLine = Pick<
  StatementLine,
  'bookedOn' | 'amountCents' | 'name' | 'account' | 'text' | 'batchCount'
> & {
  id: string;
  endToEnd: string | null;
  /** The booking it is a part of, told apart from those of other files, and the whole of it. */
  entry: { id: string; amountCents: number };
};

/**
 * `known` says which lines were read before, by their place among the incoming ones; the others are new. `parted` says of
 * known batches without details which of the incoming lines those are, together the whole of it.
 */
export type Recognised = { known: Map<number, string>; fresh: number[]; parted: Map<string, number[]> };

const dayAndAmount = (bookedOn: CalendarDate, amountCents: number) => `${bookedOn} ${amountCents}`;
const keyOf = (line: Pick<StatementLine, 'bookedOn' | 'amountCents'>) =>
  dayAndAmount(line.bookedOn, line.amountCents);

/**
 * Which lines of an account were read before, in whatever file and format. Counted by day and amount: of n lines in the file
 * and k known ones n − k are new, so that two equal payments on one day stay two and a file read twice adds nothing. The text
 * only pairs them, because banks write the same line in many ways; the bank's own reference is not asked, it changes from a
 * pending line to the booked one. Two lines whose payers gave them different end-to-end references are never one.
 *
 * A booking of several payments may have been read as one line before (a batch without its details, a CSV), or the other way
 * round: where a line of its whole is left over on the other side, it is known as a whole, with all its parts.
 */
export function recogniseLines(incoming: readonly StatementLine[], known: readonly KnownLine[]): Recognised {
  const indexed = incoming.map((line, index) => ({ line, index }));
  const incomingBy = Map.groupBy(indexed, ({ line }) => keyOf(line));
  const knownBy = Map.groupBy(known, keyOf);
  const surplus = new Map<string, number>();
  for (const [key, lines] of knownBy) surplus.set(key, lines.length);
  for (const [key, lines] of incomingBy) surplus.set(key, (surplus.get(key) ?? 0) - lines.length);

  const found = new Map<number, string>();
  const taken = new Set<string>();
  const bookings = Map.groupBy(
    indexed,
    ({ line }) => `${line.bookedOn} ${line.entry.index} ${line.entry.amountCents}`,
  );
  const parted = new Map<string, number[]>();
  const isBatch = ({ batchCount }: KnownLine) => batchCount !== null && batchCount > 1;
  const nextKnownBatch = queues(knownBy, (one) => !taken.has(one.id) && isBatch(one));
  const nextKnown = queues(knownBy, ({ id }) => !taken.has(id));
  for (const parts of bookings.values()) {
    const whole = wholeOf(parts.map(({ line }) => line));
    if (whole === null || (surplus.get(whole) ?? 0) <= 0) continue;
    const one = nextKnownBatch(whole) ?? nextKnown(whole);
    if (!one) continue;
    if (isBatch(one))
      parted.set(
        one.id,
        parts.map(({ index }) => index),
      );
    surplus.set(whole, (surplus.get(whole) ?? 0) - 1);
    taken.add(one.id);
    for (const { index } of parts) found.set(index, one.id);
  }
  const isLeft = ({ index }: Incoming) => !found.has(index);
  const nextBatch = queues(incomingBy, (one) => isLeft(one) && one.line.batchCount !== null);
  const nextLine = queues(incomingBy, isLeft);
  for (const parts of Map.groupBy(known, ({ entry }) => entry.id).values()) {
    const whole = wholeOf(parts);
    if (whole === null || (surplus.get(whole) ?? 0) >= 0) continue;
    const one = nextBatch(whole) ?? nextLine(whole);
    const [first] = parts;
    if (!one || !first) continue;
    surplus.set(whole, (surplus.get(whole) ?? 0) + 1);
    found.set(one.index, first.id);
    for (const { id } of parts) taken.add(id);
  }
  const likeness = comparison();
  for (const [key, group] of incomingBy) {
    const waiting = (knownBy.get(key) ?? []).filter(({ id }) => !taken.has(id));
    const asked = group.filter(({ index }) => !found.has(index));
    for (const [index, id] of pair(asked, waiting, likeness)) found.set(index, id);
  }
  return { known: found, fresh: indexed.flatMap(({ index }) => (found.has(index) ? [] : [index])), parted };
}

/**
 * The next of a key's lines that is free. What was passed over is never free again, so that each is looked at once: a whole
 * file may be of one day and one amount.
 */
function queues<T>(groups: ReadonlyMap<string, readonly T[]>, isFree: (one: T) => boolean) {
  const places = new Map<string, number>();
  return (key: string): T | undefined => {
    const group = groups.get(key) ?? [];
    for (let at = places.get(key) ?? 0; at < group.length; at += 1) {
      places.set(key, at);
      const one = group[at];
      if (one !== undefined && isFree(one)) return one;
    }
    return undefined;
  };
}

/** Day and amount of the booking that parts make up; null for a booking of one, or with parts missing. */
function wholeOf(
  parts: readonly { bookedOn: CalendarDate; amountCents: number; entry: { amountCents: number } }[],
): string | null {
  const [first] = parts;
  const sum = parts.reduce((total, part) => total + part.amountCents, 0);
  if (!first || parts.length < 2 || sum !== first.entry.amountCents) return null;
  return dayAndAmount(first.bookedOn, sum);
}

/** Of all groups of a file together. */
const MAX_COMPARED = 250_000;

type Incoming = { line: StatementLine; index: number };
type Comparison = ReturnType<typeof comparison>;

/** Pairs the likest first; each known line once. */
function pair(
  group: readonly Incoming[],
  candidates: readonly KnownLine[],
  comparison: Comparison,
): [index: number, id: string][] {
  if (candidates.length === 0) return [];
  // A whole town may pay the same on one day: to compare each with each would take as long as all else together.
  if (!comparison.mayCompare(group.length * candidates.length)) {
    return group.flatMap(({ index }, at) => {
      const known = candidates[at];
      return known ? [[index, known.id]] : [];
    });
  }
  const pairs = group.flatMap(({ line, index }) =>
    candidates.flatMap((known) => {
      const likeness = comparison.likenessOf(line, known);
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

/** Compares lines, each cut into words once, as long as there is time for more. */
function comparison() {
  let compared = 0;
  const wordsOf = new WeakMap<object, string[]>();
  function words(line: Pick<StatementLine, 'name' | 'text'>): string[] {
    const found = wordsOf.get(line) ?? searchWords(`${line.name ?? ''} ${line.text}`);
    wordsOf.set(line, found);
    return found;
  }
  return {
    mayCompare(pairs: number): boolean {
      compared += pairs;
      return compared <= MAX_COMPARED;
    },
    /** Null for two lines that are certainly two. */
    likenessOf(line: StatementLine, known: KnownLine): number | null {
      // Some tables write all in capitals.
      const [own, other] = [line.references.endToEnd?.toUpperCase(), known.endToEnd?.toUpperCase()];
      // Some tables cut references off.
      if (own && other && !own.startsWith(other) && !other.startsWith(own)) return null;
      const isSameAccount = line.account !== null && line.account === known.account;
      // A file may be of a part of a day: another's payment of the same amount is not the one that is known.
      if (!isSameAccount && isIban(line.account ?? '') && isIban(known.account ?? '')) return null;
      const [mine, others] = [words(line), new Set(words(known))];
      const shared = mine.filter((word) => others.has(word)).length / Math.max(1, mine.length, others.size);
      return (own && other ? 4 : 0) + (isSameAccount ? 2 : 0) + shared;
    },
  };
}
