import {
  correctPayment,
  getAccount,
  getPayment,
  movePayment,
  postCharge,
  previewReduction,
  reallocatePayment,
  recordPayments,
  reduceRent,
  refundCredit,
  returnPayment,
  reversePayment,
  reversePayments,
  revertReturn,
  revertWaiver,
  voidCharge,
  waiveCharge,
} from '@/ledger';
import {
  accountInput,
  correctPaymentInput,
  movePaymentInput,
  postChargeInput,
  previewReductionInput,
  reallocatePaymentInput,
  recordPaymentsInput,
  reduceRentInput,
  refundCreditInput,
  returnPaymentInput,
  reversePaymentInput,
  reversePaymentsInput,
  revertReturnInput,
  revertWaiverInput,
  voidChargeInput,
  waiveChargeInput,
} from '@/ledger/inputs';
import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { getNamedMonth, getNamedYear, listNamedCharges, listNamedOverdue } from './charge-queries';
import { recordTypedPayment, recordTypedTransfer } from './commands';
import { getOpenAccount } from './open-account-queries';
import {
  getPaymentInput,
  listChargesInput,
  openItemsInput,
  overdueChargesInput,
  rentMonthInput,
  rentYearInput,
  statementInput,
  typedPaymentInput,
  typedTransferInput,
} from './schema';
import { getStatement } from './statement-queries';

/** The account as a whole. */
export const ledgerRouter = router({
  account: memberProcedure
    .input(accountInput)
    .query(({ ctx, input }) => getAccount(ctx.tx, ctx.scope, input)),
  statement: memberProcedure
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx.tx, ctx.scope, input)),
  openItems: memberProcedure
    .input(openItemsInput)
    .query(({ ctx, input }) => getOpenAccount(ctx.tx, ctx.scope, input.leaseId)),
});

/** What the tenant owes. */
export const chargeRouter = router({
  list: memberProcedure
    .input(listChargesInput)
    .query(({ ctx, input }) => listNamedCharges(ctx.tx, ctx.scope, input)),
  year: memberProcedure
    .input(rentYearInput)
    .query(({ ctx, input }) => getNamedYear(ctx.tx, ctx.scope, input)),
  month: memberProcedure
    .input(rentMonthInput)
    .query(({ ctx, input }) => getNamedMonth(ctx.tx, ctx.scope, input)),
  overdue: memberProcedure
    .input(overdueChargesInput)
    .query(({ ctx, input }) => listNamedOverdue(ctx.tx, ctx.scope, input)),
  post: managerProcedure
    .input(postChargeInput)
    .mutation(({ ctx, input }) => postCharge(ctx.tx, ctx.scope, input)),
  void: managerProcedure
    .input(voidChargeInput)
    .mutation(({ ctx, input }) => voidCharge(ctx.tx, ctx.scope, input)),
  waive: managerProcedure
    .input(waiveChargeInput)
    .mutation(({ ctx, input }) => waiveCharge(ctx.tx, ctx.scope, input)),
  /** By how much a defect reduces booked rents, before it is booked. */
  previewReduction: memberProcedure
    .input(previewReductionInput)
    .query(({ ctx, input }) => previewReduction(ctx.tx, ctx.scope, input)),
  reduce: managerProcedure
    .input(reduceRentInput)
    .mutation(({ ctx, input }) => reduceRent(ctx.tx, ctx.scope, input)),
  revertWaiver: managerProcedure
    .input(revertWaiverInput)
    .mutation(({ ctx, input }) => revertWaiver(ctx.tx, ctx.scope, input)),
});

/** What the tenant paid, or got back. */
export const paymentRouter = router({
  get: memberProcedure
    .input(getPaymentInput)
    .query(({ ctx, input }) => getPayment(ctx.tx, ctx.scope, input.id)),
  record: managerProcedure
    .input(typedPaymentInput)
    .mutation(({ ctx, input }) => recordTypedPayment(ctx.tx, ctx.scope, input)),
  recordMany: managerProcedure
    .input(recordPaymentsInput)
    .mutation(({ ctx, input }) => recordPayments(ctx.tx, ctx.scope, input)),
  correct: managerProcedure
    .input(correctPaymentInput)
    .mutation(({ ctx, input }) => correctPayment(ctx.tx, ctx.scope, input)),
  recordTransfer: managerProcedure
    .input(typedTransferInput)
    .mutation(({ ctx, input }) => recordTypedTransfer(ctx.tx, ctx.scope, input)),
  move: managerProcedure
    .input(movePaymentInput)
    .mutation(({ ctx, input }) => movePayment(ctx.tx, ctx.scope, input)),
  reallocate: managerProcedure
    .input(reallocatePaymentInput)
    .mutation(({ ctx, input }) => reallocatePayment(ctx.tx, ctx.scope, input)),
  refund: managerProcedure
    .input(refundCreditInput)
    .mutation(({ ctx, input }) => refundCredit(ctx.tx, ctx.scope, input)),
  return: managerProcedure
    .input(returnPaymentInput)
    .mutation(({ ctx, input }) => returnPayment(ctx.tx, ctx.scope, input)),
  revertReturn: managerProcedure
    .input(revertReturnInput)
    .mutation(({ ctx, input }) => revertReturn(ctx.tx, ctx.scope, input)),
  reverse: managerProcedure
    .input(reversePaymentInput)
    .mutation(({ ctx, input }) => reversePayment(ctx.tx, ctx.scope, input)),
  reverseMany: managerProcedure
    .input(reversePaymentsInput)
    .mutation(({ ctx, input }) => reversePayments(ctx.tx, ctx.scope, input)),
});
