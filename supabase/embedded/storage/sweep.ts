import fs from 'node:fs/promises';
import path from 'node:path';
import type postgres from 'postgres';
import type { Log } from '../log.ts';
import { systemCode } from './errors.ts';
import { bucketFolder, type FileStore, removeEmptyFolder } from './files.ts';

const markerFile = '.database';
const batchSize = 500;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function entries(folder: string): Promise<string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Whether the folder is this database's. A folder that holds nothing yet becomes so. */
async function belongsTogether(sql: postgres.Sql, store: FileStore): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`select id from storage.file_store`;
  if (!row) return false;
  const file = path.join(store.folder, markerFile);
  const marker = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (marker !== null) return marker.trim() === row.id;
  const buckets = (await entries(store.folder)).filter((name) => !name.startsWith('.'));
  if (buckets.length > 0) return false;
  await fs.mkdir(store.folder, { recursive: true, mode: 0o700 });
  await fs.writeFile(file, `${row.id}\n`, { mode: 0o600 });
  return true;
}

async function sweepTemporary(store: FileStore): Promise<number> {
  let removed = 0;
  for (const name of await entries(store.temporaryFolder)) {
    if (store.underway.has(name)) continue;
    await fs.rm(path.join(store.temporaryFolder, name), { force: true });
    removed += 1;
  }
  return removed;
}

async function sweepObjects(
  sql: postgres.Sql,
  store: FileStore,
  bucket: string,
  objectIds: string[],
): Promise<number> {
  const found: { objectId: string; version: string }[] = [];
  for (const objectId of objectIds) {
    for (const version of await entries(path.join(store.folder, bucket, objectId))) {
      found.push({ objectId, version });
    }
  }
  // Order matters: what was under way when its file was seen may be committed by the time of the query.
  const underway = new Set(store.underway);
  const rows = await sql<{ id: string; bucket_id: string; version: string | null }[]>`
    select id, bucket_id, version from storage.objects where id = any(${objectIds})`;
  const named = new Set(rows.map((row) => `${bucketFolder(row.bucket_id)}/${row.id}/${row.version}`));
  let removed = 0;
  for (const { objectId, version } of found) {
    if (!uuid.test(version) || underway.has(version) || named.has(`${bucket}/${objectId}/${version}`))
      continue;
    await fs.rm(path.join(store.folder, bucket, objectId, version), { force: true });
    removed += 1;
  }
  for (const objectId of objectIds) await removeEmptyFolder(path.join(store.folder, bucket, objectId));
  return removed;
}

/**
 * Removes what an abrupt end left behind: unfinished uploads and versions no row names. Safe beside
 * running requests of the same process; refuses to touch the files of another database.
 */
export async function sweep(sql: postgres.Sql, store: FileStore, log: Log): Promise<number> {
  if (!(await belongsTogether(sql, store))) {
    log.warn(
      { folder: store.folder },
      'stored files belong to another database: nothing is swept. Use the database they came with, or another data folder',
    );
    return 0;
  }
  let removed = await sweepTemporary(store);
  for (const bucket of await entries(store.folder)) {
    if (bucket.startsWith('.')) continue;
    const objectIds = (await entries(path.join(store.folder, bucket))).filter((name) => uuid.test(name));
    for (let start = 0; start < objectIds.length; start += batchSize) {
      removed += await sweepObjects(sql, store, bucket, objectIds.slice(start, start + batchSize));
    }
    await removeEmptyFolder(path.join(store.folder, bucket));
  }
  if (removed > 0) log.info({ removed }, 'removed files of uploads that never finished');
  return removed;
}
