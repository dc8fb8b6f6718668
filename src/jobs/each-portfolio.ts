import { describeError, log } from '@/lib/server/log';

/**
 * Works on portfolios one after the other; `work` says whether all of it worked. One that fails is logged and counted, and
 * keeps the others from nothing.
 */
export async function forEachPortfolio(
  ids: readonly string[],
  failure: string,
  work: (portfolioId: string) => Promise<boolean>,
): Promise<{ portfolios: number; failed: number }> {
  let failed = 0;
  for (const portfolioId of ids) {
    try {
      if (!(await work(portfolioId))) failed += 1;
    } catch (error) {
      failed += 1;
      log().error({ event: failure, portfolioId, error: describeError(error) });
    }
  }
  return { portfolios: ids.length, failed };
}
