import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { z } from 'zod';
import { failure, StorageError } from './errors.ts';
import { type JsonObject, jsonObject } from './objects.ts';

/** What a request wants stored. `bytes` must be read to its end or left by an error, once. */
export interface UploadBody {
  mimeType: string;
  cacheControl: string;
  userMetadata: JsonObject | null;
  /** Size announced by the client, where the wire says it. */
  announcedBytes: number | null;
  bytes: AsyncIterable<Uint8Array>;
}

const metadataLimitBytes = 1024 * 1024;
const jsonLimitBytes = 1024 * 1024;

export function parseUserMetadata(text: string | undefined): JsonObject | null {
  if (text === undefined || text === '') return null;
  if (Buffer.byteLength(text) > metadataLimitBytes) throw failure.tooLarge('user_metadata');
  try {
    return jsonObject.parse(JSON.parse(text));
  } catch {
    throw failure.invalidRequest('metadata must be a JSON object');
  }
}

function requireCacheControl(value: string): string {
  if (value.length > 255 || !/^[\x20-\x7e]*$/.test(value))
    throw failure.invalidRequest('Invalid Cache-Control');
  return value;
}

/** `Cache-Control` of an upload that names only its seconds, as forms and resumable uploads do. */
export function cacheControlOf(seconds: string | undefined): string {
  return seconds ? requireCacheControl(`max-age=${seconds}`) : 'no-cache';
}

/** Bytes are handed out as they came in, so an encoding nobody would undo is refused. */
function refuseEncoding(encoding: string | null | undefined): void {
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw failure.invalidRequest('Content-Encoding is not supported');
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!stream) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Not cancelled when left early: that would cut the connection before the answer is read.
    reader.releaseLock();
  }
}

function announcedLength(request: Request): number | null {
  const header = request.headers.get('content-length');
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

function rawBody(request: Request): UploadBody {
  refuseEncoding(request.headers.get('content-encoding'));
  const metadata = request.headers.get('x-metadata');
  return {
    mimeType: request.headers.get('content-type') ?? 'application/octet-stream',
    cacheControl: requireCacheControl(request.headers.get('cache-control') ?? 'no-cache'),
    userMetadata: parseUserMetadata(
      metadata === null ? undefined : Buffer.from(metadata, 'base64').toString('utf8'),
    ),
    announcedBytes: announcedLength(request),
    bytes: chunksOf(request.body),
  };
}

/** The form's file, once its fields have been read; the file itself is still on the wire. */
function formBody(request: Request): Promise<UploadBody> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) =>
      reject(error instanceof StorageError ? error : failure.invalidRequest('The form is malformed'));
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        limits: { files: 1, fields: 10, fieldSize: metadataLimitBytes + 1, fieldNameSize: 100, parts: 12 },
      });
    } catch (error) {
      refuse(error);
      return;
    }
    const fields = new Map<string, string>();
    let found = false;
    const closed = new Promise<void>((resolveClosed, rejectClosed) => {
      parser.on('close', resolveClosed);
      parser.on('error', rejectClosed);
    });
    closed.then(() => {
      if (!found) reject(failure.invalidRequest('No content provided'));
    }, refuse);
    parser.on('field', (name, value) => fields.set(name, value));
    parser.on('file', (_name, file: Readable, info) => {
      found = true;
      try {
        refuseEncoding(fields.get('contentEncoding'));
        resolve({
          mimeType: fields.get('contentType') || info.mimeType,
          cacheControl: cacheControlOf(fields.get('cacheControl')),
          userMetadata: parseUserMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
          announcedBytes: null,
          bytes: wholeForm(file, closed),
        });
      } catch (error) {
        file.resume();
        refuse(error);
      }
    });
    feed(chunksOf(request.body), parser).catch((error: unknown) => {
      parser.destroy(error instanceof Error ? error : new Error('The body ended early'));
    });
  });
}

async function feed(bytes: AsyncIterable<Uint8Array>, parser: busboy.Busboy): Promise<void> {
  for await (const chunk of bytes) {
    if (parser.destroyed) return;
    if (!parser.write(chunk)) await drained(parser);
  }
  parser.end();
}

function drained(parser: busboy.Busboy): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done);
      parser.off('close', done);
      resolve();
    };
    parser.on('drain', done);
    parser.on('close', done);
  });
}

/** The file counts only when the form around it arrived to its last boundary. */
async function* wholeForm(file: Readable, closed: Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
  await closed;
}

export async function readUpload(request: Request): Promise<UploadBody> {
  const type = request.headers.get('content-type') ?? '';
  return /^multipart\/form-data\b/i.test(type) ? await formBody(request) : rawBody(request);
}

/** The request's JSON, shaped as the route needs it; an absent body counts as `{}`. */
export async function readJson<T extends z.ZodType>(request: Request, shape: T): Promise<z.infer<T>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request.body)) {
    size += chunk.byteLength;
    if (size > jsonLimitBytes) throw failure.tooLarge('body');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw failure.invalidRequest('Body is not valid JSON');
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw failure.invalidRequest(
      `body${issue ? `/${issue.path.join('/')} ${issue.message}` : ' is invalid'}`,
    );
  }
  return parsed.data;
}
