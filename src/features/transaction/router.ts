import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import * as queries from './queries';
import {
  listTransactionsInput,
  previewSplitInput,
  recordTransactionInput,
  transactionInput,
  transactionStepInput,
  updateTransactionInput,
} from './schema';
import { previewSplit } from './split-queries';

export const transactionRouter = router({
  list: memberProcedure
    .input(listTransactionsInput)
    .query(({ ctx, input }) => queries.listTransactions(ctx.tx, ctx.scope, input)),
  get: memberProcedure
    .input(transactionInput)
    .query(({ ctx, input }) => queries.getTransaction(ctx.tx, ctx.scope, input.id)),
  history: memberProcedure
    .input(transactionInput)
    .query(({ ctx, input }) => queries.getHistory(ctx.tx, ctx.scope, input.id)),
  previewSplit: memberProcedure
    .input(previewSplitInput)
    .query(({ ctx, input }) => previewSplit(ctx.tx, ctx.scope, input)),
  record: managerProcedure
    .input(recordTransactionInput)
    .mutation(({ ctx, input }) => commands.recordTransaction(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateTransactionInput)
    .mutation(({ ctx, input }) => commands.updateTransaction(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(transactionStepInput)
    .mutation(({ ctx, input }) => commands.removeTransaction(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(transactionStepInput)
    .mutation(({ ctx, input }) => commands.restoreTransaction(ctx.tx, ctx.scope, input)),
});
