import { router } from '@/trpc/init';
import { changes, eraseProcedure, founderProcedure, managerStepsProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { addDocuments } from './document-steps';
import { addDocumentsInput, createDemoInput, removeDemoInput } from './schema';

export const demoRouter = router({
  create: founderProcedure
    .input(createDemoInput)
    .use(changes('membership'))
    .mutation(({ ctx, input }) => commands.createDemo(ctx.tx, ctx.scope, input)),
  addDocuments: managerStepsProcedure.input(addDocumentsInput).mutation(({ ctx, input }) => {
    const { userId } = ctx.verifiedSession;
    return addDocuments(ctx.inTransaction, ctx.fileStorage(), { ...input, userId });
  }),
  remove: eraseProcedure
    .input(removeDemoInput)
    .use(changes('departure'))
    .mutation(({ ctx, input }) => commands.removeDemo(ctx.tx, ctx.scope, input)),
});
