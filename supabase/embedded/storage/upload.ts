import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Log } from '../log.ts';
import type { UploadBody } from './body.ts';
import { assume, type Caller, rehearse, server, transact } from './caller.ts';
import { failure } from './errors.ts';
import type { FileStore, ReceivedFile, StoredVersion } from './files.ts';
import { requireMimeType } from './keys.ts';
import {
  type BucketRow,
  findObjectForUpdate,
  getObject,
  type JsonObject,
  lockKey,
  metadataOf,
  type ObjectMetadata,
  type ObjectRow,
  writeObject,
} from './objects.ts';

/** What every operation on objects works with. */
export interface Shelf {
  sql: postgres.Sql;
  store: FileStore;
  /** Upper bound for every bucket, in bytes. */
  fileSizeLimit: number;
  log: Log;
}

export interface UploadTarget {
  bucket: BucketRow;
  name: string;
  replace: boolean;
  /** By the signature it comes with. */
  maxBytes?: number | undefined;
}

/** File managers mark an empty folder with this file; it has no bytes and any type. */
const folderPlaceholder = '.emptyFolderPlaceholder';

export function sizeLimitFor(shelf: Shelf, bucket: BucketRow, name: string): number {
  if (name.endsWith(folderPlaceholder)) return 0;
  return Math.min(shelf.fileSizeLimit, bucket.file_size_limit ?? shelf.fileSizeLimit);
}

/** What is said beside a file is kept in the database, where nobody counts it: a signature brings no more of it than of the file. */
export function requireShort(userMetadata: JsonObject | null, maxBytes: number | undefined): void {
  if (userMetadata === null || maxBytes === undefined) return;
  const said = Buffer.byteLength(JSON.stringify(userMetadata)) - '{}'.length;
  if (said > maxBytes) throw failure.tooLarge('user_metadata');
}

/** Asks the policies before a byte is read whether the caller may put this object there. */
export async function requireMayWrite(
  shelf: Shelf,
  caller: Caller,
  target: UploadTarget,
  metadata: JsonObject,
  userMetadata: JsonObject | null = null,
): Promise<void> {
  const bucketId = target.bucket.id;
  const version = randomUUID();
  const object = { id: randomUUID(), bucketId, name: target.name, version, metadata, userMetadata };
  await rehearse(shelf.sql, caller, 'object.upload', (tx) => writeObject(tx, caller, object, target.replace));
}

export async function removeQuietly(shelf: Shelf, versions: StoredVersion[]): Promise<void> {
  for (const stored of versions) {
    try {
      await shelf.store.remove(stored);
    } catch (error) {
      // Nobody can reach these bytes any more; the next start sweeps them.
      shelf.log.warn({ err: error, version: stored.version }, 'a file could not be removed');
    }
  }
}

export function versionOf(row: Pick<ObjectRow, 'id' | 'bucket_id' | 'version'>): StoredVersion {
  return { bucketId: row.bucket_id, objectId: row.id, version: row.version };
}

/**
 * Makes bytes the current version of an object: `bring` puts them in place, then the row is written as
 * the caller, and only after the commit the version before is removed. Fails without a trace.
 */
export async function commitVersion(
  shelf: Shelf,
  caller: Caller,
  target: UploadTarget,
  content: { metadata: JsonObject; userMetadata: JsonObject | null },
  bring: (stored: StoredVersion) => Promise<void>,
): Promise<ObjectRow> {
  const bucketId = target.bucket.id;
  const version = randomUUID();
  const placed: StoredVersion[] = [];
  let onlyCommitLeft = false;
  try {
    const { row, before } = await transact(shelf.sql, server, 'object.upload', async (tx) => {
      await lockKey(tx, bucketId, target.name);
      const existing = await findObjectForUpdate(tx, bucketId, target.name);
      if (existing && !target.replace) throw failure.keyExists();
      const stored = { bucketId, objectId: existing?.id ?? randomUUID(), version };
      placed.push(stored);
      await bring(stored);
      const object = { id: stored.objectId, bucketId, name: target.name, version, ...content };
      await assume(tx, caller, 'object.upload');
      await writeObject(tx, caller, object, target.replace);
      await assume(tx, server, 'object.upload');
      const written = await getObject(tx, bucketId, target.name);
      onlyCommitLeft = true;
      return { row: written, before: existing };
    });
    shelf.store.settle(version);
    if (before) await removeQuietly(shelf, [versionOf(before)]);
    return row;
  } catch (error) {
    // A connection lost during the commit may have committed: the next start's sweep finds out.
    if (!onlyCommitLeft) await removeQuietly(shelf, placed);
    throw error;
  }
}

interface Description {
  mimetype: string;
  cacheControl: string;
  userMetadata: JsonObject | null;
}

function metadataFor(description: Description, received: ReceivedFile): ObjectMetadata {
  return {
    eTag: `"${received.md5}"`,
    size: received.sizeBytes,
    mimetype: description.mimetype,
    cacheControl: description.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: received.sizeBytes,
    httpStatusCode: 200,
  };
}

/** Makes bytes that arrived whole the current version of an object. */
export function commitReceived(
  shelf: Shelf,
  caller: Caller,
  target: UploadTarget,
  received: ReceivedFile,
  description: Description,
): Promise<ObjectRow> {
  const { userMetadata } = description;
  const content = { metadata: metadataFor(description, received), userMetadata };
  return commitVersion(shelf, caller, target, content, (stored) => shelf.store.place(received, stored));
}

/** Checks, receives and commits one upload; the object is visible only once all of it is on the disk. */
export async function storeUpload(
  shelf: Shelf,
  caller: Caller,
  target: UploadTarget,
  body: UploadBody,
): Promise<ObjectRow> {
  const limitBytes = Math.min(
    sizeLimitFor(shelf, target.bucket, target.name),
    target.maxBytes ?? Number.POSITIVE_INFINITY,
  );
  requireShort(body.userMetadata, target.maxBytes);
  const anyType = target.name.endsWith(folderPlaceholder);
  const mimetype = requireMimeType(body.mimeType, anyType ? null : target.bucket.allowed_mime_types);
  if (body.announcedBytes !== null && body.announcedBytes > limitBytes) throw failure.tooLarge();
  const announced: JsonObject = { mimetype };
  if (body.announcedBytes !== null) announced.contentLength = body.announcedBytes;
  await requireMayWrite(shelf, caller, target, announced, body.userMetadata);

  const received = await shelf.store.receive(body.bytes, limitBytes);
  try {
    const { cacheControl, userMetadata } = body;
    return await commitReceived(shelf, caller, target, received, { mimetype, cacheControl, userMetadata });
  } catch (error) {
    await shelf.store.discard(received.path);
    throw error;
  }
}

/** Refuses what the bucket would have refused as an upload, so that moving is no way around its rules. */
export function requireFits(shelf: Shelf, bucket: BucketRow, name: string, row: ObjectRow): void {
  const { size, mimetype } = metadataOf(row);
  if (name.endsWith(folderPlaceholder)) return;
  requireMimeType(mimetype ?? 'application/octet-stream', bucket.allowed_mime_types);
  if ((size ?? 0) > sizeLimitFor(shelf, bucket, name)) throw failure.tooLarge();
}
