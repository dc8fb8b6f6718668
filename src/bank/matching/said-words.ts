/** Letters that are more than a Latin one with a mark, as banks write them out (see `sepaText`) without the e of an umlaut. */
const written: Record<string, string> = {
  ...{ ä: 'a', ö: 'o', ü: 'u', ß: 'ss', æ: 'a', ø: 'o', œ: 'o' },
  ...{ ı: 'i', ł: 'l', đ: 'd', ð: 'd', þ: 'th' },
};

/** More than what people write and banks add to it: each word of a line is looked for among all names. */
const MAX_WORDS = 100;

/**
 * The words of a name in the form in which names are compared: `Müller`, `Mueller`, `MULLER` and `M?ller` without its umlaut
 * meet, as do `Yılmaz` and `YILMAZ`. Spelled-out umlauts lose their e on both sides, so that Bauer and Baur meet, too: names alone are never certain.
 */
export function nameWords(text: string): string[] {
  const lower = text.toLowerCase();
  // Most texts have nothing to fold, and a book has thousands of names.
  const folded = /^[\x20-\x3e\x40-\x7e]*$/.test(lower) ? lower : fold(lower);
  return folded
    .replace(/([aou])e/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
}

const fold = (lower: string): string =>
  lower
    .replace(/(?<=\p{L})[?\ufffd](?=\p{L})/gu, '')
    .replace(/[äöüßæøœıłđðþ]/g, (letter) => written[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

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
  const [restA, restB] = [endA - from, endB - from];
  if (restA <= 1 && restB <= 1) return true;
  return restA === 2 && restB === 2 && a[from] === b[from + 1] && a[from + 1] === b[from];
}

/** Every word that a letter less makes of a word, and the word. */
export function withoutALetter(word: string): Set<string> {
  return new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]);
}

/** No name is longer, and each letter makes a variant as long as the word. */
export const MAX_SIMILAR = 40;
/** Shorter words are alike by chance. */
export const MIN_ALIKE = 4;

/** The words that a line says, to be asked for many times. */
export class SaidWords {
  readonly #words: readonly string[];
  readonly #places = new Map<string, number[]>();
  readonly #similar = new Map<string, boolean>();
  readonly #byLength = new Map<number, string[]>();

  constructor(words: readonly string[]) {
    this.#words = words;
    for (const [at, word] of words.entries()) {
      const places = this.#places.get(word);
      if (places) {
        places.push(at);
        continue;
      }
      this.#places.set(word, [at]);
      const long = this.#byLength.get(word.length);
      if (long) long.push(word);
      else this.#byLength.set(word.length, [word]);
    }
  }

  has(word: string): boolean {
    return this.#places.has(word);
  }

  /** Whether one is the same but for a letter. */
  hasSimilar(word: string): boolean {
    if (word.length < MIN_ALIKE) return false;
    const known = this.#similar.get(word);
    if (known !== undefined) return known;
    // A line has few words, and nearly all of them differ at once: cheaper than making every word a letter less.
    const isSimilar = [word.length - 1, word.length, word.length + 1].some((length) =>
      this.#byLength.get(length)?.some((one) => isOneOff(one, word)),
    );
    this.#similar.set(word, isSimilar);
    return isSimilar;
  }

  /** Whether they stand one after the other. */
  says(phrase: readonly string[]): boolean {
    const [first] = phrase;
    if (first === undefined) return false;
    const places = this.#places.get(first) ?? [];
    return places.some((at) => phrase.every((word, step) => this.#words[at + step] === word));
  }
}

/** A name as it is looked for in what lines say; empty for one too short to tell anything. */
export function phraseOf(name: string): string[] {
  const words = nameWords(name);
  return words.join('').length < 3 ? [] : words;
}
