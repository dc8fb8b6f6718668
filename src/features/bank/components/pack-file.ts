import { MAX_PACKED_LENGTH } from '../rules';

/** More is not even read: no bank hands out so much at once. */
const MAX_BYTES = 16 * 1024 * 1024;
const CHUNK = 0x8000;

/** A file as a request carries it: packed, as base64; null where it is too large for one. */
export async function packFile(file: File): Promise<string | null> {
  if (file.size > MAX_BYTES) return null;
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length * 1.4 > MAX_PACKED_LENGTH) return null;
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

/** A name of the file that a request may carry, whatever the device calls it. */
export const fileNameOf = (file: File): string =>
  file.name
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(-200) || '?';
