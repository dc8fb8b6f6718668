import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { createLease, endLease, previewEndLease, updateLease, voidLease } from './commands';
import { getLease, listLeases } from './queries';
import {
  createLeaseInput,
  endLeaseInput,
  leaseInput,
  listLeasesInput,
  updateLeaseInput,
  voidLeaseInput,
} from './schema';

export const leaseRouter = router({
  list: memberProcedure
    .input(listLeasesInput)
    .query(({ ctx, input }) => listLeases(ctx.tx, ctx.scope, input)),
  get: memberProcedure.input(leaseInput).query(({ ctx, input }) => getLease(ctx.tx, ctx.scope, input.id)),
  create: managerProcedure
    .input(createLeaseInput)
    .mutation(({ ctx, input }) => createLease(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateLeaseInput)
    .mutation(({ ctx, input }) => updateLease(ctx.tx, ctx.scope, input)),
  end: managerProcedure.input(endLeaseInput).mutation(({ ctx, input }) => endLease(ctx.tx, ctx.scope, input)),
  /** Changes nothing: tells which posted months the end would make different. */
  previewEnd: managerProcedure
    .input(endLeaseInput)
    .query(({ ctx, input }) => previewEndLease(ctx.tx, ctx.scope, input)),
  void: managerProcedure
    .input(voidLeaseInput)
    .mutation(({ ctx, input }) => voidLease(ctx.tx, ctx.scope, input)),
});
