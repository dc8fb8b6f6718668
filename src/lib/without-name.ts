import { searchWords } from './search.ts';

const between = /^[\s,;._‐‑–-]*$/u;
const hyphen = /^[-‐‑]$/u;

type Place = { from: number; to: number };
/** A word as the search reads it, and where it stands among the letters. */
type Word = Place & { text: string };

const lettersOf = (text: string): string[] => [...text.normalize('NFC')];

/** Every word of a text, parted by all that is neither letter nor digit. */
function wordsOf(letters: readonly string[]): Word[] {
  const of: number[] = [];
  let read = '';
  for (const [index, letter] of letters.entries()) {
    const part = searchWords(letter)[0] ?? (/\s/u.test(letter) ? ' ' : '');
    read += part;
    of.push(...new Array<number>(part.length).fill(index));
  }
  return [...read.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: text, index }) => ({
    text,
    from: of[index] ?? 0,
    to: (of[index + text.length - 1] ?? 0) + 1,
  }));
}

/** Words of a text, first to last, that are all words of a name. `order`: 0 as it is called, 1 “Rot, Max”, 2 otherwise. */
type Run = { first: number; last: number; order: 0 | 1 | 2; isOwn: boolean };

class Reading {
  readonly letters: readonly string[];
  readonly words: readonly Word[];

  constructor(text: string) {
    this.letters = lettersOf(text);
    this.words = wordsOf(this.letters);
  }

  gap(after: number): string {
    return this.letters.slice(this.words[after]?.to, this.words[after + 1]?.from).join('');
  }

  /** Where all words of a name stand together, in whatever order. */
  runsOf(name: string, isOwn: boolean): Run[] {
    const spelled = lettersOf(name);
    const named = wordsOf(spelled).map(({ text }) => text);
    const signs = new Set(spelled.flatMap((sign) => ("'’".includes(sign) ? ["'", '’'] : [sign])));
    const sorted = named.toSorted().join(' ');
    const joins = (gap: string) => between.test([...gap].filter((sign) => !signs.has(sign)).join(''));
    const runs: Run[] = [];
    for (let first = 0; named.length > 0 && first + named.length <= this.words.length; first += 1) {
      const last = first + named.length - 1;
      const said = this.words.slice(first, last + 1).map(({ text }) => text);
      const gaps = said.slice(1).map((_, index) => this.gap(first + index));
      if (said.toSorted().join(' ') !== sorted || !gaps.every(joins)) continue;
      if (this.#isPartOfLonger(first, last) || (named.length === 1 && !this.#isSpelled(first, spelled)))
        continue;
      runs.push({ first, last, order: orderOf(said, named, gaps), isOwn });
    }
    return runs;
  }

  /** Karl Müller is no part of “Karl-Müller-Straße”, “Karl Müller-Lang” and “Hans-Karl Müller”, but one of “Vertrag-Karl-Müller”. */
  #isPartOfLonger(first: number, last: number): boolean {
    const isJoined = (after: number) =>
      hyphen.test(this.gap(after)) &&
      /\p{L}$/u.test(this.words[after]?.text ?? '') &&
      /^\p{L}/u.test(this.words[after + 1]?.text ?? '');
    return isJoined(last) || (isJoined(first - 1) && !(first < last && hyphen.test(this.gap(first))));
  }

  /** A name of one word begins as it does: Netto is not in “Miete netto”. */
  #isSpelled(word: number, spelled: readonly string[]): boolean {
    const first = (letters: readonly string[], from = 0) =>
      letters.slice(from).find((sign) => /\p{L}/u.test(sign));
    const isLarge = (letter = '') => letter !== letter.toLowerCase();
    return isLarge(first(this.letters, this.words[word]?.from)) === isLarge(first(spelled));
  }
}

function orderOf(said: string[], named: string[], gaps: string[]): Run['order'] {
  const parted = gaps.flatMap((gap, index) => (/[,;]/u.test(gap) ? [index + 1] : []));
  const [at = 0] = parted;
  if (parted.length > 1) return 2;
  const turned = [...said.slice(at), ...said.slice(0, at)];
  if (turned.some((word, index) => word !== named[index])) return 2;
  return at === 0 ? 0 : 1;
}

/** Runs of which none shares a word with another: those in the usual order first, whoever they name. */
function apart(runs: readonly Run[]): Run[] {
  const isInside = (inner: Run, outer: Run) =>
    inner.isOwn !== outer.isOwn &&
    outer.first <= inner.first &&
    inner.last <= outer.last &&
    outer.last - outer.first > inner.last - inner.first;
  const ranked = runs
    .filter((run) => !runs.some((other) => isInside(run, other)))
    .toSorted((a, b) => a.order - b.order || a.first - b.first || Number(a.isOwn) - Number(b.isOwn));
  const taken: Run[] = [];
  for (const run of ranked) {
    if (taken.every(({ first, last }) => run.last < first || last < run.first)) taken.push(run);
  }
  return taken;
}

/**
 * A title, the name of a file or another text without the name of somebody, where all its words stand together, in whatever
 * order: “Mietvertrag_Rot,_Max.pdf” is “Mietvertrag_….pdf”. What is taken out is so for ever, so a word of the name by itself
 * stays (“Rot”, “von”, “im Winter”), as do the names of others, also where they begin or end like it.
 */
export function withoutName(text: string, name: string, others: readonly string[]): string {
  const reading = new Reading(text);
  const own = reading.runsOf(name, true);
  if (own.length === 0) return text;
  const runs = apart([...own, ...others.flatMap((other) => reading.runsOf(other, false))]);
  const { letters, words } = reading;
  let [said, end] = ['', 0];
  for (const { first, last } of runs.filter(({ isOwn }) => isOwn).toSorted((a, b) => a.first - b.first)) {
    const gap = letters.slice(end, words[first]?.from).join('');
    if (end === 0 || !between.test(gap)) said += `${gap}…`;
    end = Math.max(end, words[last]?.to ?? 0);
  }
  return end === 0 ? text : said + letters.slice(end).join('');
}
