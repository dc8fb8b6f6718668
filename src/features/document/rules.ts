import type { DocumentCategory } from '@/domain/vocabulary';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { foldedText } from '@/lib/search';
import { isInvoiceFile, promisedKind } from './file-kind-rules';

/** A deleted document can be brought back for so long; then the sweep removes it for good. */
export const undoDays = 7;
export const undoMs = undoDays * 24 * 60 * 60 * 1000;

/** A browser that has not said within a day that its upload is through never will. */
export const abandonedMs = 24 * 60 * 60 * 1000;

/** Time to notice an expiring paper before it has expired. */
const expiringDays = 60;

/** The title proposed for a file: its name without ending and underscores. */
export function titleOf(fileName: string): string {
  const title = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return (title === '' ? fileName : title).slice(0, 300);
}

// What landlords write into file names, in either language; the first that fits.
const namedCategories: [RegExp, DocumentCategory][] = [
  [/energie ?(ausweis|pass)|energy ?(certificate|performance)|\bepc\b/, 'energy_certificate'],
  [/uebergabe|protokoll|handover|inventory|check ?(in|out)/, 'handover'],
  [/mietvertrag|pachtvertrag|tenancy|lease|rental ?(agreement|contract)/, 'lease'],
  [/abrechnung|kontoauszug|statement/, 'statement'],
  [/rechnung|beleg|quittung|invoice|receipt|\bbill\b/, 'invoice'],
  [/versicherung|police\b|insurance|policy/, 'insurance'],
  [/steuer|finanzamt|bescheid|\btax/, 'tax'],
  [/grundriss|bauplan|lageplan|floor ?plan|\bplan\b/, 'plan'],
  [/schreiben|brief|kuendigung|letter|notice/, 'letter'],
];

/** The category proposed for a file by its name; a picture whose name says nothing is a photo. */
export function categoryOf(fileName: string): DocumentCategory {
  const name = foldedText(titleOf(fileName));
  if (isInvoiceFile(fileName)) return 'invoice';
  const named = namedCategories.find(([words]) => words.test(name))?.[1];
  const isPicture = promisedKind(fileName)?.family === 'picture';
  // Most pictures of a hand-over show a room or a meter; a record that was photographed is called one.
  if (named === 'handover' && isPicture && !/protokoll|record|report/.test(name)) return 'photo';
  return named ?? (isPicture ? 'photo' : 'other');
}

export type Validity = 'open' | 'valid' | 'expiring' | 'expired';

/** `validUntil` is the last day the document is good for. */
export function validityOf(validUntil: CalendarDate | null, today: CalendarDate): Validity {
  if (validUntil === null) return 'open';
  if (validUntil < today) return 'expired';
  return validUntil <= addDays(today, expiringDays) ? 'expiring' : 'valid';
}

/** So much of a file's text is kept for the search. */
export const longestContent = 200_000;

/** Bytes of the small picture of a file; a larger one is not kept. */
export const largestThumbnail = 30_000;

/** What the search looks into. */
export function searchTextOf(parts: {
  title: string;
  note: string | null;
  fileName: string | null;
  content: string | null;
}): string {
  return foldedText([parts.title, parts.note, parts.fileName, parts.content].filter(Boolean).join(' '));
}

/** A disk takes 255 bytes, and a number, an id or a mark of what is doubled comes beside it. */
const longestName = 200;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * A name as that of one file, on every system: Windows refuses these signs, and a slash would lead into folders, behind two
 * dots out of the one that is unpacked to. Everything else, umlauts and emoji included, stays, as far as a disk takes it.
 */
export function nameOfFile(name: string): string {
  const plain = name.replace(/[<>:"/\\|?*\p{Cc}]/gu, '_');
  if (bytesOf(plain) <= longestName) return plain;
  const [, stem = plain, ending = ''] = /^(.+?)(\.[^.]{1,5})?$/su.exec(plain) ?? [];
  const behind = `…${ending}`;
  let room = longestName - bytesOf(behind);
  let short = '';
  for (const letter of stem) {
    room -= bytesOf(letter);
    if (room < 0) break;
    short += letter;
  }
  return `${short.trim()}${behind}`;
}

/**
 * Names for files that come to lie side by side, in their order: a second `Plan.pdf` is `Plan (2).pdf`.
 * Case does not tell files apart everywhere.
 */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/su.exec(name) ?? [];
    let candidate = name;
    for (let number = 2; taken.has(candidate.toLowerCase()); number += 1) {
      candidate = `${stem} (${number})${ending}`;
    }
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}
