import { searchWords } from '@/lib/search';

/** Somebody else, by what tells who they are. */
export type Other = {
  id?: string;
  firstName?: string | null;
  lastName?: string | null;
  companyName?: string | null;
  /** As it is written, where its parts are not known. */
  fullName?: string | null;
  emails: readonly string[];
  phones: readonly string[];
  ibans: readonly string[];
  /** On a lease with the person: a single word of the name tells who is meant. */
  isNear: boolean;
};

/** What stands in the place of somebody else. */
export const HIDDEN = '…';

/** What hyphens and apostrophes join are words of their own: `Ausweis-Koch`, `Koch's`, `Meyer-Lansky`. */
const wordIn = /[\p{L}\p{N}]+/gu;
const addressIn = /[^\s<>,;:()"'“”„]+@[^\s<>,;:()"'“”„]+/gu;
const phoneIn = /\+?\d[\d\s/().-]{4,}\d/g;
/** At every place where one may begin: what stands before it may look like the beginning of another. */
const ibanIn = /(?=([A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]){11,30}))/gi;
const idIn = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** However its umlauts are written: a bank says MUELLER. */
const folded = (text: string) => searchWords(text).join(' ');
const compact = (iban: string) => iban.replace(/\s/g, '').toUpperCase();
/** The end of a number is the same however its country is written. */
const dialled = (phone: string) => phone.replace(/\D/g, '').slice(-9);
const wordsOf = (name: string) => name.normalize('NFC').match(wordIn) ?? [];

/** Words of names that tell nobody: particles, titles and months. */
const tellNobody = new Set(
  [
    'von vom van zu zum zur der den dem de del della di da do dos das du des la le les el al',
    'bin ibn abu af av ten ter te und y e san st dr prof',
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    'January February March May June July October December',
  ].flatMap((words) => words.split(' ').map(folded)),
);

type Span = { start: number; end: number };

/**
 * Takes others out of a text: their ids, addresses, numbers and accounts, their names of several words, and of who is on a lease with
 * the person each word of the name, also with the s of a genitive. What is the person's own as well, as the name of a couple,
 * stays: it cannot be told apart.
 */
export function hiderOf(own: Omit<Other, 'isNear'>, others: readonly Other[]): (text: string) => string {
  const nameOf = ({ firstName, lastName, companyName, fullName }: Omit<Other, 'isNear'>) =>
    [firstName, lastName, companyName, fullName].filter(Boolean).join(' ');
  const ownWords = new Set(wordsOf(nameOf(own)).map(folded));
  const without = (given: readonly string[], kept: readonly string[], plain: (text: string) => string) => {
    const mine = new Set(kept.map(plain));
    return new Set(given.map(plain).filter((one) => one.length > 5 && !mine.has(one)));
  };
  const emails = without(
    others.flatMap((one) => one.emails),
    own.emails,
    folded,
  );
  const phones = without(
    others.flatMap((one) => one.phones),
    own.phones,
    dialled,
  );
  const ibans = without(
    others.flatMap((one) => one.ibans),
    own.ibans,
    compact,
  );
  const ids = new Set(others.flatMap(({ id }) => id ?? []));
  /** By their first word. */
  const names = new Map<string, string[][]>();
  /** Of who is near; they count with a capital only, since many a name is a word besides. */
  const single = new Set<string>();
  const know = (words: string[]) => {
    const [first = '', ...further] = words.map(folded);
    // A name of one word is a word besides to whoever is not near: not everywhere is it theirs.
    if (further.length === 0 || [first, ...further].every((word) => ownWords.has(word))) return;
    names.set(first, [...(names.get(first) ?? []), [first, ...further]]);
  };
  for (const { firstName, lastName, companyName, fullName, isNear } of others) {
    const [first, last] = [wordsOf(firstName ?? ''), wordsOf(lastName ?? '')];
    know([...first, ...last]);
    if (first.length > 0) know([...last, ...first]);
    for (const whole of [companyName, fullName]) know(wordsOf(whole ?? ''));
    if (!isNear) continue;
    const isCompany = companyName && wordsOf(companyName).length === 1;
    const words = [...first, ...last, ...wordsOf(fullName ?? ''), ...(isCompany ? wordsOf(companyName) : [])];
    for (const word of words.map(folded)) {
      if (word.length > 1 && !ownWords.has(word) && !tellNobody.has(word)) single.add(word);
    }
  }

  function namesIn(text: string): Span[] {
    const words = [...text.matchAll(wordIn)].map((found) => ({
      ...{ word: found[0], start: found.index, end: found.index + found[0].length },
    }));
    const isPart = (found: string, part: string, isLast: boolean) =>
      found === part || (isLast && found === `${part}s`);
    return words.flatMap(({ word, start, end }, at) => {
      const plain = folded(word);
      const whole = (names.get(plain) ?? []).filter((name) =>
        name.every((part, index) =>
          isPart(folded(words[at + index]?.word ?? ''), part, index === name.length - 1),
        ),
      );
      const spans: Span[] = whole.flatMap((name) =>
        name.flatMap((part, index) => {
          const found = words[at + index];
          return found && !ownWords.has(part) ? [{ start: found.start, end: found.end }] : [];
        }),
      );
      const isTheirs = single.has(plain) || (/s$/.test(plain) && single.has(plain.slice(0, -1)));
      return isTheirs && !ownWords.has(plain) && /^\p{Lu}/u.test(word) ? [...spans, { start, end }] : spans;
    });
  }
  const among = (text: string, pattern: RegExp, isOne: (found: string) => boolean): Span[] =>
    [...text.matchAll(pattern)]
      .filter(([found]) => isOne(found))
      .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

  /** An account may stand right before other letters: as much of it as is one of theirs. */
  const ibansIn = (text: string): Span[] =>
    [...text.matchAll(ibanIn)].flatMap(({ 1: run = '', index }) => {
      for (let length = run.length; length >= 15; length -= 1) {
        const begun = run.slice(0, length);
        if (ibans.has(compact(begun))) return [{ start: index, end: index + begun.trimEnd().length }];
      }
      return [];
    });

  return (given) => {
    const text = given.normalize('NFC');
    const spans = [
      ...among(text, idIn, (found) => ids.has(found)),
      ...among(text, addressIn, (found) => emails.has(folded(found).replace(/[.!?]+$/, ''))),
      ...among(text, phoneIn, (found) => phones.has(dialled(found))),
      ...ibansIn(text),
      ...namesIn(text),
    ].sort((one, other) => one.start - other.start || other.end - one.end);
    if (spans.length === 0) return given;
    let [shown, at] = ['', 0];
    for (const { start, end } of spans) {
      if (end <= at) continue;
      shown += `${text.slice(at, Math.max(at, start))}${HIDDEN}`;
      at = end;
    }
    return shown + text.slice(at);
  };
}

/** The same in whatever stands in a row. */
export function hiddenIn(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((one) => hiddenIn(one, hide));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [hide(key), hiddenIn(one, hide)]));
}
