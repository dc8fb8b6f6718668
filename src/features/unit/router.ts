import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import * as queries from './queries';
import {
  archiveUnitInput,
  createUnitInput,
  listUnitsInput,
  removeUnitPeriodInput,
  setUnitPeriodInput,
  unitPeriodsInput,
  unitRowInput,
  updateUnitInput,
} from './schema';

export const unitRouter = router({
  list: memberProcedure
    .input(listUnitsInput)
    .query(({ ctx, input }) => queries.listUnits(ctx.tx, ctx.scope, input)),
  periods: memberProcedure
    .input(unitPeriodsInput)
    .query(({ ctx, input }) => queries.listPeriods(ctx.tx, ctx.scope, input.unitId)),
  create: managerProcedure
    .input(createUnitInput)
    .mutation(({ ctx, input }) => commands.createUnit(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateUnitInput)
    .mutation(({ ctx, input }) => commands.updateUnit(ctx.tx, ctx.scope, input)),
  setPeriod: managerProcedure
    .input(setUnitPeriodInput)
    .mutation(({ ctx, input }) => commands.setUnitPeriod(ctx.tx, ctx.scope, input)),
  removePeriod: managerProcedure
    .input(removeUnitPeriodInput)
    .mutation(({ ctx, input }) => commands.removeUnitPeriod(ctx.tx, ctx.scope, input)),
  archive: managerProcedure
    .input(archiveUnitInput)
    .mutation(({ ctx, input }) => commands.archiveUnit(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(unitRowInput)
    .mutation(({ ctx, input }) => commands.restoreUnit(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(unitRowInput)
    .mutation(({ ctx, input }) => commands.deleteUnit(ctx.tx, ctx.scope, input)),
});
