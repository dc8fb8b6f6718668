import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { getAccount, listOpenItems } from './queries';
import { accountInput, openItemsInput, statementInput } from './schema';
import { getStatement } from './statement-queries';

export const ledgerRouter = router({
  account: memberProcedure
    .input(accountInput)
    .query(({ ctx, input }) => getAccount(ctx.tx, ctx.scope, input)),
  statement: memberProcedure
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx.tx, ctx.scope, input)),
  openItems: memberProcedure
    .input(openItemsInput)
    .query(({ ctx, input }) => listOpenItems(ctx.tx, ctx.scope, input.leaseId)),
});
