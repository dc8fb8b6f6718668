import { router } from '@/trpc/init';
import { managerProcedure } from '@/trpc/procedures';
import { recordPayment, reversePayment } from './commands';
import { recordPaymentInput, reversePaymentInput } from './schema';

export const paymentRouter = router({
  record: managerProcedure
    .input(recordPaymentInput)
    .mutation(({ ctx, input }) => recordPayment(ctx.tx, ctx.scope, input)),
  reverse: managerProcedure
    .input(reversePaymentInput)
    .mutation(({ ctx, input }) => reversePayment(ctx.tx, ctx.scope, input)),
});
