import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { reallocatePayment, recordTransfer } from './allocation-commands';
import { recordPayment } from './commands';
import { updatePayment } from './edit-commands';
import { recordPayments, reversePayments } from './many-commands';
import { getPayment } from './queries';
import { refundCredit } from './refund-commands';
import {
  bouncePaymentInput,
  getPaymentInput,
  reallocatePaymentInput,
  recordPaymentInput,
  recordPaymentsInput,
  recordTransferInput,
  refundCreditInput,
  reversePaymentInput,
  reversePaymentsInput,
  unbouncePaymentInput,
  updatePaymentInput,
} from './schema';
import { unbouncePayment } from './unbounce-commands';
import { bouncePayment, reversePayment } from './undo-commands';

export const paymentRouter = router({
  get: memberProcedure
    .input(getPaymentInput)
    .query(({ ctx, input }) => getPayment(ctx.tx, ctx.scope, input.id)),
  record: managerProcedure
    .input(recordPaymentInput)
    .mutation(({ ctx, input }) => recordPayment(ctx.tx, ctx.scope, input)),
  recordMany: managerProcedure
    .input(recordPaymentsInput)
    .mutation(({ ctx, input }) => recordPayments(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updatePaymentInput)
    .mutation(({ ctx, input }) => updatePayment(ctx.tx, ctx.scope, input)),
  recordTransfer: managerProcedure
    .input(recordTransferInput)
    .mutation(({ ctx, input }) => recordTransfer(ctx.tx, ctx.scope, input)),
  reallocate: managerProcedure
    .input(reallocatePaymentInput)
    .mutation(({ ctx, input }) => reallocatePayment(ctx.tx, ctx.scope, input)),
  refund: managerProcedure
    .input(refundCreditInput)
    .mutation(({ ctx, input }) => refundCredit(ctx.tx, ctx.scope, input)),
  bounce: managerProcedure
    .input(bouncePaymentInput)
    .mutation(({ ctx, input }) => bouncePayment(ctx.tx, ctx.scope, input)),
  unbounce: managerProcedure
    .input(unbouncePaymentInput)
    .mutation(({ ctx, input }) => unbouncePayment(ctx.tx, ctx.scope, input)),
  reverse: managerProcedure
    .input(reversePaymentInput)
    .mutation(({ ctx, input }) => reversePayment(ctx.tx, ctx.scope, input)),
  reverseMany: managerProcedure
    .input(reversePaymentsInput)
    .mutation(({ ctx, input }) => reversePayments(ctx.tx, ctx.scope, input)),
});
