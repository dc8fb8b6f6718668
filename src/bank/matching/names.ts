import type { Person } from './book.ts';

const umlauts: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' };

/**
 * The words of a name in the form in which names are compared: `Müller`, `Mueller`, `MULLER` and `M?ller` without its umlaut
 * meet. Spelled-out umlauts lose their e on both sides, so that Bauer and Baur meet, too: names alone are never certain.
 */
export function nameWords(text: string): string[] {
  const lower = text.toLowerCase();
  // Most texts have nothing to fold, and a book has thousands of names.
  const folded = /^[\x20-\x3e\x40-\x7e]*$/.test(lower) ? lower : fold(lower);
  return folded
    .replace(/([aou])e/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

const fold = (lower: string): string =>
  lower
    .replace(/(?<=\p{L})[?\ufffd](?=\p{L})/gu, '')
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

/** Forms of companies and of address, which payers write or leave out. */
const fillers = new Set(
  nameWords(
    'gmbh mbh ag kg kgaa ohg gbr ug se ek eg ev ltd inc llc co und and u haftungsbeschraenkt herr frau herrn familie fam eheleute dr prof dipl ing oder or',
  ),
);

const telling = (words: readonly string[]) => words.filter((word) => !fillers.has(word));

/** How a text names a person: in full, with an initial, with a letter wrong or missing, by the last name alone. */
export const nameLikenesses = ['full', 'initial', 'similar', 'last'] as const;
export type NameLikeness = (typeof nameLikenesses)[number];

type Entry = { leaseId: string; first: string[]; last: string[] };

/** Whether two words differ by one letter at most: changed, missing, too many, or two of them swapped. */
export function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const [restA, restB] = [a.slice(from, endA), b.slice(from, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** Every word that a letter less makes of a word, and the word. */
function withoutALetter(word: string): string[] {
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

const MIN_SIMILAR = 5;
/** No name is longer, and each letter makes a variant as long as the word. */
const MAX_SIMILAR = 40;
const MIN_CUT = 4;

/** Finds the leases whose people a text names. Made once for all lines. */
export class NameIndex {
  readonly #entries: Entry[] = [];
  readonly #byWord = new Map<string, number[]>();
  readonly #byVariant = new Map<string, string[]>();
  readonly #sorted: string[];

  constructor(people: readonly { leaseId: string; person: Person }[]) {
    for (const { leaseId, person } of people) {
      const last = telling(nameWords(person.companyName ?? person.lastName ?? ''));
      if (last.length === 0) continue;
      const first = person.companyName ? [] : telling(nameWords(person.firstName ?? ''));
      const index = this.#entries.push({ leaseId, first, last }) - 1;
      for (const word of new Set(last)) {
        const found = this.#byWord.get(word);
        if (found) found.push(index);
        else this.#byWord.set(word, [index]);
      }
    }
    for (const word of this.#byWord.keys()) {
      if (word.length < MIN_SIMILAR || word.length > MAX_SIMILAR) continue;
      for (const variant of withoutALetter(word)) {
        const found = this.#byVariant.get(variant);
        if (found) found.push(word);
        else this.#byVariant.set(variant, [word]);
      }
    }
    this.#sorted = [...this.#byWord.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  }

  /** The best likeness by which a text names each lease. */
  find(text: string): Map<string, NameLikeness> {
    const words = telling(nameWords(text));
    const found = new Map<string, NameLikeness>();
    if (words.length === 0) return found;
    const add = (leaseId: string, likeness: NameLikeness) => {
      const known = found.get(leaseId);
      if (!known || nameLikenesses.indexOf(likeness) < nameLikenesses.indexOf(known))
        found.set(leaseId, likeness);
    };
    const look = (target: string, isExact: boolean) => {
      const hits = (this.#byWord.get(target) ?? []).flatMap((index) => {
        const entry = this.#entries[index];
        const likeness = entry && likenessOf(entry, words, target, isExact);
        return entry && likeness ? [{ leaseId: entry.leaseId, likeness }] : [];
      });
      // Where one of a name is named in full, the others who share it are not meant.
      const isNamed = hits.some(({ likeness }) => likeness === 'full');
      for (const { leaseId, likeness } of hits) if (!isNamed || likeness !== 'last') add(leaseId, likeness);
      return isNamed;
    };
    for (const [at, word] of words.entries()) {
      if (look(word, true)) continue;
      for (const target of this.#similar(word, at === words.length - 1)) look(target, false);
    }
    return found;
  }

  /** Last names that a word may stand for: one a letter off, one that was cut at the end of a text. */
  *#similar(word: string, isLast: boolean): Generator<string> {
    if (word.length >= MIN_SIMILAR - 1 && word.length <= MAX_SIMILAR + 1) {
      const seen = new Set<string>([word]);
      for (const variant of withoutALetter(word)) {
        for (const target of this.#byVariant.get(variant) ?? []) {
          if (seen.has(target) || !isOneOff(word, target)) continue;
          seen.add(target);
          yield target;
        }
      }
    }
    if (!isLast || word.length < MIN_CUT) return;
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < Math.min(low + 20, this.#sorted.length); at += 1) {
      const target = this.#sorted[at] ?? '';
      if (!target.startsWith(word)) break;
      if (target !== word) yield target;
    }
  }
}

function likenessOf(
  entry: Entry,
  words: readonly string[],
  target: string,
  isExact: boolean,
): NameLikeness | null {
  const others = entry.last.filter((word) => word !== target);
  const has = (word: string) => words.includes(word);
  const isSimilar = (word: string) => word.length >= MIN_CUT && words.some((one) => isOneOff(one, word));
  // Of a name of several words all must be there; a company's may be abbreviated to its first.
  const isWhole = others.every(has);
  if (
    !isWhole &&
    !(entry.first.length > 0 ? others.some(has) || others.every(isSimilar) : others.every(isSimilar))
  ) {
    return entry.last[0] === target && isExact && target.length >= MIN_SIMILAR ? 'last' : null;
  }
  if (entry.first.length === 0) return isExact && isWhole ? 'full' : 'similar';
  if (entry.first.some(has)) return isExact && isWhole ? 'full' : 'similar';
  if (entry.first.some(isSimilar)) return 'similar';
  const initials = words.filter((word) => word.length === 1);
  if (isExact && entry.first.some((word) => initials.includes(word[0] ?? ''))) return 'initial';
  return isExact ? 'last' : null;
}

/** A whole name in a form that does not depend on order, forms and marks. */
export const nameKey = (name: string): string =>
  telling(nameWords(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ');
