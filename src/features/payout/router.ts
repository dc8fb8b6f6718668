import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { cancelPayout, cancelTransfer, createPayout, takeFile } from './commands';
import { getPayout, listPayable, listPayouts } from './queries';
import { createPayoutInput, payableInput, payoutInput, transferInput } from './schema';

export const payoutRouter = router({
  payable: memberProcedure
    .input(payableInput)
    .query(({ ctx, input }) => listPayable(ctx.tx, ctx.scope, input)),
  list: memberProcedure.query(({ ctx }) => listPayouts(ctx.tx, ctx.scope)),
  get: memberProcedure.input(payoutInput).query(({ ctx, input }) => getPayout(ctx.tx, ctx.scope, input.id)),
  file: managerProcedure.input(payoutInput).mutation(({ ctx, input }) => takeFile(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createPayoutInput)
    .mutation(({ ctx, input }) => createPayout(ctx.tx, ctx.scope, input)),
  cancel: managerProcedure
    .input(payoutInput)
    .mutation(({ ctx, input }) => cancelPayout(ctx.tx, ctx.scope, input)),
  cancelTransfer: managerProcedure
    .input(transferInput)
    .mutation(({ ctx, input }) => cancelTransfer(ctx.tx, ctx.scope, input)),
});
