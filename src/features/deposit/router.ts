import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { createDeposit, deleteDeposit, recordMovement, reverseMovement, updateDeposit } from './commands';
import { listDeposits } from './queries';
import {
  createDepositInput,
  deleteDepositInput,
  listDepositsInput,
  recordMovementInput,
  reverseMovementInput,
  updateDepositInput,
} from './schema';

export const depositRouter = router({
  list: memberProcedure
    .input(listDepositsInput)
    .query(({ ctx, input }) => listDeposits(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createDepositInput)
    .mutation(({ ctx, input }) => createDeposit(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateDepositInput)
    .mutation(({ ctx, input }) => updateDeposit(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(deleteDepositInput)
    .mutation(({ ctx, input }) => deleteDeposit(ctx.tx, ctx.scope, input)),
  record: managerProcedure
    .input(recordMovementInput)
    .mutation(({ ctx, input }) => recordMovement(ctx.tx, ctx.scope, input)),
  reverse: managerProcedure
    .input(reverseMovementInput)
    .mutation(({ ctx, input }) => reverseMovement(ctx.tx, ctx.scope, input)),
});
