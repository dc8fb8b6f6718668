import { router } from '@/trpc/init';
import { managerProcedure } from '@/trpc/procedures';
import { enterHomes } from './commands';
import { enterHomesInput } from './schema';

export const setupRouter = router({
  enterHomes: managerProcedure
    .input(enterHomesInput)
    .mutation(({ ctx, input }) => enterHomes(ctx.tx, ctx.scope, input)),
});
