import type { Database } from '@/db/client';
import { listPortfoliosWithFileWork } from '@/db/due-work';
import { enterAsSystem, type InTransaction } from '@/db/scope';
import { compareFiles, type FileWork, workOnFiles } from '@/features/document/file-work';
import { abandonedMs, undoMs } from '@/features/document/rules';
import { describeError, log } from '@/lib/log';
import type { FileStorage } from '@/storage/file-storage';

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);
/** A browser that is alive tells within this that its upload is through, or is still uploading. */
const silentMs = 15 * 60_000;

const transactionsOf =
  (db: Database, portfolioId: string, now: Date): InTransaction =>
  (work) =>
    enterAsSystem(db, portfolioId, work, now);

/** The portfolios with files to read or to remove. */
export function findFileWork(db: Database, now: Date): Promise<string[]> {
  return listPortfoliosWithFileWork(db, {
    begunBefore: ago(now, abandonedMs),
    deletedBefore: ago(now, undoMs),
  });
}

/** Those, and the ones with an upload that nobody has spoken of for a quarter of an hour. */
export function findSilentUploads(db: Database, now: Date): Promise<string[]> {
  return listPortfoliosWithFileWork(db, { begunBefore: ago(now, silentMs), deletedBefore: ago(now, undoMs) });
}

/** One round of a portfolio's files. */
export function workOnFilesOf(
  db: Database,
  storage: FileStorage,
  portfolioId: string,
  now = new Date(),
): Promise<FileWork> {
  const times = { now, begunBefore: ago(now, silentMs) };
  return workOnFiles(transactionsOf(db, portfolioId, now), storage, times);
}

/** All that is due now, in every portfolio. One that fails keeps the others from nothing. */
export async function workOnFilesEverywhere(
  db: Database,
  storage: FileStorage,
  now = new Date(),
): Promise<{ portfolios: number; failed: number }> {
  const ids = await findSilentUploads(db, now);
  let failed = 0;
  for (const portfolioId of ids) {
    try {
      const work = await workOnFilesOf(db, storage, portfolioId, now);
      if (work.failed > 0) failed += 1;
    } catch (error) {
      failed += 1;
      log().error({ event: 'file_work_failed', portfolioId, error: describeError(error) });
    }
  }
  return { portfolios: ids.length, failed };
}

/** Compares rows and files of a portfolio. */
export function compareFilesOf(db: Database, storage: FileStorage, portfolioId: string, now = new Date()) {
  return compareFiles(transactionsOf(db, portfolioId, now), storage, portfolioId, now);
}
