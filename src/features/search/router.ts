import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { findEverything } from './queries';
import { searchInput } from './schema';

export const searchRouter = router({
  find: memberProcedure
    .input(searchInput)
    .query(({ ctx, input }) => findEverything(ctx.tx, ctx.scope, input.text)),
});
