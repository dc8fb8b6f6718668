import { BankFileFault } from '../statement.ts';

const startsWith = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte);

function decode(bytes: Uint8Array, label: string): string {
  try {
    // The decoder drops a byte order mark itself.
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw new BankFileFault('encoding');
  }
}

/**
 * Text of a bank: by its byte order mark, else UTF-8, else Windows-1252. ISO-8859-15 differs from that in one sign that
 * banks write, the euro at A4, where 1252 has the sign for any currency; 1252 has its own euro among 80–9F, where ISO
 * has none. Fault `encoding` for what says it is Unicode and is not, and for text with zero bytes.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeAny(bytes);
  if (text.includes('\0')) throw new BankFileFault('encoding');
  return text;
}

function decodeAny(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return decode(bytes, 'utf-8');
  if (startsWith(bytes, 0xff, 0xfe)) return decode(bytes, 'utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return decode(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isLatin9 = bytes.includes(0xa4) && !bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
    return decode(bytes, isLatin9 ? 'iso-8859-15' : 'windows-1252');
  }
}
