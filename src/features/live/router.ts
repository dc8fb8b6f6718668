import { router } from '@/trpc/init';
import { transactionsFor, verifiedProcedure } from '@/trpc/procedures';
import { watchChangesInput } from './schema';
import { streamChanges } from './stream';

export const liveRouter = router({
  /** What changes in the current portfolio, as it changes. Holds no database connection of its own. */
  changes: verifiedProcedure.input(watchChangesInput).subscription(async ({ ctx, input, signal }) => {
    const inTransaction = transactionsFor(ctx, ['viewer', 'manager', 'owner']);
    const portfolioId = await inTransaction(async (_, scope) => scope.portfolioId);
    return streamChanges(ctx.liveFeed(), portfolioId, {
      lastId: input.lastEventId ?? null,
      signal: signal ?? new AbortController().signal,
    });
  }),
});
