const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Letters that are more than another with a mark, as they are typed where the keyboard has none of them. */
const otherLetters: Record<string, string> = {
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ß: 'ss' },
};

const withoutOthers = (text: string): string =>
  text.replace(/[ıłøđðþæœß]/g, (letter) => otherLetters[letter] ?? letter);

/** Letters without their accents and dots: `São Zürich` is `Sao Zurich`. */
export const withoutMarks = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');

/**
 * The words of a search as `db/search.ts` compares them: lower case, umlauts spelled out, no accents.
 * "Müller" and "Mueller" are one word; "Muller" finds both because the stored text is compared without
 * its dots, too. "Yilmaz" finds Yılmaz and "Sorensen" Sørensen.
 */
export function searchWords(search: string): string[] {
  const folded = withoutMarks(
    withoutOthers(search.normalize('NFC').toLowerCase()).replace(
      /[äöü]/g,
      (letter) => umlauts[letter] ?? letter,
    ),
  );
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))].slice(0, 12);
}

/**
 * A text as `searchWords` finds it, for columns that keep it folded: umlauts spelled out and, where that
 * makes a difference, once more without their dots.
 */
export function foldedText(text: string): string {
  const lower = text.toWellFormed().normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  const latin = withoutOthers(lower);
  const spelled = withoutMarks(latin.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter));
  const bare = withoutMarks(latin);
  return spelled === bare ? spelled : `${spelled} ${bare}`;
}
