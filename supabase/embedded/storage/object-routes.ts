import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { readJson, readUpload } from './body.ts';
import { bearerOfGrant, type Caller, transact } from './caller.ts';
import { type DeliveryOptions, deliver } from './delivery.ts';
import { failure, systemCode, toStorageError } from './errors.ts';
import type { StoredVersion } from './files.ts';
import { requireBucketName, requireKey } from './keys.ts';
import { listFolder, listPage, listShape, listV2Shape } from './list.ts';
import {
  findBucket,
  getBucket,
  getObject,
  metadataOf,
  type ObjectRow,
  objectColumns,
  ownerColumns,
} from './objects.ts';
import {
  bucketParam,
  findCaller,
  keyParam,
  requireCaller,
  requireCallerOf,
  type StorageServer,
  wantsUpsert,
} from './request.ts';
import { signDownload, signUpload, verifyDownload, verifyUpload } from './signed-token.ts';
import {
  commitVersion,
  removeQuietly,
  requireFits,
  requireMayWrite,
  storeUpload,
  versionOf,
} from './upload.ts';

const keysPerRequest = 1000;

/** Our own addition to the wire: whoever signs an upload may say how long the file is. */
function announcedLength(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (!/^\d{1,15}$/.test(header)) throw failure.invalidRequest('x-upload-length must be a number of bytes');
  return Number(header);
}
const expiresIn = z
  .int()
  .min(1)
  .max(10 * 365 * 24 * 3600);
const signShape = z.object({ expiresIn });
const signManyShape = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(keysPerRequest) });
const removeShape = z.object({ prefixes: z.array(z.string()).min(1).max(keysPerRequest) });
const moveShape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
});
const copyShape = moveShape.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).optional(),
});

function readPaths(input: z.infer<typeof moveShape>) {
  return {
    fromBucket: requireBucketName(input.bucketId),
    fromKey: requireKey(input.sourceKey),
    toBucket: requireBucketName(input.destinationBucket ?? input.bucketId),
    toKey: requireKey(input.destinationKey),
  };
}

/** Reads a row in a way that can be repeated: its file may be replaced between the row and the open. */
type Finder = () => Promise<ObjectRow>;

async function serve(
  server: StorageServer,
  c: Context,
  find: Finder,
  options: DeliveryOptions,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const row = await find();
    const handle = await server.store.open(versionOf(row));
    if (handle) return deliver(c.req.raw, row, handle, options);
    if (attempt === 3) {
      server.log.error({ object: row.id, version: row.version }, 'the file of an object is missing');
      throw failure.noSuchKey();
    }
  }
}

function infoOf(row: ObjectRow) {
  const metadata = metadataOf(row);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata.size ?? null,
    content_type: metadata.mimetype ?? null,
    cache_control: metadata.cacheControl ?? null,
    etag: metadata.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  };
}

/** As the caller sees it; in a public bucket as everybody sees it. */
async function readable(server: StorageServer, c: Context, caller: Caller | null): Promise<Finder> {
  const bucketId = bucketParam(c);
  const key = keyParam(c);
  const bucket = await findBucket(server.sql, bucketId);
  if (!bucket || (!caller && !bucket.public)) throw failure.noSuchBucket();
  if (bucket.public || !caller) return () => getObject(server.sql, bucketId, key);
  return () => transact(server.sql, caller, 'object.get', (tx) => getObject(tx, bucketId, key));
}

async function readablePublicly(server: StorageServer, c: Context): Promise<Finder> {
  return readable(server, c, null);
}

function addUploads(app: Hono, server: StorageServer): void {
  const arriving = new Set<string>();
  const upload = async (c: Context, replace: boolean) => {
    const caller = await requireCaller(server, c);
    const name = keyParam(c);
    const bucket = await getBucket(server.sql, bucketParam(c));
    const body = await readUpload(c.req.raw);
    const row = await storeUpload(server, caller, { bucket, name, replace }, body);
    return c.json({ Key: `${bucket.id}/${name}`, Id: row.id });
  };

  app.post('/upload/sign/:bucket/:key{.+}', async (c) => {
    const caller = await requireCaller(server, c);
    const name = keyParam(c);
    const bucket = await getBucket(server.sql, bucketParam(c));
    const replace = wantsUpsert(c);
    await requireMayWrite(server, caller, { bucket, name, replace }, {});
    const token = await signUpload(server.urlSigningKey, bucket.id, name, {
      upsert: replace,
      owner: caller.ownerId ?? undefined,
      maxBytes: announcedLength(c.req.header('x-upload-length')),
    });
    return c.json({ url: `/object/upload/sign/${bucket.id}/${name}?token=${token}`, token });
  });

  app.put('/upload/sign/:bucket/:key{.+}', async (c) => {
    const name = keyParam(c);
    const bucketId = bucketParam(c);
    const grant = await verifyUpload(server.urlSigningKey, c.req.query('token') ?? '', bucketId, name);
    const bucket = await getBucket(server.sql, bucketId);
    const place = `${bucket.id}/${name}`;
    // Bytes under way count for no quota yet: of one object they arrive once at a time.
    if (arriving.has(place)) throw failure.locked();
    arriving.add(place);
    try {
      const body = await readUpload(c.req.raw);
      const target = { bucket, name, replace: grant.upsert, maxBytes: grant.maxBytes };
      await storeUpload(server, bearerOfGrant(grant.owner), target, body);
    } finally {
      arriving.delete(place);
    }
    return c.json({ Key: place });
  });

  app.post('/:bucket/:key{.+}', (c) => upload(c, wantsUpsert(c)));
  app.put('/:bucket/:key{.+}', (c) => upload(c, true));
}

