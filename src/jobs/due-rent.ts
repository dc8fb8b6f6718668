import type { Database } from '@/db/client';
import { listPortfoliosWithRentToPost } from '@/db/due-work';
import { enterAsSystem } from '@/db/scope';
import { postDueRent } from '@/features/rent/commands';
import { describeError, log } from '@/lib/server/log';

/** Posts what is due in one portfolio, in one transaction. Running it twice posts nothing twice. */
export async function postRentOfPortfolio(
  db: Database,
  portfolioId: string,
  now = new Date(),
): Promise<void> {
  await enterAsSystem(db, portfolioId, (tx, scope) => postDueRent(tx, scope), now);
}

/**
 * Posts what is due everywhere. One portfolio that fails does not keep the others from their rent: it is
 * logged and counted.
 */
export async function postRentEverywhere(
  db: Database,
  now = new Date(),
): Promise<{ portfolios: number; failed: number }> {
  const ids = await listPortfoliosWithRentToPost(db, now);
  let failed = 0;
  for (const portfolioId of ids) {
    try {
      await postRentOfPortfolio(db, portfolioId, now);
    } catch (error) {
      failed += 1;
      log().error({ event: 'rent_posting_failed', portfolioId, error: describeError(error) });
    }
  }
  return { portfolios: ids.length, failed };
}
