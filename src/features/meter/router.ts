import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { createMeter, deleteMeter, deleteReading, recordReading, updateMeter } from './commands';
import { listMeters } from './queries';
import {
  createMeterInput,
  deleteMeterInput,
  deleteReadingInput,
  listMetersInput,
  recordReadingInput,
  updateMeterInput,
} from './schema';

export const meterRouter = router({
  list: memberProcedure
    .input(listMetersInput)
    .query(({ ctx, input }) => listMeters(ctx.tx, ctx.scope, input.unitId)),
  create: managerProcedure
    .input(createMeterInput)
    .mutation(({ ctx, input }) => createMeter(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateMeterInput)
    .mutation(({ ctx, input }) => updateMeter(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(deleteMeterInput)
    .mutation(({ ctx, input }) => deleteMeter(ctx.tx, ctx.scope, input)),
  recordReading: managerProcedure
    .input(recordReadingInput)
    .mutation(({ ctx, input }) => recordReading(ctx.tx, ctx.scope, input)),
  deleteReading: managerProcedure
    .input(deleteReadingInput)
    .mutation(({ ctx, input }) => deleteReading(ctx.tx, ctx.scope, input)),
});
