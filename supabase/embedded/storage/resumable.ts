import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Server, type Upload } from '@tus/server';
import { Hono } from 'hono';
import { cacheControlOf, parseUserMetadata } from './body.ts';
import { bearerOfGrant, type Caller } from './caller.ts';
import { failure, toStorageError } from './errors.ts';
import type { ReceivedFile } from './files.ts';
import { requireBucketName, requireKey, requireMimeType } from './keys.ts';
import { getBucket } from './objects.ts';
import { requireCallerOf, type StorageServer } from './request.ts';
import { verifyUpload } from './signed-token.ts';
import { toStored, type Underway } from './underway.ts';
import { commitReceived, requireMayWrite, requireShort, sizeLimitFor } from './upload.ts';

const cleaningPauseMs = 60 * 60 * 1000;
const uploadId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const signedPath = /\/upload\/resumable\/sign(?:\/|$)/;

/** What a browser's page must be allowed to read to continue an upload. */
export const resumableHeaders = [
  'location',
  'tus-complete',
  'tus-resumable',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
];

const placeOf = (bucketName: string, objectName: string) =>
  createHash('sha256').update(`${bucketName}/${objectName}`).digest('hex');

/** Makes sure the bytes are on the disk, and sums them up. */
async function receivedFile(file: string): Promise<ReceivedFile> {
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(0o600);
    const hash = createHash('md5');
    let sizeBytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
    await handle.sync();
    return { path: file, sizeBytes, md5: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/**
 * Uploads in pieces by the tus protocol, to be mounted at `/upload/resumable`. An unfinished upload outlives
 * a restart; its bytes become an object only once all of them are there. Below `/sign` the signed token of
 * the `x-signature` header stands in for a session, at every request.
 */
export function resumableRoutes(server: StorageServer): Hono {
  const store = server.uploads;
  const finishing = new Map<string, Promise<void>>();
  let known: Promise<Map<string, Set<string>>> | undefined;
  const begunFor = async (place: string) => {
    known ??= store.listByPlace();
    const all = await known;
    const ids = all.get(place) ?? new Set<string>();
    all.set(place, ids);
    return ids;
  };
  const isSigned = (request: Request) => signedPath.test(new URL(request.url).pathname);

  const clean = () =>
    store.clean().catch((error: unknown) => {
      server.log.warn({ err: error }, 'expired uploads could not be removed');
    });
  void clean();
  setInterval(clean, cleaningPauseMs).unref();

  /** Who the request acts for at this object. @throws when its signature or token does not allow it */
  async function callerFor(request: Request, bucketName: string, objectName: string) {
    if (!isSigned(request)) {
      const caller = await requireCallerOf(server, request);
      return { caller, upsert: request.headers.get('x-upsert') === 'true', maxBytes: undefined };
    }
    const token = request.headers.get('x-signature');
    if (!token) throw failure.invalidSignature('Missing x-signature header');
    const grant = await verifyUpload(server.urlSigningKey, token, bucketName, objectName);
    return { caller: bearerOfGrant(grant.owner), upsert: grant.upsert, maxBytes: grant.maxBytes };
  }

  async function begin(request: Request, upload: Upload): Promise<Underway> {
    const given = upload.metadata ?? {};
    const bucketName = requireBucketName(given.bucketName ?? '');
    const objectName = requireKey(given.objectName ?? '');
    const { caller, upsert, maxBytes } = await callerFor(request, bucketName, objectName);
    // A length that is told later is none: the signature was given for this one.
    if (maxBytes !== undefined && (upload.size ?? Number.POSITIVE_INFINITY) > maxBytes)
      throw failure.tooLarge();
    const bucket = await getBucket(server.sql, bucketName);
    const contentType = requireMimeType(
      given.contentType || 'application/octet-stream',
      bucket.allowed_mime_types,
    );
    if ((upload.size ?? 0) > sizeLimitFor(server, bucket, objectName)) throw failure.tooLarge();
    const metadata = given.metadata ?? '';
    const userMetadata = parseUserMetadata(metadata);
    requireShort(userMetadata, maxBytes);
    const target = { bucket, name: objectName, replace: upsert };
    await requireMayWrite(server, caller, target, { mimetype: contentType }, userMetadata);
    const cacheControl = cacheControlOf(given.cacheControl ?? undefined);
    const owner = caller.ownerId ?? '';
    const place = isSigned(request) ? placeOf(bucketName, objectName) : '';
    if (place !== '') {
      // However often an object is signed for, one upload of it is under way: whoever begins again gives up the other.
      const begun = await begunFor(place);
      const earlier = [...begun];
      begun.add(upload.id);
      for (const id of earlier) await store.drop(id);
    }
    return {
      ...{ bucketName, objectName, contentType, cacheControl, metadata, upsert, owner, place },
      isFinished: false,
    };
  }

  async function requireMayContinue(request: Request, id: string, underway: Underway): Promise<Caller> {
    const { caller } = await callerFor(request, underway.bucketName, underway.objectName);
    if ((caller.ownerId ?? '') !== underway.owner) throw failure.accessDenied('Upload of another user');
    if (underway.place !== '' && !underway.isFinished) {
      const latest = [...(await begunFor(underway.place))].at(-1);
      if (latest !== id) throw failure.accessDenied('Another upload of this object has begun since');
    }
    return caller;
  }

  /** Turns complete bytes into an object. Whoever asks meanwhile waits for the same end. */
  function finish(upload: Upload, underway: Underway, caller: Caller): Promise<void> {
    const running = finishing.get(upload.id);
    if (running) return running;
    const work = (async () => {
      const bucket = await getBucket(server.sql, underway.bucketName);
      const received = await receivedFile(store.fileOf(upload.id));
      const target = { bucket, name: underway.objectName, replace: underway.upsert };
      await commitReceived(server, caller, target, received, {
        mimetype: underway.contentType,
        cacheControl: underway.cacheControl,
        userMetadata: parseUserMetadata(underway.metadata),
      });
      await store.noteFinished(upload, underway);
    })()
      .catch(async (error: unknown) => {
        // Refused for good; a fault of the server's can be tried again with the same bytes.
        if (toStorageError(error).meant < 500) await store.remove(upload.id);
        throw error;
      })
      .finally(() => finishing.delete(upload.id));
    finishing.set(upload.id, work);
    return work;
  }

  /** A server that stopped between the last byte and the object leaves complete bytes behind. */
  async function finishInterrupted(id: string, underway: Underway, caller: Caller): Promise<void> {
    if (underway.isFinished) return;
    const upload = await store.getUpload(id);
    if (upload.size !== undefined && upload.offset === upload.size) await finish(upload, underway, caller);
  }

  const tus = new Server({
    path: '/upload/resumable',
    datastore: store,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    // Relative, so that it holds behind any proxy: clients resolve it against the address they asked.
    generateUrl: (request, { id }) => (isSigned(request) ? `sign/${id}` : `resumable/${id}`),
    getFileIdFromRequest: (_request, last) => (last && uploadId.test(last) ? last : undefined),
    async maxSize(_request, id) {
      const underway = id === null ? null : await store.find(id);
      if (!underway) return server.fileSizeLimit;
      return sizeLimitFor(server, await getBucket(server.sql, underway.bucketName), underway.objectName);
    },
    onUploadCreate: async (request, upload) => ({ metadata: toStored(await begin(request, upload)) }),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const underway = await store.find(id);
      if (!underway) return;
      const caller = await requireMayContinue(request, id, underway);
      if (request.method === 'HEAD') await finishInterrupted(id, underway, caller);
    },
    async onUploadFinish(request, upload) {
      const underway = await store.find(upload.id);
      if (!underway) throw failure.noSuchKey();
      await finish(upload, underway, await requireMayContinue(request, upload.id, underway));
      return { headers: { 'Tus-Complete': '1' } };
    },
    onResponseError(request, error) {
      if ('status_code' in error) return undefined;
      const told = toStorageError(error);
      if (told.meant >= 500) {
        server.log.error({ err: error, method: request.method }, 'a resumable upload failed');
      }
      return { status_code: told.meant, body: told.message };
    },
  });

  const app = new Hono();
  app.all('*', (c) => tus.handleWeb(c.req.raw));
  return app;
}
