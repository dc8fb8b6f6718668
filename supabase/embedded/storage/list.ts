import { z } from 'zod';
import type { Transaction } from './caller.ts';
import { failure } from './errors.ts';
import type { JsonObject } from './objects.ts';

const sortOrder = z.enum(['asc', 'desc']);

export const listShape = z.object({
  prefix: z.string().max(1024),
  limit: z.int().min(1).optional(),
  offset: z.int().min(0).optional(),
  search: z.string().max(1024).optional(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']),
      order: sortOrder.optional(),
    })
    .optional(),
});

interface ListedEntry {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: JsonObject | null;
}

/** Above every character a key may hold: the end of a prefix's range. */
const afterKeys = '\x7f';

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** One level below a folder: sub-folders first (`id` null), then files, names relative to the folder. */
export async function listFolder(
  tx: Transaction,
  bucketId: string,
  request: z.infer<typeof listShape>,
): Promise<ListedEntry[]> {
  const prefix =
    request.prefix === '' || request.prefix.endsWith('/') ? request.prefix : `${request.prefix}/`;
  const column = request.sortBy?.column ?? 'name';
  const direction = request.sortBy?.order === 'desc' ? tx`desc` : tx`asc`;
  const rows = await tx<ListedEntry[]>`
    with below as (
      select *, substr(name, ${prefix.length + 1}::int) as rest
      from storage.objects
      where bucket_id = ${bucketId}
        and name collate "C" >= ${prefix} and name collate "C" < ${prefix + afterKeys}
    ), entry as (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from below where rest like '%/%'
      union all
      select rest, id, updated_at, created_at, last_accessed_at, metadata
      from below where rest not like '%/%' and rest <> ''
    )
    select * from entry
    where name ilike ${`${escapeLike(request.search ?? '')}%`}
    order by (id is not null), ${tx(column)} ${direction}, name collate "C" ${direction}
    limit ${Math.min(request.limit ?? 100, 1000)} offset ${request.offset ?? 0}`;
  return [...rows];
}

export const listV2Shape = z.object({
  prefix: z.string().max(1024).optional(),
  limit: z.int().min(1).optional(),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().optional(),
  sortBy: z
    .object({ column: z.enum(['name', 'updated_at', 'created_at']), order: sortOrder.optional() })
    .optional(),
});

const cursorShape = z.object({
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: sortOrder,
  at: z.string().regex(/^-?infinity$|^\d{4}-\d{2}-\d{2} [\d:.]+\+00$/),
  name: z.string(),
});
type Cursor = z.infer<typeof cursorShape>;

function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === '') return null;
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw failure.invalidRequest('Invalid Parameter cursor');
  }
}

interface ListedRow {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: JsonObject | null;
}

interface PageEntry extends ListedRow {
  /** Where it stands among the names: a folder as the slash it ends in. */
  place: string;
  at: string;
}

/** With a delimiter, the last part of the name, without a slash, comes as `key`. */
type Listed = ListedRow & { key?: string };

export interface ListPage {
  hasNext: boolean;
  nextCursor?: string;
  nextCursorKey?: string;
  folders: Listed[];
  objects: Listed[];
}

/**
 * Keys below a prefix, page by page. With a delimiter, everything below the next slash is one folder; sorted by a
 * date it stands where its first object was made. Fields as `storage.search_v2` of Supabase gives them; that cuts the
 * slash off a folder, and `ObjectStorage.listObjectsV2` puts it on again before it answers (supabase/storage at
 * 4fa61fba; its own test of the sorting expects `aal/`), while `nextCursorKey` stays without.
 */
export async function listPage(
  tx: Transaction,
  bucketId: string,
  request: z.infer<typeof listV2Shape>,
): Promise<ListPage> {
  const cursor = readCursor(request.cursor);
  const prefix = request.prefix ?? '';
  const limit = Math.min(request.limit ?? 1000, 1000);
  const column = cursor?.column ?? request.sortBy?.column ?? 'name';
  const order = cursor?.order ?? request.sortBy?.order ?? 'asc';
  const direction = order === 'desc' ? tx`desc` : tx`asc`;
  const byName = column === 'name';
  const hasFolders = request.with_delimiter === true;
  const folderPart = hasFolders ? tx`rest like '%/%'` : tx`false`;
  const folderDate = byName ? tx`null::timestamptz` : tx`min(created_at)`;
  const sortedAt = byName ? tx`'-infinity'::timestamptz` : tx(column);
  const after = cursor
    ? tx`where (at, place collate "C") ${order === 'desc' ? tx`<` : tx`>`}
        (${cursor.at}::text::timestamptz, ${cursor.name} collate "C")`
    : tx``;
  const rows = await tx<PageEntry[]>`
    with below as (
      select *, substr(name, ${prefix.length + 1}::int) as rest
      from storage.objects
      where bucket_id = ${bucketId}
        and name collate "C" >= ${prefix} and name collate "C" < ${prefix + afterKeys}
    ), folder as (
      select ${prefix} || split_part(rest, '/', 1) as name, ${folderDate} as made_at
      from below where ${folderPart} group by split_part(rest, '/', 1)
    ), entry as (
      select name, name || '/' as place, null::uuid as id, coalesce(made_at, '-infinity') as at,
        made_at as updated_at, made_at as created_at, null::timestamptz as last_accessed_at,
        null::jsonb as metadata
      from folder
      union all
      select name, name, id, ${sortedAt}, updated_at, created_at, last_accessed_at, metadata
      from below where not (${folderPart})
    )
    select name, place, id,
      (at at time zone 'utc')::text || case when isfinite(at) then '+00' else '' end as at,
      updated_at, created_at, last_accessed_at, metadata
    from entry ${after}
    order by at ${direction}, place collate "C" ${direction}
    limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const depth = prefix.split('/').length - 1;
  const result: ListPage = { hasNext: rows.length > limit, folders: [], objects: [] };
  for (const { place, at: _at, ...row } of page) {
    const listed = hasFolders ? { key: row.name.split('/')[depth] ?? '', ...row } : row;
    if (row.id === null) result.folders.push({ ...listed, name: place });
    else result.objects.push(listed);
  }
  if (result.hasNext && last) {
    const next: Cursor = { column, order, at: last.at, name: last.place };
    result.nextCursor = Buffer.from(JSON.stringify(next)).toString('base64url');
    result.nextCursorKey = last.name;
  }
  return result;
}
