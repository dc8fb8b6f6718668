import { router } from '@/trpc/init';
import { memberProcedure, ownerProcedure, ownerStepsProcedure } from '@/trpc/procedures';
import { createFigure, deleteFigure, updateFigure } from './commands';
import { removeFetched } from './fetch-commands';
import { askNewest, takeNewest } from './fetch-steps';
import { findPlaceOfUnits } from './law-queries';
import { listFigures } from './queries';
import {
  createFigureInput,
  deleteFigureInput,
  placeInput,
  takeFiguresInput,
  updateFigureInput,
} from './schema';

export const legalRouter = router({
  list: memberProcedure.query(async ({ ctx }) => ({
    ...(await listFigures(ctx.tx, ctx.scope)),
    isFetchOff: ctx.figureSource().isOff,
  })),
  place: memberProcedure
    .input(placeInput)
    .query(({ ctx, input }) => findPlaceOfUnits(ctx.tx, ctx.scope, input)),
  create: ownerProcedure
    .input(createFigureInput)
    .mutation(({ ctx, input }) => createFigure(ctx.tx, ctx.scope, input)),
  update: ownerProcedure
    .input(updateFigureInput)
    .mutation(({ ctx, input }) => updateFigure(ctx.tx, ctx.scope, input)),
  delete: ownerProcedure
    .input(deleteFigureInput)
    .mutation(({ ctx, input }) => deleteFigure(ctx.tx, ctx.scope, input)),
  askNewest: ownerStepsProcedure.mutation(({ ctx }) => askNewest(ctx)),
  takeNewest: ownerStepsProcedure
    .input(takeFiguresInput)
    .mutation(({ ctx, input }) => takeNewest(ctx, input)),
  removeFetched: ownerProcedure.mutation(({ ctx }) => removeFetched(ctx.tx, ctx.scope)),
});