function addSigning(app: Hono, server: StorageServer): void {
  app.post('/sign/:bucket/:key{.+}', async (c) => {
    const caller = await requireCaller(server, c);
    const bucketId = bucketParam(c);
    const name = keyParam(c);
    const input = await readJson(c.req.raw, signShape);
    await transact(server.sql, caller, 'object.sign', (tx) => getObject(tx, bucketId, name));
    const token = await signDownload(server.urlSigningKey, bucketId, name, input.expiresIn);
    return c.json({ signedURL: `/object/sign/${bucketId}/${name}?token=${token}` });
  });

  app.post('/sign/:bucket', async (c) => {
    const caller = await requireCaller(server, c);
    const bucketId = bucketParam(c);
    const input = await readJson(c.req.raw, signManyShape);
    const rows = await transact(
      server.sql,
      caller,
      'object.sign_many',
      (tx) => tx<{ name: string }[]>`
        select name from storage.objects where bucket_id = ${bucketId} and name = any(${input.paths})`,
    );
    const found = new Set(rows.map((row) => row.name));
    const signed = input.paths.map(async (path) => {
      if (!found.has(path)) {
        const error = 'Either the object does not exist or you do not have access to it';
        return { error, path, signedURL: null };
      }
      const token = await signDownload(server.urlSigningKey, bucketId, path, input.expiresIn);
      return { error: null, path, signedURL: `/object/sign/${bucketId}/${path}?token=${token}` };
    });
    return c.json(await Promise.all(signed));
  });

  app.get('/sign/:bucket/:key{.+}', async (c) => {
    const bucketId = bucketParam(c);
    const name = keyParam(c);
    const grant = await verifyDownload(server.urlSigningKey, c.req.query('token') ?? '', bucketId, name);
    const options = { download: c.req.query('download'), expiresAt: grant.exp };
    return serve(server, c, () => getObject(server.sql, bucketId, name), options);
  });
}

function addListing(app: Hono, server: StorageServer): void {
  app.post('/list/:bucket', async (c) => {
    const caller = await requireCaller(server, c);
    const bucketId = bucketParam(c);
    const input = await readJson(c.req.raw, listShape);
    return c.json(await transact(server.sql, caller, 'object.list', (tx) => listFolder(tx, bucketId, input)));
  });

  app.post('/list-v2/:bucket', async (c) => {
    const caller = await requireCallerOf(server, c.req.raw);
    const bucketId = bucketParam(c);
    const input = await readJson(c.req.raw, listV2Shape);
    return c.json(
      await transact(server.sql, caller, 'object.list_v2', (tx) => listPage(tx, bucketId, input)),
    );
  });
}

function addMoving(app: Hono, server: StorageServer): void {
  app.post('/move', async (c) => {
    const caller = await requireCaller(server, c);
    const { fromBucket, fromKey, toBucket, toKey } = readPaths(await readJson(c.req.raw, moveShape));
    const source = await transact(server.sql, caller, 'object.move', (tx) =>
      getObject(tx, fromBucket, fromKey),
    );
    const moved = { message: 'Successfully moved', Id: source.id, Key: toKey };
    if (fromBucket === toBucket && fromKey === toKey) return c.json(moved);
    const bucket = await getBucket(server.sql, toBucket);
    requireFits(server, bucket, toKey, source);
    await moveRow(server, caller, source, toBucket, toKey);
    return c.json(moved);
  });

  app.post('/copy', async (c) => {
    const caller = await requireCaller(server, c);
    const input = await readJson(c.req.raw, copyShape);
    const { fromBucket, fromKey, toBucket, toKey } = readPaths(input);
    const source = await transact(server.sql, caller, 'object.copy', (tx) =>
      getObject(tx, fromBucket, fromKey),
    );
    const overrides = input.copyMetadata ? {} : (input.metadata ?? {});
    const metadata = { ...source.metadata, ...overrides, lastModified: new Date().toISOString() };
    const userMetadata = input.copyMetadata ? source.user_metadata : null;
    const bucket = await getBucket(server.sql, toBucket);
    requireFits(server, bucket, toKey, { ...source, metadata });
    const target = { bucket, name: toKey, replace: wantsUpsert(c) };
    const row = await commitVersion(server, caller, target, { metadata, userMetadata }, (stored) =>
      linkBytes(server, versionOf(source), stored),
    );
    return c.json({ Key: `${toBucket}/${toKey}`, Id: row.id, ...row });
  });
}

