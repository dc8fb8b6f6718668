import type postgres from 'postgres';
import { z } from 'zod';
import type { Caller, Transaction } from './caller.ts';
import { failure } from './errors.ts';

/** Metadata the server writes itself, named as Supabase names it. */
export interface ObjectMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  [key: string]: string | number;
}

// Rows may have been copied here from a hosted project: read leniently.
const metadataShape = z.looseObject({
  eTag: z.string().optional(),
  size: z.number().optional(),
  mimetype: z.string().optional(),
  cacheControl: z.string().optional(),
});

export type JsonObject = Record<string, z.infer<ReturnType<typeof z.json>>>;
export const jsonObject = z.record(z.string(), z.json());

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  metadata: JsonObject | null;
  user_metadata: JsonObject | null;
}

export interface BucketRow {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: Date;
  updated_at: Date;
}

export function metadataOf(row: Pick<ObjectRow, 'metadata'>): z.infer<typeof metadataShape> {
  const parsed = metadataShape.safeParse(row.metadata ?? {});
  return parsed.success ? parsed.data : {};
}

const uuid = z.guid();

/** Both owner columns; `owner` takes UUIDs only. */
export function ownerColumns(ownerId: string | null): { owner: string | null; owner_id: string | null } {
  return { owner: uuid.safeParse(ownerId).success ? ownerId : null, owner_id: ownerId };
}

type Query = postgres.Sql | Transaction;

export const bucketColumns = [
  'id',
  'name',
  'owner',
  'public',
  'allowed_mime_types',
  'created_at',
  'updated_at',
] as const;

export async function findBucket(sql: Query, id: string): Promise<BucketRow | null> {
  const [row] = await sql<BucketRow[]>`
    select ${sql(bucketColumns)}, file_size_limit::float8 as file_size_limit
    from storage.buckets where id = ${id}`;
  return row ?? null;
}

export async function getBucket(sql: Query, id: string): Promise<BucketRow> {
  const bucket = await findBucket(sql, id);
  if (!bucket) throw failure.noSuchBucket();
  return bucket;
}

export const objectColumns = [
  'id',
  'bucket_id',
  'name',
  'owner',
  'owner_id',
  'version',
  'created_at',
  'updated_at',
  'last_accessed_at',
  'metadata',
  'user_metadata',
] as const;

export async function findObject(sql: Query, bucketId: string, name: string): Promise<ObjectRow | null> {
  const [row] = await sql<ObjectRow[]>`
    select ${sql(objectColumns)} from storage.objects where bucket_id = ${bucketId} and name = ${name}`;
  return row ?? null;
}

export async function findObjectForUpdate(
  tx: Transaction,
  bucketId: string,
  name: string,
): Promise<ObjectRow | null> {
  const [row] = await tx<ObjectRow[]>`
    select ${tx(objectColumns)} from storage.objects
    where bucket_id = ${bucketId} and name = ${name} for update`;
  return row ?? null;
}

export async function getObject(sql: Query, bucketId: string, name: string): Promise<ObjectRow> {
  const row = await findObject(sql, bucketId, name);
  if (!row) throw failure.noSuchKey();
  return row;
}

export interface NewObject {
  id: string;
  bucketId: string;
  name: string;
  version: string;
  metadata: JsonObject;
  userMetadata: JsonObject | null;
}

/**
 * Writes the row under the transaction's role. Without `replace` nothing is read back, so that a policy
 * for inserting alone suffices; with it the policies for reading and updating are asked as well.
 */
export async function writeObject(
  tx: Transaction,
  caller: Caller,
  object: NewObject,
  replace: boolean,
): Promise<void> {
  const { owner, owner_id } = ownerColumns(caller.ownerId);
  const userMetadata = object.userMetadata === null ? null : tx.json(object.userMetadata);
  const insert = tx`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${object.id}, ${object.bucketId}, ${object.name}, ${owner}, ${owner_id}, ${object.version},
      ${tx.json(object.metadata)}, ${userMetadata})`;
  if (!replace) {
    await insert;
    return;
  }
  await tx`${insert}
    on conflict (bucket_id, name) do update set
      owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata`;
}

/** Two writers of one key take turns from here to the end of the transaction. */
export async function lockKey(tx: Transaction, bucketId: string, name: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${bucketId}/${name}`}, 20261121))`;
}
