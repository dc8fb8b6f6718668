import 'server-only';
import type { InRemains, InTransaction } from '@/db/scope';
import { describeError, log } from '@/lib/server/log';
import { portfolioFolder } from '@/storage/document-path';
import type { FileStorage } from '@/storage/file-storage';
import { readContents } from './contents-steps';
import { settleUpload } from './file-steps';
import type { Upload } from './queries';
import { abandonedMs, undoMs } from './rules';
import {
  countRemovalAttempt,
  dropLostFile,
  listDueRemovals,
  listKnownPaths,
  listUnwelcome,
  listUploadsIn,
  noteContents,
  purgeDeleted,
} from './sweep-commands';
import { dropUpload } from './upload-commands';

/** What a sweep did, for the log; `left`: files it did not come to in its turn. */
export type FileWork = {
  read: number;
  settled: number;
  purged: number;
  removed: number;
  failed: number;
  left: number;
};
const nothingDone = (): FileWork => ({ read: 0, settled: 0, purged: 0, removed: 0, failed: 0, left: 0 });

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/**
 * Reads what has been checked, whole: checksum and text. One file that cannot be read keeps no other waiting. Once one
 * has been read and the turn is over, the rest is left.
 */
async function readChecked(
  inTransaction: InTransaction,
  storage: FileStorage,
  work: FileWork,
  turnMs: number,
) {
  const uploads = await inTransaction((tx, scope) => listUploadsIn(tx, scope, 'checked', null));
  const began = performance.now();
  for (const [index, upload] of uploads.entries()) {
    if (work.read > 0 && performance.now() - began >= turnMs) {
      work.left = uploads.length - index;
      return;
    }
    await attempt(work, upload, async () => {
      const bytes = await storage.open(upload.path);
      if (!bytes) {
        await inTransaction((tx, scope) => dropLostFile(tx, scope, upload.id));
        log().error({ event: 'document_file_lost', versionId: upload.id });
        return;
      }
      const contents = await readContents(bytes, upload.mediaType);
      await inTransaction((tx, scope) => noteContents(tx, scope, upload.id, contents));
      work.read += 1;
    });
  }
}

/**
 * Looks after uploads whose browser never came back: what has arrived is checked, what never will, or may not any more, is
 * dropped.
 */
async function settleOrphans(
  inTransaction: InTransaction,
  storage: FileStorage,
  work: FileWork,
  times: { now: Date; begunBefore: Date },
) {
  const { uploads, unwelcome } = await inTransaction(async (tx, scope) => {
    const begun = await listUploadsIn(tx, scope, 'uploading', times.begunBefore);
    return { uploads: begun, unwelcome: await listUnwelcome(tx, scope, begun) };
  });
  for (const upload of uploads) {
    await attempt(work, upload, async () => {
      if (unwelcome.has(upload.id)) {
        await inTransaction((tx, scope) => dropUpload(tx, scope, upload.id));
        work.settled += 1;
        return;
      }
      const refusal = await settleUpload(inTransaction, storage, upload);
      const isAbandoned = upload.createdAt < ago(times.now, abandonedMs);
      if (refusal === 'document.not_uploaded' && isAbandoned) {
        await inTransaction((tx, scope) => dropUpload(tx, scope, upload.id));
      }
      if (refusal !== 'document.not_uploaded' || isAbandoned) work.settled += 1;
    });
  }
}

async function attempt(work: FileWork, upload: Upload, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    work.failed += 1;
    log().warn({ event: 'document_file_failed', versionId: upload.id, error: describeError(error) });
  }
}

/** Works off the outbox: storage first, then the note that it is done, so that a crash only repeats it. */
async function removeFiles(
  inTransaction: InRemains,
  storage: FileStorage,
  work: FileWork,
  now: Date,
): Promise<void> {
  const due = await inTransaction((tx, scope) => listDueRemovals(tx, scope, now));
  if (due.length === 0) return;
  try {
    await storage.remove(due.map((removal) => removal.path));
    await inTransaction((tx, scope) => countRemovalAttempt(tx, scope, due, now));
    work.removed += due.length;
  } catch (error) {
    work.failed += due.length;
    log().warn({ event: 'file_removal_failed', files: due.length, error: describeError(error) });
  }
}

/**
 * One round of a portfolio's files: read what is new, settle what was left lying, purge what was deleted a
 * week ago, remove what the outbox names. Any number of rounds at once does no harm.
 */
export async function workOnFiles(
  inTransaction: InTransaction,
  storage: FileStorage,
  times: { now: Date; begunBefore: Date; turnMs: number },
): Promise<FileWork> {
  const work = nothingDone();
  await settleOrphans(inTransaction, storage, work, times);
  await readChecked(inTransaction, storage, work, times.turnMs);
  work.purged = await inTransaction((tx, scope) => purgeDeleted(tx, scope, ago(times.now, undoMs)));
  await removeFiles(inTransaction, storage, work, times.now);
  return work;
}

/** The outbox of a portfolio that was removed: all that is left to do for it. */
export async function workOnRemains(
  inRemains: InRemains,
  storage: FileStorage,
  now: Date,
): Promise<FileWork> {
  const work = nothingDone();
  await removeFiles(inRemains, storage, work, now);
  return work;
}

/**
 * Compares the portfolio's folder in storage with its rows, for what no outbox can know, such as a database
 * brought back from a backup. Files without a row go after a week; rows without a file are reported, never
 * removed: they are what is left to tell what was lost.
 */
export async function compareFiles(
  inTransaction: InRemains,
  storage: FileStorage,
  portfolioId: string,
  now: Date,
): Promise<{ orphans: number; missing: string[] }> {
  const stored: { path: string; createdAt: Date | null }[] = [];
  let cursor: string | null = null;
  do {
    const page = await storage.list(portfolioFolder(portfolioId), cursor);
    stored.push(...page.files);
    cursor = page.nextCursor;
  } while (cursor !== null);
  const known = await inTransaction((tx, scope) => listKnownPaths(tx, scope));
  const paths = new Set(stored.map((file) => file.path));
  const missing = known.filter((row) => row.isOffered && !paths.has(row.path)).map((row) => row.id);
  if (missing.length > 0) log().error({ event: 'document_files_missing', portfolioId, versionIds: missing });
  const rows = new Set(known.map((row) => row.path));
  const orphans = stored
    .filter((file) => !rows.has(file.path) && file.createdAt !== null && file.createdAt < ago(now, undoMs))
    .map((file) => file.path);
  for (let start = 0; start < orphans.length; start += 500) {
    await storage.remove(orphans.slice(start, start + 500));
  }
  if (orphans.length > 0) log().warn({ event: 'orphan_files_removed', portfolioId, files: orphans.length });
  return { orphans: orphans.length, missing };
}