/** Renames the row as the caller. Bytes follow only into another bucket, as a second name beforehand. */
async function moveRow(
  server: StorageServer,
  caller: Caller,
  source: ObjectRow,
  toBucket: string,
  toKey: string,
): Promise<void> {
  const from = versionOf(source);
  const to = { ...from, bucketId: toBucket };
  const acrossBuckets = source.bucket_id !== toBucket;
  if (acrossBuckets) await linkBytes(server, from, to);
  const owner = caller.ownerId === null ? {} : ownerColumns(caller.ownerId);
  let onlyCommitLeft = false;
  try {
    await transact(server.sql, caller, 'object.move', async (tx) => {
      const { count } = await tx`
        update storage.objects set ${tx({ ...owner, bucket_id: toBucket, name: toKey })}
        where id = ${source.id} ${acrossBuckets ? tx`and version = ${source.version}` : tx``}`;
      if (count === 0) throw failure.accessDenied();
      onlyCommitLeft = true;
    });
  } catch (error) {
    if (acrossBuckets && !onlyCommitLeft) await removeQuietly(server, [to]);
    throw toStorageError(error).code === 'KeyAlreadyExists' ? failure.resourceExists() : error;
  }
  if (acrossBuckets) {
    server.store.settle(to.version);
    await removeQuietly(server, [from]);
  }
}

async function linkBytes(server: StorageServer, from: StoredVersion, to: StoredVersion): Promise<void> {
  try {
    await server.store.duplicate(from, to);
  } catch (error) {
    await removeQuietly(server, [to]);
    throw systemCode(error) === 'ENOENT' ? failure.noSuchKey() : error;
  }
}

function addRemoval(app: Hono, server: StorageServer): void {
  const remove = async (caller: Caller, bucketId: string, keys: string[]): Promise<ObjectRow[]> => {
    const rows = await transact(
      server.sql,
      caller,
      'object.delete',
      (tx) => tx<ObjectRow[]>`
        delete from storage.objects where bucket_id = ${bucketId} and name = any(${keys})
        returning ${tx(objectColumns)}`,
    );
    await removeQuietly(server, rows.map(versionOf));
    // Signatures are given by the server's key; what still comes in by one is taken back by the same.
    if (caller.role === 'service_role') await server.uploads.giveUp(bucketId, keys);
    return [...rows];
  };

  app.delete('/:bucket', async (c) => {
    const caller = await requireCaller(server, c);
    const bucketId = bucketParam(c);
    const { prefixes } = await readJson(c.req.raw, removeShape);
    return c.json(await remove(caller, bucketId, prefixes));
  });

  app.delete('/:bucket/:key{.+}', async (c) => {
    const caller = await requireCaller(server, c);
    const removed = await remove(caller, bucketParam(c), [keyParam(c)]);
    if (removed.length === 0) throw failure.noSuchKey();
    return c.json({ message: 'Successfully deleted' });
  });
}

function addReading(app: Hono, server: StorageServer): void {
  const download = (c: Context, find: Finder) =>
    serve(server, c, find, { download: c.req.query('download') });

  app.get('/info/public/:bucket/:key{.+}', async (c) =>
    c.json(infoOf(await (await readablePublicly(server, c))())),
  );
  app.get('/info/authenticated/:bucket/:key{.+}', async (c) =>
    c.json(infoOf(await (await readable(server, c, await requireCaller(server, c)))())),
  );
  app.get('/info/:bucket/:key{.+}', async (c) =>
    c.json(infoOf(await (await readable(server, c, await findCaller(server, c)))())),
  );
  app.get('/public/:bucket/:key{.+}', async (c) => download(c, await readablePublicly(server, c)));
  app.get('/authenticated/:bucket/:key{.+}', async (c) =>
    download(c, await readable(server, c, await requireCaller(server, c))),
  );
  app.get('/:bucket/:key{.+}', async (c) =>
    download(c, await readable(server, c, await findCaller(server, c))),
  );
}

/** Order counts: `/sign/…`, `/list/…` and their like stand before the routes that begin with a bucket. */
export function objectRoutes(server: StorageServer): Hono {
  const app = new Hono();
  addSigning(app, server);
  addListing(app, server);
  addMoving(app, server);
  addUploads(app, server);
  addRemoval(app, server);
  addReading(app, server);
  return app;
}
