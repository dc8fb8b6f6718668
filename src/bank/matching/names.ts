import type { Person } from './book.ts';
import { isOneOff, MAX_SIMILAR, MIN_ALIKE, nameWords, SaidWords, withoutALetter } from './said-words.ts';

/** Forms of companies and of address, which payers write or leave out. */
const fillers = new Set(
  nameWords(
    'gmbh mbh ag kg kgaa ohg gbr ug se ek eg ev ltd inc llc co und and u haftungsbeschraenkt herr frau herrn familie fam eheleute dr prof dipl ing oder or',
  ),
);

/** Words of last names that tell nobody apart and are cut: `von der Heide` is sent as `v.d. Heide`, `d. Heide` or `Heide`. */
const particles = new Set(
  nameWords('von vom van zu zum zur der den ter ten de del della di da dos du la le el al'),
);

/** The words of a last name that a payer has to write; of a name that is nothing else, `Le`, all. */
function lastWords({ companyName, lastName }: Person): string[] {
  const words = telling(nameWords(companyName ?? lastName ?? ''));
  const own = companyName === null ? words.filter((word) => !particles.has(word)) : words;
  return own.length > 0 ? own : words;
}

const telling = (words: readonly string[]) => words.filter((word) => !fillers.has(word));

/** How a text names a person: in full, with an initial, with a letter wrong or missing, by the last name alone. */
export const nameLikenesses = ['full', 'initial', 'similar', 'last'] as const;
export type NameLikeness = (typeof nameLikenesses)[number];

/** First names are read once somebody of the last name is spoken of: of thousands a page touches some dozens. */
type Entry = { leaseId: string; last: string[]; person: Person; first?: string[] };

const firstOf = (entry: Entry): string[] => {
  entry.first ??= entry.person.companyName ? [] : telling(nameWords(entry.person.firstName ?? ''));
  return entry.first;
};

const MIN_SIMILAR = 5;
/** Of so many people of one last name each is asked for, and of so many last names that are alike: more is nobody's book. */
const MAX_NAMESAKES = 500;
const MAX_ALIKE = 50;

/** Finds the leases whose people a text names. Made once for all lines. */
export class NameIndex {
  readonly #entries: Entry[] = [];
  readonly #byWord = new Map<string, number[]>();
  readonly #byVariant = new Map<string, string[]>();
  readonly #sorted: string[];

  constructor(people: readonly { leaseId: string; person: Person }[]) {
    for (const { leaseId, person } of people) {
      const last = lastWords(person);
      if (last.length === 0) continue;
      const index = this.#entries.push({ leaseId, last, person }) - 1;
      for (const word of new Set(last)) addTo(this.#byWord, word, index, MAX_NAMESAKES);
    }
    for (const word of this.#byWord.keys()) {
      if (word.length < MIN_SIMILAR || word.length > MAX_SIMILAR) continue;
      for (const variant of withoutALetter(word)) addTo(this.#byVariant, variant, word, MAX_ALIKE);
    }
    this.#sorted = [...this.#byWord.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  }

  /** The best likeness by which a text names each lease. */
  find(text: string): Map<string, NameLikeness> {
    const words = telling(nameWords(text));
    const found = new Map<string, NameLikeness>();
    if (words.length === 0) return found;
    const said = new SaidWords(words);
    const add = (leaseId: string, likeness: NameLikeness) => {
      const known = found.get(leaseId);
      if (!known || nameLikenesses.indexOf(likeness) < nameLikenesses.indexOf(known))
        found.set(leaseId, likeness);
    };
    const look = (target: string, isExact: boolean) => {
      const hits: { leaseId: string; likeness: NameLikeness }[] = [];
      for (const index of this.#byWord.get(target) ?? []) {
        const entry = this.#entries[index];
        const likeness = entry && likenessOf(entry, said, target, isExact);
        if (entry && likeness) hits.push({ leaseId: entry.leaseId, likeness });
      }
      // Where one of a name is named in full, the others who share it are not meant.
      const isNamed = hits.some(({ likeness }) => likeness === 'full');
      for (const { leaseId, likeness } of hits) if (!isNamed || likeness !== 'last') add(leaseId, likeness);
      return isNamed;
    };
    const [looked, alike] = [new Set<string>(), new Set<string>()];
    for (const [at, word] of words.entries()) {
      const isLast = at === words.length - 1;
      // A word that is said again says nothing new, but that the last may be cut.
      if (looked.has(word) && !isLast) continue;
      looked.add(word);
      if (look(word, true)) continue;
      for (const target of this.#similar(word, isLast)) {
        if (alike.has(target)) continue;
        alike.add(target);
        look(target, false);
      }
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
    if (!isLast || word.length < MIN_ALIKE) return;
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

function likenessOf(entry: Entry, said: SaidWords, target: string, isExact: boolean): NameLikeness | null {
  const first = firstOf(entry);
  // Of a name of several words all must be there; a company's may be abbreviated to its first.
  const isWhole = entry.last.every((word) => word === target || said.has(word));
  if (!isWhole) {
    const others = entry.last.filter((word) => word !== target);
    const isPart = first.length > 0 && others.some((word) => said.has(word));
    if (!isPart && !others.every((word) => said.hasSimilar(word))) {
      return entry.last[0] === target && isExact && target.length >= MIN_SIMILAR ? 'last' : null;
    }
  }
  if (first.length === 0) return isExact && isWhole ? 'full' : 'similar';
  if (first.some((word) => said.has(word))) return isExact && isWhole ? 'full' : 'similar';
  if (first.some((word) => said.hasSimilar(word))) return 'similar';
  if (isExact && first.some((word) => said.has(word[0] ?? ''))) return 'initial';
  return isExact ? 'last' : null;
}

function addTo<T>(map: Map<string, T[]>, key: string, one: T, most: number): void {
  const found = map.get(key);
  if (!found) map.set(key, [one]);
  else if (found.length < most) found.push(one);
}

/** A whole name in a form that does not depend on order, forms and marks. */
export const nameKey = (name: string): string =>
  telling(nameWords(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ');
