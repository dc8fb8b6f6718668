import type { Database } from '@/db/client';
import { listPortfoliosWithRecurringDue } from '@/db/due-work';
import { enterAsSystem } from '@/db/scope';
import { postDueTransactions } from '@/features/recurring/commands';
import { forEachPortfolio } from './each-portfolio';

/** Books what is due of recurring items in one portfolio, in one transaction. Running it twice books nothing twice. */
export async function postBookingsOfPortfolio(
  db: Database,
  portfolioId: string,
  now = new Date(),
): Promise<void> {
  await enterAsSystem(db, portfolioId, (tx, scope) => postDueTransactions(tx, scope), now);
}

/** Books what is due everywhere. One portfolio that fails is logged and counted; the others go on. */
export async function postBookingsEverywhere(
  db: Database,
  now = new Date(),
): Promise<{ portfolios: number; failed: number }> {
  return forEachPortfolio(
    await listPortfoliosWithRecurringDue(db, now),
    'recurring_posting_failed',
    async (id) => {
      await postBookingsOfPortfolio(db, id, now);
      return true;
    },
  );
}
