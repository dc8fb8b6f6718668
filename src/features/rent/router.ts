import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { agreeRent, correctRents, deleteRent, postDueRent, updateRent } from './commands';
import { agreeIndex, raiseByIndex, removeIndex, updateIndex } from './index-commands';
import { getIndexLetter } from './index-letter-queries';
import { getIndexRent } from './index-queries';
import {
  agreeIndexInput,
  indexRentInput,
  raiseByIndexInput,
  removeIndexInput,
  updateIndexInput,
} from './index-schema';
import { listDifferences, listLeaseRents, previewRent } from './queries';
import {
  agreeRentInput,
  correctRentsInput,
  listRentsInput,
  listSoldMonthsInput,
  planStepsInput,
  previewRentInput,
  rentRowInput,
  updateRentInput,
} from './schema';
import { listSoldMonths } from './sold-month-queries';
import { agreeSteps } from './step-commands';

export const rentRouter = router({
  list: memberProcedure
    .input(listRentsInput)
    .query(({ ctx, input }) => listLeaseRents(ctx.tx, ctx.scope, input.leaseId)),
  preview: memberProcedure
    .input(previewRentInput)
    .query(({ ctx, input }) => previewRent(ctx.tx, ctx.scope, input)),
  agree: managerProcedure
    .input(agreeRentInput)
    .mutation(({ ctx, input }) => agreeRent(ctx.tx, ctx.scope, input)),
  agreeSteps: managerProcedure
    .input(planStepsInput)
    .mutation(({ ctx, input }) => agreeSteps(ctx.tx, ctx.scope, input)),
  /** The index clause, and what it would make of the rent. */
  index: memberProcedure
    .input(indexRentInput)
    .query(({ ctx, input }) => getIndexRent(ctx.tx, ctx.scope, input)),
  /** What the letter says that tells of it. */
  indexLetter: memberProcedure
    .input(indexRentInput)
    .query(({ ctx, input }) => getIndexLetter(ctx.tx, ctx.scope, input)),
  agreeIndex: managerProcedure
    .input(agreeIndexInput)
    .mutation(({ ctx, input }) => agreeIndex(ctx.tx, ctx.scope, input)),
  updateIndex: managerProcedure
    .input(updateIndexInput)
    .mutation(({ ctx, input }) => updateIndex(ctx.tx, ctx.scope, input)),
  removeIndex: managerProcedure
    .input(removeIndexInput)
    .mutation(({ ctx, input }) => removeIndex(ctx.tx, ctx.scope, input)),
  raiseByIndex: managerProcedure
    .input(raiseByIndexInput)
    .mutation(({ ctx, input }) => raiseByIndex(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateRentInput)
    .mutation(({ ctx, input }) => updateRent(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(rentRowInput)
    .mutation(({ ctx, input }) => deleteRent(ctx.tx, ctx.scope, input)),
  /** The booked months that would be booked with another amount today. */
  differences: memberProcedure
    .input(listRentsInput)
    .query(({ ctx, input }) => listDifferences(ctx.tx, ctx.scope, input.leaseId)),
  /** Those of a sold house that are booked for days of the buyer. */
  soldMonths: memberProcedure
    .input(listSoldMonthsInput)
    .query(({ ctx, input }) => listSoldMonths(ctx.tx, ctx.scope, input)),
  correct: managerProcedure
    .input(correctRentsInput)
    .mutation(({ ctx, input }) => correctRents(ctx.tx, ctx.scope, input)),
  /** Posts what is due now instead of waiting for the daily job. */
  post: managerProcedure.mutation(({ ctx }) => postDueRent(ctx.tx, ctx.scope)),
});
