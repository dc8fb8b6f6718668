import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { sendWritten } from './commands';
import { lookAtLetter } from './queries';
import { lookAtLetterInput, sendWrittenInput } from './schema';

export const letterRouter = router({
  look: memberProcedure
    .input(lookAtLetterInput)
    .query(({ ctx, input }) => lookAtLetter(ctx.tx, ctx.scope, input)),
  send: managerProcedure
    .input(sendWrittenInput)
    .mutation(({ ctx, input }) => sendWritten(ctx.tx, ctx.scope, input)),
});
