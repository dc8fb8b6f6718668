import { searchWords } from './search.ts';

const isOfWord = '[\\p{L}\\p{N}]';
const between = /^[\s,;._–-]*$/u;

/** A text as the search reads it, letter by letter, and of which letter each sign of it is. */
function foldedLetters(letters: readonly string[]): { text: string; of: number[] } {
  const of: number[] = [];
  let text = '';
  for (const [index, letter] of letters.entries()) {
    const read = searchWords(letter)[0] ?? (/\s/u.test(letter) ? ' ' : '');
    text += read;
    of.push(...new Array<number>(read.length).fill(index));
  }
  return { text, of };
}

type Place = { from: number; to: number };

/** Where each word of a name stands as a word; null where one of them does not. */
function placesOf({ text, of }: ReturnType<typeof foldedLetters>, words: readonly string[]): Place[] | null {
  const places: Place[] = [];
  for (const word of words) {
    const plain = word.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
    const found = [...text.matchAll(new RegExp(`(?<!${isOfWord})${plain}(?!${isOfWord})`, 'gu'))];
    if (found.length === 0) return null;
    for (const { index } of found) {
      places.push({ from: of[index] ?? 0, to: (of[index + word.length - 1] ?? 0) + 1 });
    }
  }
  return words.length === 0 ? null : places;
}

/**
 * A title, the name of a file or another text without the name of somebody, where it names them whole: every word of the name stands
 * in it as a word. Of others that it names as well what they share with them stays: without Karl Böck, “Vertrag Karl und
 * Dora Böck.pdf” is “Vertrag … und Dora Böck.pdf”.
 */
export function withoutName(text: string, name: string, others: readonly string[]): string {
  const letters = [...text.normalize('NFC')];
  const read = foldedLetters(letters);
  const words = searchWords(name);
  if (placesOf(read, words) === null) return text;
  const named = others.map(searchWords).filter((one) => placesOf(read, one) !== null);
  const own = words.filter((word) => !named.some((one) => one.includes(word)));
  const places = (placesOf(read, own) ?? []).sort((a, b) => a.from - b.from);
  let [said, end] = ['', 0];
  for (const { from, to } of places) {
    const gap = letters.slice(end, from).join('');
    if (end === 0 || !between.test(gap)) said += `${gap}…`;
    end = to;
  }
  return said + letters.slice(end).join('');
}
