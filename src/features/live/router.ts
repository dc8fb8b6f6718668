import { router } from '@/trpc/init';
import { memberProcedure, transactionsFor, verifiedProcedure } from '@/trpc/procedures';
import { findLastChange } from './queries';
import { lastChangeInput, missedChangesInput, watchChangesInput } from './schema';
import { listMissed, streamChanges } from './stream-steps';

type Caller = Parameters<typeof transactionsFor>[0];

const currentPortfolio = (ctx: Caller) =>
  transactionsFor(ctx, ['viewer', 'manager', 'owner'])(async (_, scope) => scope.portfolioId);

const shownPortfolio = (ctx: Caller, portfolioId: string | null | undefined) =>
  currentPortfolio(portfolioId ? { ...ctx, portfolioId, isPortfolioNamed: true } : ctx);

export const liveRouter = router({
  lastChange: memberProcedure
    .input(lastChangeInput)
    .query(({ ctx, input }) => findLastChange(ctx.tx, ctx.scope, input.entityId)),
  /** What a tab has not heard that gets its changes from another one: between its page and its first listening. */
  missed: verifiedProcedure
    .input(missedChangesInput)
    .query(async ({ ctx, input }) => listMissed(ctx.liveFeed(), await currentPortfolio(ctx), input.after)),
  /** What changes in the portfolio a page shows, as it changes. Holds no database connection of its own. */
  changes: verifiedProcedure.input(watchChangesInput).subscription(async ({ ctx, input, signal }) =>
    streamChanges(ctx.liveFeed(), await shownPortfolio(ctx, input.portfolioId), {
      userId: ctx.verifiedSession.userId,
      position: input.lastEventId ?? null,
      signal: signal ?? new AbortController().signal,
    }),
  ),
});
