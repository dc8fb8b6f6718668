import type { FileHandle } from 'node:fs/promises';
import { failure } from './errors.ts';
import { metadataOf, type ObjectRow } from './objects.ts';

const chunkBytes = 256 * 1024;

// Types a browser may show in place. Everything else, SVG above all, is handed over as a download.
const shownInPlace = new Set([
  'application/pdf',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'text/csv',
  'text/markdown',
  'text/plain',
]);

function servedType(mimetype: string): { contentType: string; inPlace: boolean } {
  const essence = (mimetype.split(';')[0] ?? '').trim().toLowerCase();
  if (essence === 'text/html' || essence === 'application/xhtml+xml') {
    return { contentType: 'text/plain; charset=utf-8', inPlace: true };
  }
  return { contentType: mimetype, inPlace: shownInPlace.has(essence) };
}

// Double quotes end the quoted form; slashes, control and direction characters have no place in a name.
const unsafeInName = /["\\/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const longestName = 180;

/** storage-js encodes the name of a signed URL twice: `M%C3%BCller.pdf` arrives where `Müller.pdf` was meant. */
function decodeAgain(name: string): string {
  if (!/%[0-9A-Fa-f]{2}/.test(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** `Content-Disposition` with the name in ASCII for old clients and in UTF-8 (RFC 5987) for all others. */
export function attachment(name: string): string {
  const clean = [...decodeAgain(name).replace(unsafeInName, '_').toWellFormed()]
    .slice(0, longestName)
    .join('');
  const shown = clean.trim() === '' ? 'download' : clean;
  const ascii = shown.replace(/[^\x20-\x7e]/g, '_').replace(/%/g, '_');
  const encoded = encodeURIComponent(shown).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

export interface ByteRange {
  start: number;
  /** Last byte included. */
  end: number;
}

/**
 * The one range asked for; null sends everything, as several ranges and unreadable headers do.
 * @throws 416 when no byte of the range exists
 */
export function parseRange(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const wanted = Math.min(Number(last), size);
    if (wanted === 0) throw failure.rangeNotSatisfiable(size);
    return { start: size - wanted, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) throw failure.rangeNotSatisfiable(size);
  return { start, end };
}

function sameTag(left: string, right: string): boolean {
  return left.trim().replace(/^W\//, '') === right.replace(/^W\//, '');
}

function notModified(request: Request, eTag: string, lastModified: Date): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null) return tags.trim() === '*' || tags.split(',').some((tag) => sameTag(tag, eTag));
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/** `If-Range` makes a range valid only for the version the client already has a part of. */
function rangeApplies(request: Request, eTag: string, lastModified: Date): boolean {
  const condition = request.headers.get('if-range');
  if (condition === null) return true;
  if (condition.includes('"')) return !condition.startsWith('W/') && sameTag(condition, eTag);
  return Date.parse(condition) === Math.floor(lastModified.getTime() / 1000) * 1000;
}

/** The file's bytes as the client takes them; the handle is closed at the end, on error and on hang-up. */
function streamOf(handle: FileHandle, range: ByteRange): ReadableStream<Uint8Array> {
  let position = range.start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const wanted = Math.min(chunkBytes, range.end - position + 1);
        const { bytesRead, buffer } = await handle.read(new Uint8Array(wanted), 0, wanted, position);
        if (bytesRead === 0) throw new Error('stored file is shorter than its row says');
        position += bytesRead;
        controller.enqueue(buffer.subarray(0, bytesRead));
        if (position > range.end) {
          await handle.close();
          controller.close();
        }
      } catch (error) {
        await handle.close();
        controller.error(error);
      }
    },
    async cancel() {
      await handle.close();
    },
  });
}

export interface DeliveryOptions {
  /** Name to save under; an empty one takes the last part of the key; undefined shows where that is safe. */
  download?: string;
  /** Signed URLs: seconds since 1970 after which nothing may be kept. */
  expiresAt?: number;
}

/** Headers every answer with stored bytes carries: what people upload must never run as a page of ours. */
function headersFor(row: ObjectRow, lastModified: Date, options: DeliveryOptions): Headers {
  const metadata = metadataOf(row);
  const { contentType, inPlace } = servedType(metadata.mimetype ?? 'application/octet-stream');
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': contentType,
    etag: metadata.eTag ?? `"${row.version}"`,
    'last-modified': lastModified.toUTCString(),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  });
  if (options.expiresAt !== undefined)
    headers.set('expires', new Date(options.expiresAt * 1000).toUTCString());
  else headers.set('cache-control', metadata.cacheControl ?? 'no-cache');
  if (options.download !== undefined || !inPlace) {
    headers.set('content-disposition', attachment(options.download || (row.name.split('/').at(-1) ?? '')));
  }
  return headers;
}

/** A stored object as an answer to GET or HEAD: whole, in part, or not at all when the client has it. */
export async function deliver(
  request: Request,
  row: ObjectRow,
  handle: FileHandle,
  options: DeliveryOptions,
): Promise<Response> {
  let streaming = false;
  try {
    const { size } = await handle.stat();
    const lastModified = new Date(row.updated_at);
    const headers = headersFor(row, lastModified, options);
    const eTag = headers.get('etag') ?? '';
    if (notModified(request, eTag, lastModified)) {
      headers.delete('content-type');
      headers.delete('content-disposition');
      return new Response(null, { status: 304, headers });
    }
    const range = rangeApplies(request, eTag, lastModified)
      ? parseRange(request.headers.get('range'), size)
      : null;
    const sent = range ?? { start: 0, end: size - 1 };
    headers.set('content-length', String(sent.end - sent.start + 1));
    if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
    const status = range ? 206 : 200;
    if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
    streaming = true;
    return new Response(streamOf(handle, sent), { status, headers });
  } finally {
    if (!streaming) await handle.close();
  }
}
