/** Letters that are not only a Latin one with a mark, as banks write them out (EPC217-08, annex; DK, annex 3). */
const written: Readonly<Record<string, string>> = {
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'Ae',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'Oe',
  œ: 'oe',
  Ð: 'D',
  đ: 'd',
  Đ: 'D',
  Ł: 'L',
  ł: 'l',
  Þ: 'Th',
  þ: 'th',
  ı: 'i',
  '&': '+',
  '–': '-',
  '—': '-',
  '’': "'",
};

/**
 * A text in the characters that every bank of SEPA passes on, `a–z A–Z 0–9 / - ? : ( ) . , ' +` and blanks; anything else
 * is a full stop. Cut at `length`.
 */
export function sepaText(text: string, length: number): string {
  const latin = [...text.normalize('NFC')]
    .map((character) => written[character] ?? character.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replace(/ +/g, ' ')
    .trim();
  return latin.slice(0, length).trim();
}

/** Whether a text may be the reference of a mandate: 1–35 of those characters, no blank, no slash at an end, none doubled. */
export const isMandateReference = (text: string): boolean =>
  /^[A-Za-z0-9/\-?:().,'+]{1,35}$/.test(text) &&
  !text.startsWith('/') &&
  !text.endsWith('/') &&
  !text.includes('//');
