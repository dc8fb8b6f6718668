import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import * as queries from './queries';
import {
  createRecurringInput,
  deleteAmountInput,
  endRecurringInput,
  listRecurringInput,
  postedInput,
  recurringInput,
  recurringRowInput,
  setAmountInput,
  updateRecurringInput,
} from './schema';

export const recurringRouter = router({
  list: memberProcedure
    .input(listRecurringInput)
    .query(({ ctx, input }) => queries.listRecurring(ctx.tx, ctx.scope, input)),
  get: memberProcedure
    .input(recurringInput)
    .query(({ ctx, input }) => queries.getRecurring(ctx.tx, ctx.scope, input.id)),
  posted: memberProcedure
    .input(postedInput)
    .query(({ ctx, input }) => queries.listPosted(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createRecurringInput)
    .mutation(({ ctx, input }) => commands.createRecurring(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateRecurringInput)
    .mutation(({ ctx, input }) => commands.updateRecurring(ctx.tx, ctx.scope, input)),
  setAmount: managerProcedure
    .input(setAmountInput)
    .mutation(({ ctx, input }) => commands.setAmount(ctx.tx, ctx.scope, input)),
  deleteAmount: managerProcedure
    .input(deleteAmountInput)
    .mutation(({ ctx, input }) => commands.deleteAmount(ctx.tx, ctx.scope, input)),
  pause: managerProcedure
    .input(recurringRowInput)
    .mutation(({ ctx, input }) => commands.pauseRecurring(ctx.tx, ctx.scope, input)),
  resume: managerProcedure
    .input(recurringRowInput)
    .mutation(({ ctx, input }) => commands.resumeRecurring(ctx.tx, ctx.scope, input)),
  end: managerProcedure
    .input(endRecurringInput)
    .mutation(({ ctx, input }) => commands.endRecurring(ctx.tx, ctx.scope, input)),
  void: managerProcedure
    .input(recurringRowInput)
    .mutation(({ ctx, input }) => commands.voidRecurring(ctx.tx, ctx.scope, input)),
  post: managerProcedure.mutation(({ ctx }) => commands.postDueTransactions(ctx.tx, ctx.scope)),
});
