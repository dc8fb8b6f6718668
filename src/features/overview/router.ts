import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { getOverview } from './queries';

export const overviewRouter = router({
  get: memberProcedure.query(({ ctx }) => getOverview(ctx.tx, ctx.scope)),
});
