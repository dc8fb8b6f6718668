import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import * as queries from './queries';

export const statisticsRouter = router({
  overview: memberProcedure.query(({ ctx }) => queries.getOverview(ctx.tx, ctx.scope)),
});
