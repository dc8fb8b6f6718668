import { router } from '@/trpc/init';
import { eraseProcedure, managerProcedure, memberProcedure, ownerProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { setCover, setValuations } from './detail-commands';
import { listCities, listProperties } from './list-queries';
import * as queries from './queries';
import {
  createPropertyInput,
  deletePropertyInput,
  listPropertiesInput,
  propertyInput,
  propertyRowInput,
  propertyRowsInput,
  setCoverInput,
  setOwnersInput,
  setValuationsInput,
  updatePropertyInput,
} from './schema';

export const propertyRouter = router({
  list: memberProcedure
    .input(listPropertiesInput)
    .query(({ ctx, input }) => listProperties(ctx.tx, ctx.scope, input)),
  cities: memberProcedure.query(({ ctx }) => listCities(ctx.tx, ctx.scope)),
  get: memberProcedure
    .input(propertyInput)
    .query(({ ctx, input }) => queries.getProperty(ctx.tx, ctx.scope, input.id)),
  create: managerProcedure
    .input(createPropertyInput)
    .mutation(({ ctx, input }) => commands.createProperty(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updatePropertyInput)
    .mutation(({ ctx, input }) => commands.updateProperty(ctx.tx, ctx.scope, input)),
  setOwners: managerProcedure
    .input(setOwnersInput)
    .mutation(({ ctx, input }) => commands.setOwners(ctx.tx, ctx.scope, input)),
  setCover: managerProcedure
    .input(setCoverInput)
    .mutation(({ ctx, input }) => setCover(ctx.tx, ctx.scope, input)),
  setValuations: managerProcedure
    .input(setValuationsInput)
    .mutation(({ ctx, input }) => setValuations(ctx.tx, ctx.scope, input)),
  archive: managerProcedure
    .input(propertyRowInput)
    .mutation(({ ctx, input }) => commands.archiveProperty(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(propertyRowInput)
    .mutation(({ ctx, input }) => commands.restoreProperty(ctx.tx, ctx.scope, input)),
  archiveRows: managerProcedure
    .input(propertyRowsInput)
    .mutation(({ ctx, input }) => commands.archiveProperties(ctx.tx, ctx.scope, input.rows)),
  restoreRows: managerProcedure
    .input(propertyRowsInput)
    .mutation(({ ctx, input }) => commands.restoreProperties(ctx.tx, ctx.scope, input.rows)),
  deletePreview: ownerProcedure
    .input(propertyInput)
    .query(({ ctx, input }) => queries.previewDelete(ctx.tx, ctx.scope, input.id)),
  delete: eraseProcedure
    .input(deletePropertyInput)
    .mutation(({ ctx, input }) => commands.deleteProperty(ctx.tx, ctx.scope, input)),
});
