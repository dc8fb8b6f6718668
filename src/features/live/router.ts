import { router } from '@/trpc/init';
import { memberProcedure, transactionsFor, verifiedProcedure } from '@/trpc/procedures';
import { findLastChange } from './queries';
import { lastChangeInput, watchChangesInput } from './schema';
import { streamChanges } from './stream-steps';

export const liveRouter = router({
  lastChange: memberProcedure
    .input(lastChangeInput)
    .query(({ ctx, input }) => findLastChange(ctx.tx, ctx.scope, input.entityId)),
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
