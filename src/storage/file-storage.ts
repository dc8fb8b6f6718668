import 'server-only';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { env } from '@/lib/server/env';
import { documentBucket, downloadLifetimeSeconds } from './document-path';

/** A part of a stored file, and how long the whole of it is. */
export type FilePart = { bytes: Uint8Array; sizeBytes: number };

/**
 * The application's way to Supabase Storage, with the secret key: whoever calls has checked that the person
 * may. Every call is HTTP, so none may run inside a transaction. All of them throw `unavailable` when storage
 * cannot be asked or dies while it answers: to be asked again, as what is lost never is.
 */
export type FileStorage = {
  /** Whether a signature brings no more than was announced for it: as much as the bucket takes, where it is not held to that. */
  holdsLength: boolean;
  /** What lets a browser upload this one file, once, or that it lies there already; the embedded server takes nothing longer than announced. */
  signUpload(path: string, sizeBytes: number): Promise<SignedUpload>;
  /** An address that shows the file for a minute, or saves it under a name. `document.lost` when there is no such file. */
  signDownload(path: string, saveAs: string | null): Promise<string>;
  /** Brings a file of our own making; one that lies there already is replaced. */
  store(path: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** The first or the last bytes; null when there is no such file. */
  readPart(path: string, part: { first: number } | { last: number }): Promise<FilePart | null>;
  /** The whole file as it comes; null when there is no such file. */
  open(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Removes what is there of these files. */
  remove(paths: string[]): Promise<void>;
  /** A page of the files whose path begins so. */
  list(prefix: string, cursor: string | null): Promise<FileListing>;
};

export type SignedUpload = {
  /** Takes the whole file in one PUT. */
  url: string;
  /** Takes the file in pieces (tus), with the token in the header `x-signature`. */
  resumableUrl: string;
  token: string;
  bucket: string;
  path: string;
  /** It has come whole, and the answer got lost: nothing is left to send. */
  isThere: boolean;
};

/** The answer for a file that has come whole. */
export const nothingToSend = (path: string): SignedUpload => ({
  url: '',
  resumableUrl: '',
  token: '',
  bucket: documentBucket,
  path,
  isThere: true,
});

export type FileListing = { files: { path: string; createdAt: Date | null }[]; nextCursor: string | null };

const errorShape = z.object({ code: z.string() });
const twinCodes = ['KeyAlreadyExists', 'ResourceAlreadyExists'];
const uploadShape = z.object({ token: z.string().min(1) });
const downloadShape = z.object({ signedURL: z.string().startsWith('/') });
const listShape = z.object({
  hasNext: z.boolean(),
  nextCursor: z.string().optional(),
  objects: z.array(
    z.object({ name: z.string(), key: z.string().optional(), created_at: z.coerce.date().nullish() }),
  ),
});

const patienceMs = 15_000;

type Address = {
  supabaseUrl: string;
  supabasePublicUrl: string;
  supabaseSecretKey: string;
  /** Named by the embedded server, which holds to the length; Supabase's own knows of none. */
  mailboxUrl?: string | undefined;
};

async function orUnavailable<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (cause) {
    throw new DomainError('unavailable', { cause });
  }
}

/** The same stream, which breaks off as `unavailable`. */
function toldWhenCut(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await orUnavailable(() => reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

export function createFileStorage(address: Address): FileStorage {
  const { supabaseUrl, supabasePublicUrl, supabaseSecretKey: key } = address;

  function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('apikey', key);
    headers.set('authorization', `Bearer ${key}`);
    const signal = init.signal ?? AbortSignal.timeout(patienceMs);
    return fetch(`${supabaseUrl}/storage/v1${path}`, { cache: 'no-store', ...init, headers, signal });
  }

  /** The answer whole: one that breaks off in the middle is none. */
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    orUnavailable(async () => {
      const response = await send(path, init);
      const bytes = await response.arrayBuffer();
      return new Response(bytes.byteLength === 0 ? null : bytes, response);
    });

  /** The answer as it comes; whoever reads it is told when it breaks off. */
  async function begin(path: string, init: RequestInit): Promise<Response> {
    const response = await orUnavailable(() => send(path, init));
    return response.body ? new Response(toldWhenCut(response.body), response) : response;
  }

  async function refusal(response: Response): Promise<DomainError> {
    const text = await response.text().catch(() => '');
    return new DomainError(response.status === 507 ? 'disk_full' : 'unavailable', {
      cause: new Error(`storage answered ${response.status}: ${text.slice(0, 300)}`),
    });
  }

  /** Storage says that there is no such file; most of its refusals come as 400 with a code. */
  async function isLost(response: Response): Promise<boolean> {
    const told = errorShape.safeParse(
      await response
        .clone()
        .json()
        .catch(() => null),
    );
    return told.success && told.data.code === 'NoSuchKey';
  }

  async function post<T>(path: string, body: object, shape: z.ZodType<T>, method = 'POST'): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const response = await ask(path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw await refusal(response);
    return shape.parse(await response.json());
  }

  /** Null where there is no such file. */
  async function get(path: string, init: RequestInit, how = ask): Promise<Response | null> {
    const response = await how(`/object/authenticated/${documentBucket}/${encoded(path)}`, init);
    if (response.ok || response.status === 416) return response;
    if (await isLost(response)) return null;
    throw await refusal(response);
  }

  return {
    holdsLength: address.mailboxUrl !== undefined,
    async signUpload(path, sizeBytes) {
      const route = `/object/upload/sign/${documentBucket}/${encoded(path)}`;
      const headers = { 'content-type': 'application/json', 'x-upload-length': String(sizeBytes) };
      const response = await ask(route, { method: 'POST', headers, body: '{}' });
      if (!response.ok) {
        const told = errorShape.safeParse(
          await response
            .clone()
            .json()
            .catch(() => null),
        ).data;
        if (!told || !twinCodes.includes(told.code)) throw await refusal(response);
        return nothingToSend(path);
      }
      const { token } = uploadShape.parse(await response.json());
      const url = `${supabasePublicUrl}/storage/v1${route}?token=${encodeURIComponent(token)}`;
      const resumableUrl = `${supabasePublicUrl}/storage/v1/upload/resumable/sign`;
      return { url, resumableUrl, token, bucket: documentBucket, path, isThere: false };
    },
    async signDownload(path, saveAs) {
      const body = { expiresIn: downloadLifetimeSeconds };
      const route = `/object/sign/${documentBucket}/${encoded(path)}`;
      const headers = { 'content-type': 'application/json' };
      const response = await ask(route, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) {
        throw (await isLost(response)) ? new DomainError('document.lost') : await refusal(response);
      }
      const { signedURL } = downloadShape.parse(await response.json());
      const name = saveAs === null ? '' : `&download=${encodeURIComponent(saveAs)}`;
      return `${supabasePublicUrl}/storage/v1${signedURL}${name}`;
    },
    async store(path, bytes, mediaType) {
      const headers = { 'content-type': mediaType, 'x-upsert': 'true' };
      const body = new Uint8Array(bytes);
      const response = await ask(`/object/${documentBucket}/${encoded(path)}`, {
        method: 'POST',
        headers,
        body,
      });
      if (!response.ok) throw await refusal(response);
    },
    async readPart(path, part) {
      const range = 'first' in part ? `bytes=0-${part.first - 1}` : `bytes=-${part.last}`;
      const response = await get(path, { headers: { range } });
      if (!response) return null;
      if (response.status === 416) return { bytes: new Uint8Array(), sizeBytes: 0 };
      const bytes = new Uint8Array(await response.arrayBuffer());
      const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
      return { bytes, sizeBytes: total === undefined ? bytes.length : Number(total) };
    },
    async open(path) {
      // The whole of a large file may take longer than an answer; who reads it watches the time.
      const response = await get(path, { signal: AbortSignal.timeout(10 * 60_000) }, begin);
      return response?.body ?? (response && new Blob([]).stream());
    },
    async remove(paths) {
      if (paths.length === 0) return;
      await post(`/object/${documentBucket}`, { prefixes: paths }, z.array(z.unknown()), 'DELETE');
    },
    async list(prefix, cursor) {
      const body = { prefix, limit: 500, with_delimiter: false, ...(cursor === null ? {} : { cursor }) };
      const page = await post(`/object/list-v2/${documentBucket}`, body, listShape);
      return {
        files: page.objects.map(({ key, name, created_at }) => ({
          path: key ?? name,
          createdAt: created_at ?? null,
        })),
        nextCursor: page.hasNext ? (page.nextCursor ?? null) : null,
      };
    },
  };
}

let shared: FileStorage | undefined;

/** The configured project's storage. */
export function fileStorage(): FileStorage {
  shared ??= createFileStorage(env());
  return shared;
}
