/** What a printer there has: the two sizes of ISO 216 and ANSI Y14.1 that letters are written on. */
export type Sheet = 'A4' | 'LETTER';

/** Unicode CLDR 46 (2024), supplemental data, measurementData/paperSize: the rest of the world has A4. */
const hasLetter = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ');

/** What papers are printed on in a country; undefined where nobody knows which one. */
export const sheetOf = (country: string | null | undefined): Sheet | undefined => {
  if (!country || country === 'other') return undefined;
  return hasLetter.includes(country) ? 'LETTER' : 'A4';
};
