import type { Database } from '@/db/client';
import { listPortfoliosWithLeftOutLines } from '@/db/due-work';
import { forgetLeftOutLines } from '@/db/erase-bank';
import { enterAsSystem } from '@/db/scope';
import { LEFT_OUT_DAYS } from '@/features/bank/rules';
import { describeError, log } from '@/lib/server/log';

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
  let [lines, failed] = [0, 0];
  for (const portfolioId of await findLeftOutLines(db, now)) {
    try {
      lines += await forgetLinesOfPortfolio(db, portfolioId, now);
    } catch (error) {
      failed += 1;
      log().error({ event: 'bank_lines_failed', portfolioId, error: describeError(error) });
    }
  }
  return { lines, failed };
}
