const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * The words of a search as `db/search.ts` compares them: lower case, umlauts spelled out, no accents.
 * "Müller" and "Mueller" are one word; "Muller" finds both because the stored text is compared without
 * its dots, too.
 */
export function searchWords(search: string): string[] {
  const folded = search
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))].slice(0, 12);
}
