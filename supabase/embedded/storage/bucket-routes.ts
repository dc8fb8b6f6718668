import { Hono } from 'hono';
import { z } from 'zod';
import { readJson } from './body.ts';
import { transact } from './caller.ts';
import { failure } from './errors.ts';
import type { StoredVersion } from './files.ts';
import { parseFileSize, requireAllowedMimeTypes, requireBucketName } from './keys.ts';
import { type BucketRow, bucketColumns, getBucket, ownerColumns } from './objects.ts';
import { bucketParam, requireCaller, type StorageServer } from './request.ts';
import { removeQuietly, versionOf } from './upload.ts';

const settingsShape = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
});
const createShape = settingsShape.extend({ id: z.string().optional(), name: z.string() });

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().default(''),
});

const emptyBatch = 500;

interface BucketSettings {
  public?: boolean;
  file_size_limit?: number | null;
  allowed_mime_types?: string[] | null;
}

/** Only what was sent; the size in bytes and never above the server's own limit. */
function readSettings(input: z.infer<typeof settingsShape>, fileSizeLimit: number): BucketSettings {
  const settings: BucketSettings = {};
  if (input.public !== undefined) settings.public = input.public;
  if (input.file_size_limit !== undefined) {
    const bytes = input.file_size_limit === null ? null : parseFileSize(input.file_size_limit);
    if (bytes !== null && bytes > fileSizeLimit) throw failure.tooLarge();
    settings.file_size_limit = bytes;
  }
  if (input.allowed_mime_types !== undefined) {
    settings.allowed_mime_types =
      input.allowed_mime_types === null ? null : requireAllowedMimeTypes(input.allowed_mime_types);
  }
  return settings;
}

export function bucketRoutes(server: StorageServer): Hono {
  const app = new Hono();
  const { sql } = server;

  app.get('/', async (c) => {
    const caller = await requireCaller(server, c);
    const query = listQuery.safeParse(c.req.query());
    if (!query.success) throw failure.invalidRequest('querystring is invalid');
    const { limit, offset, sortColumn, sortOrder, search } = query.data;
    const buckets = await transact(
      sql,
      caller,
      'bucket.list',
      (tx) => tx<BucketRow[]>`
        select ${tx(bucketColumns)}, file_size_limit::float8 as file_size_limit, type
        from storage.buckets
        where position(lower(${search}) in lower(name)) > 0
        order by ${tx(sortColumn)} ${sortOrder === 'desc' ? tx`desc` : tx`asc`}
        limit ${limit} offset ${offset}`,
    );
    return c.json(buckets);
  });

  app.post('/', async (c) => {
    const caller = await requireCaller(server, c);
    const input = await readJson(c.req.raw, createShape);
    const name = requireBucketName(input.name);
    const settings = readSettings(input, server.fileSizeLimit);
    const row = {
      id: requireBucketName(input.id || name),
      name,
      ...ownerColumns(caller.ownerId),
      public: settings.public ?? false,
      file_size_limit: settings.file_size_limit ?? null,
      allowed_mime_types: settings.allowed_mime_types ?? null,
    };
    await transact(sql, caller, 'bucket.create', (tx) => tx`insert into storage.buckets ${tx(row)}`);
    return c.json({ name });
  });

  app.get('/:bucket', async (c) => {
    const caller = await requireCaller(server, c);
    const id = bucketParam(c);
    return c.json(await transact(sql, caller, 'bucket.get', (tx) => getBucket(tx, id)));
  });

  app.put('/:bucket', async (c) => {
    const caller = await requireCaller(server, c);
    const id = bucketParam(c);
    const settings = readSettings(await readJson(c.req.raw, settingsShape), server.fileSizeLimit);
    if (Object.keys(settings).length === 0) throw failure.invalidRequest('No content provided');
    await transact(sql, caller, 'bucket.update', async (tx) => {
      const { count } = await tx`
        update storage.buckets set ${tx({ ...settings, updated_at: new Date() })} where id = ${id}`;
      if (count === 0) throw failure.noSuchBucket();
    });
    return c.json({ message: 'Successfully updated' });
  });

  app.delete('/:bucket', async (c) => {
    const caller = await requireCaller(server, c);
    const id = bucketParam(c);
    await transact(sql, caller, 'bucket.delete', async (tx) => {
      // The foreign key refuses to delete a bucket with objects, those the caller cannot see included.
      const { count } = await tx`delete from storage.buckets where id = ${id}`.catch((error: unknown) => {
        throw isReferenced(error) ? failure.bucketNotEmpty() : error;
      });
      if (count === 0) throw failure.noSuchBucket();
    });
    await server.store.removeBucketFolder(id);
    return c.json({ message: 'Successfully deleted' });
  });

  app.post('/:bucket/empty', async (c) => {
    const caller = await requireCaller(server, c);
    const id = bucketParam(c);
    // What arrives while this runs was not meant: a moving target would never be empty.
    const before = await transact(sql, caller, 'bucket.empty', async (tx) => {
      await getBucket(tx, id);
      const [clock] = await tx<{ now: string }[]>`select now()::text as now`;
      return clock?.now ?? '-infinity';
    });
    for (;;) {
      const removed = await transact(
        sql,
        caller,
        'bucket.empty',
        (tx) => tx<RemovedVersion[]>`
          delete from storage.objects where id in (
            select id from storage.objects
            where bucket_id = ${id} and created_at <= ${before}::text::timestamptz limit ${emptyBatch}
          ) returning id, bucket_id, version`,
      );
      await removeQuietly(server, removed.map<StoredVersion>(versionOf));
      if (removed.length === 0) break;
    }
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
  });

  return app;
}

interface RemovedVersion {
  id: string;
  bucket_id: string;
  version: string;
}

function isReferenced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
