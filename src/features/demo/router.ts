import { router } from '@/trpc/init';
import { eraseProcedure, founderProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { createDemoInput, removeDemoInput } from './schema';

export const demoRouter = router({
  create: founderProcedure
    .input(createDemoInput)
    .mutation(({ ctx, input }) => commands.createDemo(ctx.tx, ctx.scope, input)),
  remove: eraseProcedure
    .input(removeDemoInput)
    .mutation(({ ctx, input }) => commands.removeDemo(ctx.tx, ctx.scope, input)),
});
