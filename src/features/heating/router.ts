import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { createPlant, deletePlant, setYear, updatePlant } from './commands';
import { getPlantYear, listPlants } from './queries';
import {
  createPlantInput,
  deletePlantInput,
  listPlantsInput,
  setYearInput,
  updatePlantInput,
  yearInput,
} from './schema';

export const heatingRouter = router({
  list: memberProcedure
    .input(listPlantsInput)
    .query(({ ctx, input }) => listPlants(ctx.tx, ctx.scope, input)),
  year: memberProcedure.input(yearInput).query(({ ctx, input }) => getPlantYear(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createPlantInput)
    .mutation(({ ctx, input }) => createPlant(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updatePlantInput)
    .mutation(({ ctx, input }) => updatePlant(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(deletePlantInput)
    .mutation(({ ctx, input }) => deletePlant(ctx.tx, ctx.scope, input)),
  setYear: managerProcedure
    .input(setYearInput)
    .mutation(({ ctx, input }) => setYear(ctx.tx, ctx.scope, input)),
});
