import type { Database } from '@/db/client';
import { listPortfoliosWithRentToPost } from '@/db/due-work';
import { enterAsSystem } from '@/db/scope';
import { postDueRent } from '@/features/rent/commands';
import { forEachPortfolio } from './each-portfolio';

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
  return forEachPortfolio(await listPortfoliosWithRentToPost(db, now), 'rent_posting_failed', async (id) => {
    await postRentOfPortfolio(db, id, now);
    return true;
  });
}
