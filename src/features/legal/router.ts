import { router } from '@/trpc/init';
import { memberProcedure, ownerProcedure } from '@/trpc/procedures';
import { createFigure, deleteFigure, updateFigure } from './commands';
import { listFigures } from './queries';
import { createFigureInput, deleteFigureInput, updateFigureInput } from './schema';

export const legalRouter = router({
  list: memberProcedure.query(({ ctx }) => listFigures(ctx.tx, ctx.scope)),
  create: ownerProcedure
    .input(createFigureInput)
    .mutation(({ ctx, input }) => createFigure(ctx.tx, ctx.scope, input)),
  update: ownerProcedure
    .input(updateFigureInput)
    .mutation(({ ctx, input }) => updateFigure(ctx.tx, ctx.scope, input)),
  delete: ownerProcedure
    .input(deleteFigureInput)
    .mutation(({ ctx, input }) => deleteFigure(ctx.tx, ctx.scope, input)),
});
