import type { Database } from '@/db/client';
import { listPortfoliosWithLeftOutLines } from '@/db/due-work';
import { forgetLeftOutLines } from '@/db/erase-bank';
import { enterAsSystem } from '@/db/scope';
import { LEFT_OUT_DAYS } from '@/features/bank/rules';
import { forEachPortfolio } from './each-portfolio';

const before = (now: Date) => new Date(now.getTime() - LEFT_OUT_DAYS * 24 * 60 * 60_000);

/** The portfolios whose left-out lines have words whose time has come. */
export const findLeftOutLines = (db: Database, now: Date): Promise<string[]> =>
  listPortfoliosWithLeftOutLines(db, before(now));

/** Forgets the words of lines of one portfolio that were left out long enough ago; returns of how many. */
export const forgetLinesOfPortfolio = (
  db: Database,
  portfolioId: string,
  now = new Date(),
): Promise<number> =>
  enterAsSystem(db, portfolioId, (tx, scope) => forgetLeftOutLines(tx, scope, before(now)), now);

/** The same for all of them, one after the other; a portfolio that fails is told of and tried again the next time. */
export async function forgetLinesEverywhere(
  db: Database,
  now = new Date(),
): Promise<{ lines: number; failed: number }> {
  let lines = 0;
  const { failed } = await forEachPortfolio(
    await findLeftOutLines(db, now),
    'bank_lines_failed',
    async (id) => {
      lines += await forgetLinesOfPortfolio(db, id, now);
      return true;
    },
  );
  return { lines, failed };
}
