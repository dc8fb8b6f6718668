import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { setSharing } from './commands';
import { getSharing } from './queries';
import { getSharingInput, setSharingInput } from './schema';

export const costSharingRouter = router({
  get: memberProcedure.input(getSharingInput).query(({ ctx, input }) => getSharing(ctx.tx, ctx.scope, input)),
  set: managerProcedure
    .input(setSharingInput)
    .mutation(({ ctx, input }) => setSharing(ctx.tx, ctx.scope, input)),
});
