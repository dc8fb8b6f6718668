import type { Database } from '@/db/client';
import { listPortfoliosWithFileWork } from '@/db/due-work';
import { enterAsSystem, enterRemains, type InRemains, type InTransaction } from '@/db/scope';
import { abandonedMs, undoMs } from '@/features/document/rules';
import { compareFiles, type FileWork, workOnFiles, workOnRemains } from '@/features/document/work-steps';
import type { FileStorage } from '@/storage/file-storage';
import { forEachPortfolio } from './each-portfolio';

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);
/** A browser that is alive tells within this that its upload is through, or is still uploading. */
const silentMs = 15 * 60_000;

const transactionsOf =
  (db: Database, portfolioId: string, now: Date): InTransaction =>
  (work) =>
    enterAsSystem(db, portfolioId, work, now);

/** Transactions on what is left of a portfolio; null while it stands. */
async function remainsOf(db: Database, portfolioId: string): Promise<InRemains | null> {
  const isGone = await enterRemains(db, portfolioId, async () => true);
  if (!isGone) return null;
  return async (work) => {
    const done = await enterRemains(db, portfolioId, work);
    if (!done) throw new Error('A removed portfolio is back.');
    return done.answer;
  };
}

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

/**
 * One round of a portfolio's files; of a removed one, those that are still to be removed.
 * @param turnMs how long it may go on reading before it leaves the rest to another round
 */
export async function workOnFilesOf(
  db: Database,
  storage: FileStorage,
  portfolioId: string,
  now = new Date(),
  turnMs = Number.POSITIVE_INFINITY,
): Promise<FileWork> {
  const remains = await remainsOf(db, portfolioId);
  if (remains) return workOnRemains(remains, storage, now);
  const times = { now, begunBefore: ago(now, silentMs), turnMs };
  return workOnFiles(transactionsOf(db, portfolioId, now), storage, times);
}

/** All that is due now, in every portfolio. One that fails keeps the others from nothing. */
export async function workOnFilesEverywhere(
  db: Database,
  storage: FileStorage,
  now = new Date(),
): Promise<{ portfolios: number; failed: number }> {
  return forEachPortfolio(await findSilentUploads(db, now), 'file_work_failed', async (id) => {
    const { failed } = await workOnFilesOf(db, storage, id, now);
    return failed === 0;
  });
}

/** Compares rows and files of a portfolio; of a removed one no file has a row any more. */
export async function compareFilesOf(
  db: Database,
  storage: FileStorage,
  portfolioId: string,
  now = new Date(),
) {
  const remains = await remainsOf(db, portfolioId);
  return compareFiles(remains ?? transactionsOf(db, portfolioId, now), storage, portfolioId, now);
}
