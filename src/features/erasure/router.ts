import { DomainError } from '@/lib/errors';
import { describeError, log } from '@/lib/server/log';
import { router } from '@/trpc/init';
import {
  changes,
  eraseAccountProcedure,
  eraseProcedure,
  sensitiveOwnerProcedure,
  sensitiveSignedInProcedure,
} from '@/trpc/procedures';
import * as commands from './commands';
import * as queries from './queries';
import { eraseAccountInput, erasePortfolioInput, portfolioInput } from './schema';

export const erasureRouter = router({
  previewPortfolio: sensitiveOwnerProcedure.input(portfolioInput).query(({ ctx, input }) => {
    if (input.id !== ctx.scope.portfolioId) throw new DomainError('not_found');
    return queries.previewPortfolio(ctx.tx, ctx.scope);
  }),
  erasePortfolio: eraseProcedure
    .input(erasePortfolioInput)
    .use(changes('departure'))
    .mutation(({ ctx, input }) => commands.erasePortfolio(ctx.tx, ctx.scope, input)),
  previewAccount: sensitiveSignedInProcedure.query(({ ctx }) =>
    queries.previewAccount(ctx.database(), ctx.userId),
  ),
  /** The rows first: an account whose end fails half-way can sign in and ask again. */
  eraseAccount: eraseAccountProcedure
    .input(eraseAccountInput)
    .use(changes('departure'))
    .mutation(async ({ ctx, input }) => {
      await ctx.inOwnTransaction((tx) => commands.eraseAccount(tx, input, ctx.origin));
      await ctx.accountAdmin().deleteUser(ctx.verifiedSession.userId);
      // Nobody can ask again any more; what is left where this fails goes at night (`hausbuch.forget_account_events`).
      await ctx
        .inLastTransaction((tx) => commands.eraseOwn(tx, ctx.origin))
        .catch((error: unknown) => {
          log().error({ event: 'erase_left_over_failed', error: describeError(error) });
        });
      return { isErased: true };
    }),
});
