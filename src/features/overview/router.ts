import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { listActivity } from './activity-queries';
import { getFigures } from './figures-queries';
import { getOverview } from './queries';
import { activityInput } from './schema';

export const overviewRouter = router({
  get: memberProcedure.query(({ ctx }) => getOverview(ctx.tx, ctx.scope)),
  figures: memberProcedure.query(({ ctx }) => getFigures(ctx.tx, ctx.scope)),
  activity: memberProcedure
    .input(activityInput)
    .query(({ ctx, input }) => listActivity(ctx.tx, ctx.scope, input)),
});
