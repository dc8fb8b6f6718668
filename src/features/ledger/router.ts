import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { getAccount, listOpenItems } from './queries';
import { accountInput, openItemsInput } from './schema';

export const ledgerRouter = router({
  account: memberProcedure
    .input(accountInput)
    .query(({ ctx, input }) => getAccount(ctx.tx, ctx.scope, input)),
  openItems: memberProcedure
    .input(openItemsInput)
    .query(({ ctx, input }) => listOpenItems(ctx.tx, ctx.scope, input.leaseId)),
});
