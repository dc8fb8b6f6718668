import { beginsInvoice } from '../../invoice/begins-invoice.ts';
import { type FileKind, isInvoiceFile, kindOf, promisedKind } from './file-kind-rules.ts';

/** The beginning and the end of a file are enough to tell what it is. */
export const headBytes = 4096;
export const tailBytes = 128 * 1024;

export type FileEnds = { head: Uint8Array; tail: Uint8Array };

export type FileVerdict =
  | { kind: FileKind }
  | { refusal: 'document.type_not_allowed' | 'document.type_mismatch' | 'document.xml_not_invoice' };

// One character for each byte, which TextDecoder's latin1 is not.
const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

const heifBrands = new Map([
  ['heic', 'image/heic'],
  ['heix', 'image/heic'],
  ['heim', 'image/heic'],
  ['heis', 'image/heic'],
  ['mif1', 'image/heif'],
]);

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The names in a ZIP's table of contents, nothing of it unpacked; null when the table is not all there. */
function zipEntryNames(tail: Uint8Array): string[] | null {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  let end = tail.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return null;
  const size = view.getUint32(end + 12, true);
  let at = end - size;
  if (at < 0) return null;
  const names: string[] = [];
  while (at + 46 <= end && view.getUint32(at, true) === 0x02014b50) {
    const nameLength = view.getUint16(at + 28, true);
    names.push(ascii(tail, at + 46, at + 46 + nameLength));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return at === end ? names : null;
}

// Programs inside documents: nothing a landlord keeps needs them.
const programs = /(^|\/)(vbaProject\.bin|vbaData\.xml)$|^(Basic|Scripts)\//i;

function officeType({ head, tail }: FileEnds): string | null {
  const names = zipEntryNames(tail);
  if (!names || names.some((name) => programs.test(name))) return null;
  if (names.includes('[Content_Types].xml')) {
    if (names.includes('word/document.xml')) return word;
    return names.includes('xl/workbook.xml') ? excel : null;
  }
  // OpenDocument names itself in a first entry that is not compressed.
  if (names[0] !== 'mimetype' || ascii(head, 30, 38) !== 'mimetype') return null;
  const size = new DataView(head.buffer, head.byteOffset).getUint32(18, true);
  const named = ascii(head, 38, 38 + Math.min(size, 100));
  return kindOf(named)?.family === 'office' ? named : null;
}

const byteOrderMark = /^(?:\xEF\xBB\xBF|\xFE\xFF|\xFF\xFE)/;

/** Text in any of the encodings that Windows and others write; anything a browser might run is none. */
function isText(head: Uint8Array): boolean {
  const start = ascii(head, 0, head.length);
  const isWide = /^(?:\xFE\xFF|\xFF\xFE)/.test(start);
  const text = isWide ? start.replaceAll('\0', '') : start;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a program from a text
  if (/[\x00-\x08\x0E-\x1A\x1C-\x1F]/.test(text)) return false;
  return !/^<[a-z!?/]/i.test(text.replace(byteOrderMark, '').trimStart());
}

/** What the bytes say they are, whatever the name says; null for anything that is not kept. */
function detectMediaType(ends: FileEnds): string | null {
  const { head } = ends;
  const start = ascii(head, 0, 16);
  if (/^%PDF-\d/.test(start)) return 'application/pdf';
  if (start.startsWith('\xFF\xD8\xFF')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF....WEBP/s.test(start)) return 'image/webp';
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'image/tiff';
  if (start.slice(4, 8) === 'ftyp') return heifBrands.get(start.slice(8, 12)) ?? null;
  if (start.startsWith('PK')) return officeType(ends);
  return head.length > 0 && isText(head) ? 'text/plain' : null;
}

/**
 * Whether a file is what its name promises. A picture of another kind than its name says is taken as what
 * it is, since phones and scanners get that wrong; everything else must match.
 */
export function checkFile(ends: FileEnds, fileName: string): FileVerdict {
  const promised = promisedKind(fileName);
  if (!promised) return { refusal: 'document.type_not_allowed' };
  if (isInvoiceFile(fileName)) {
    const start = ascii(ends.head, 0, ends.head.length).replace(byteOrderMark, '');
    return beginsInvoice(start) ? { kind: promised } : { refusal: 'document.xml_not_invoice' };
  }
  const detected = detectMediaType(ends);
  const actual = detected === null ? null : kindOf(detected);
  if (!actual) return { refusal: 'document.type_mismatch' };
  if (actual.family === 'text' && promised.family === 'text') return { kind: promised };
  if (actual === promised || (actual.family === 'picture' && promised.family === 'picture')) {
    return { kind: actual };
  }
  return { refusal: 'document.type_mismatch' };
}
