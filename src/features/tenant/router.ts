import { router } from '@/trpc/init';
import { eraseProcedure, managerProcedure, memberProcedure, ownerProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { listTenants } from './list-queries';
import * as queries from './queries';
import {
  createTenantInput,
  deleteTenantInput,
  listTenantsInput,
  tenantInput,
  tenantRowInput,
  tenantRowsInput,
  updateTenantInput,
} from './schema';

export const tenantRouter = router({
  list: memberProcedure
    .input(listTenantsInput)
    .query(({ ctx, input }) => listTenants(ctx.tx, ctx.scope, input)),
  get: memberProcedure
    .input(tenantInput)
    .query(({ ctx, input }) => queries.getTenant(ctx.tx, ctx.scope, input.id)),
  create: managerProcedure
    .input(createTenantInput)
    .mutation(({ ctx, input }) => commands.createTenant(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateTenantInput)
    .mutation(({ ctx, input }) => commands.updateTenant(ctx.tx, ctx.scope, input)),
  archive: managerProcedure
    .input(tenantRowInput)
    .mutation(({ ctx, input }) => commands.archiveTenant(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(tenantRowInput)
    .mutation(({ ctx, input }) => commands.restoreTenant(ctx.tx, ctx.scope, input)),
  archiveRows: managerProcedure
    .input(tenantRowsInput)
    .mutation(({ ctx, input }) => commands.archiveTenants(ctx.tx, ctx.scope, input.rows)),
  restoreRows: managerProcedure
    .input(tenantRowsInput)
    .mutation(({ ctx, input }) => commands.restoreTenants(ctx.tx, ctx.scope, input.rows)),
  deletePreview: ownerProcedure
    .input(tenantInput)
    .query(({ ctx, input }) => queries.previewDelete(ctx.tx, ctx.scope, input.id)),
  delete: eraseProcedure
    .input(deleteTenantInput)
    .mutation(({ ctx, input }) => commands.deleteTenant(ctx.tx, ctx.scope, input)),
});
